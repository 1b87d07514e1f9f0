/** Rules that apply to every start of a verification: with data from the partner, or with a link to the verification page. */
import { noEmailAddress, noKycTemplate, verificationInProgress } from '#shared/api/problems';
import { stage } from '#shared/platform/config/environment';
import type { User } from '#shared/users/domain/user';
import { type KycTemplate, kycTemplateFor } from './domain/kyc-template';
import { canStartVerification } from './domain/verification-link';

/**
 * Returns the requirements of a verification in a country.
 * @throws Problem if the country is not available for verifications, or if the user has no e-mail address
 */
export function requireKycTemplate({ email, type }: User, country: string): KycTemplate {
  const template = kycTemplateFor(stage(), country, type);
  if (template === undefined) throw noKycTemplate(country);
  if (email === '') throw noEmailAddress();
  return template;
}

/** @throws Problem if a verification is in progress or the user is verified */
export function assertCanStartVerification(user: User): void {
  if (!canStartVerification(user)) throw verificationInProgress(user.verificationId);
}
