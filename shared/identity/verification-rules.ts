/** Rules of every way to begin a verification. */
import { Problem } from '#shared/api/problems';
import { stage } from '#shared/platform/config/environment';
import type { User } from '#shared/users/domain/user';
import { type KycTemplate, kycTemplateFor } from './domain/kyc-template';
import { canStartVerification } from './domain/verification-link';

/** What verifications in a country need, for a user with an e-mail address. @throws Problem */
export function requireKycTemplate({ email, type }: User, country: string): KycTemplate {
  const template = kycTemplateFor(stage(), country, type === 'BUSINESS' ? 'BUSINESS' : 'PERSON');
  if (template === undefined)
    throw new Problem('NO_KYC_TEMPLATE_FOUND', `No KYC template found for country: ${country}`);
  if (email === '') throw new Problem('EMAIL_NOT_FOUND', 'Provided user authentication method is not email');
  return template;
}

/** @throws Problem when a verification is under way or completed */
export function assertCanStartVerification(user: User): void {
  if (!canStartVerification(user)) throw verificationInProgress();
}

export function verificationInProgress(): Problem {
  return new Problem('CONFLICT', 'A verification is in progress or has been completed');
}
