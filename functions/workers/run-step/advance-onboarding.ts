import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import type { Onboarding } from '#shared/bank-accounts/virtual-accounts/item';
import { findOnboardingStep, saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { sandboxVirtualAccount } from '#shared/bank-accounts/virtual-accounts/sandbox-virtual-account';
import type { User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';

/**
 * Takes an onboarding to its next status as the sandbox's bank: from SUBMITTED to IN_REVIEW, from there to
 * COMPLETED with the account that was opened, in one write.
 */
export async function advanceOnboarding(message: StepMessage, { now, stepMs }: StepDependencies): Promise<StepResult> {
  const step = await findOnboardingStep(message);
  if (step === undefined) return 'done';
  const { stepAtMs, item: before } = step;
  const atMs = now();
  if (stepAtMs > atMs) return { waitMs: stepAtMs - atMs };
  const user = await findUser(before.userId);
  if (user === undefined) return 'done';
  // If another run has taken this step in between, its successor is already scheduled.
  if (before.status === 'SUBMITTED') {
    await saveOnboarding(before, withStatus(before, 'IN_REVIEW', atMs), { stepAtMs: atMs + stepMs });
  } else if (before.status === 'IN_REVIEW') {
    await completeOnboarding(before, user, atMs);
  }
  return 'done';
}

async function completeOnboarding(before: Onboarding, user: User, atMs: number): Promise<void> {
  const account = newBankAccount(
    {
      id: newId(atMs),
      partnerId: before.partnerId,
      userId: before.userId,
      receiverId: undefined,
      details: sandboxVirtualAccount(user),
      rampType: 'CROSS_RAMP',
      virtual: true,
    },
    atMs,
  );
  const after = { ...withStatus(before, 'COMPLETED', atMs), bankAccountId: account.id };
  await saveOnboarding(before, after, { additionalWrites: bankAccountCreationWrites(account) });
}

function withStatus(before: Onboarding, status: Onboarding['status'], atMs: number): Onboarding {
  return { ...before, status, version: before.version + 1, updatedAtMs: atMs };
}
