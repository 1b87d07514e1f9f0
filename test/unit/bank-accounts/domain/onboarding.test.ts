import { describe, expect, it } from 'vitest';
import {
  onboardingOutcome,
  onboardingStatuses,
  outstandingRequirements,
} from '#shared/bank-accounts/domain/onboarding';
import type { Onboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { kycStatuses, type User } from '#shared/users/domain/user';
import { aUser } from '#test/support/builders/users';

const user = (overrides: Partial<User>): User =>
  aUser({
    id: 'u',
    partnerId: 'p',
    firstName: 'Ana',
    lastName: 'García',
    kycStatus: 'VERIFIED',
    ...overrides,
  });
const onboarding = (status: Onboarding['status']): Onboarding => ({
  userId: 'u',
  partnerId: 'p',
  status,
  bankAccountId: undefined,
  version: 1,
  createdAtMs: 0,
  updatedAtMs: 0,
});

const started: Readonly<Record<string, string>> = {
  SUBMITTED: 'ALREADY_IN_PROGRESS',
  IN_REVIEW: 'ALREADY_IN_PROGRESS',
  COMPLETED: 'ALREADY_COMPLETED',
};

describe.each(onboardingStatuses)('asking for a virtual account when it is %s', (status) => {
  it.each(kycStatuses)('and the user is %s', (kycStatus) => {
    const before = status === 'NOT_STARTED' ? undefined : onboarding(status);
    const expected = started[status] ?? (kycStatus === 'VERIFIED' ? 'SUBMITTED' : 'REQUIREMENTS_MISSING');
    expect(onboardingOutcome(user({ kycStatus }), before)).toBe(expected);
  });
});

it.each(kycStatuses)('what is outstanding for a user who is %s', (kycStatus) => {
  const missing = kycStatus !== 'VERIFIED';
  expect(outstandingRequirements(user({ kycStatus }))).toEqual(missing ? ['KYC_VERIFICATION'] : []);
  expect(outstandingRequirements(user({ kycStatus, type: 'BUSINESS' }))).toEqual(missing ? ['KYB_VERIFICATION'] : []);
});
