import type { User } from '#shared/users/domain/user';

export const onboardingStatuses = ['NOT_STARTED', 'SUBMITTED', 'IN_REVIEW', 'COMPLETED', 'REJECTED'] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

export type OnboardingOutcome = 'SUBMITTED' | 'ALREADY_IN_PROGRESS' | 'ALREADY_COMPLETED' | 'REQUIREMENTS_MISSING';

/** Returns the verifications that the user must still pass before a request for a virtual account. */
export function outstandingRequirements(user: User): string[] {
  if (user.kycStatus === 'VERIFIED') return [];
  return [user.type === 'BUSINESS' ? 'KYB_VERIFICATION' : 'KYC_VERIFICATION'];
}

/** Returns the outcome of a request for a virtual account. A user may request again after a rejection. */
export function onboardingOutcome(
  user: User,
  onboarding: { readonly status: OnboardingStatus } | undefined,
): OnboardingOutcome {
  if (onboarding?.status === 'COMPLETED') return 'ALREADY_COMPLETED';
  if (onboarding?.status === 'SUBMITTED' || onboarding?.status === 'IN_REVIEW') return 'ALREADY_IN_PROGRESS';
  return user.kycStatus === 'VERIFIED' ? 'SUBMITTED' : 'REQUIREMENTS_MISSING';
}
