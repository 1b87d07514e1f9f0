/** Rules of every way to begin a verification. */
import { Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import { type KycTemplate, kycTemplateOf } from '#shared/domain/kyc/template';
import type { User } from '#shared/domain/users/user';
import { mayBeginVerification } from '#shared/domain/users/verification-link';

/** What verifications in a country need, for a user who can be told of them. @throws Problem */
export function templateFor({ email, type }: User, country: string): KycTemplate {
  const template = kycTemplateOf(stage(), country, type === 'BUSINESS' ? 'BUSINESS' : 'PERSON');
  if (template === undefined)
    throw new Problem('NO_KYC_TEMPLATE_FOUND', `No KYC template found for country: ${country}`);
  if (email === '') throw new Problem('EMAIL_NOT_FOUND', 'Provided user authentication method is not email');
  return template;
}

/** @throws Problem when a verification is under way or completed */
export function checkMayBegin(user: User): void {
  if (!mayBeginVerification(user)) throw verificationRunning();
}

export function verificationRunning(): Problem {
  return new Problem('CONFLICT', 'A verification is in progress or has been completed');
}
