import { bankAccountCreation } from '#shared/data/bank-accounts';
import { decodeOnboarding, stepAtOf } from '#shared/data/items/onboarding';
import { readItem } from '#shared/data/table';
import { findUser } from '#shared/data/users';
import { saveOnboarding } from '#shared/data/virtual-accounts';
import type { StepMessage } from '#shared/delivery/messages';
import { newBankAccount } from '#shared/domain/banks/bank-account-record';
import { newId } from '#shared/domain/ids';
import type { User } from '#shared/domain/users/user';
import type { Onboarding } from '#shared/domain/virtual-accounts/onboarding';
import { sandboxVirtualAccount } from '#shared/providers/virtual-accounts/sandbox-bank';
import type { StepDependencies, StepResult } from './run-step';

/**
 * Takes an onboarding one status further as the sandbox's bank: from SUBMITTED to IN_REVIEW, from there to
 * COMPLETED with the account that was opened, in one write.
 */
export async function advanceOnboarding(
  { pk, sk }: StepMessage,
  { now, stepMs }: StepDependencies,
): Promise<StepResult> {
  const raw = await readItem({ PK: pk, SK: sk });
  const stepAt = raw === undefined ? undefined : stepAtOf(raw);
  if (stepAt === undefined) return 'done';
  const atMs = now();
  if (stepAt > atMs) return { waitMs: stepAt - atMs };
  const before = decodeOnboarding(raw);
  const user = await findUser(before.userId);
  if (user === undefined) return 'done';
  // When another run has taken this step meanwhile, its successor is on its way.
  if (before.status === 'SUBMITTED') {
    await saveOnboarding(before, moved(before, 'IN_REVIEW', atMs), { stepAtMs: atMs + stepMs });
  } else if (before.status === 'IN_REVIEW') {
    await complete(before, user, atMs);
  }
  return 'done';
}

async function complete(before: Onboarding, user: User, atMs: number): Promise<void> {
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
  const after = { ...moved(before, 'COMPLETED', atMs), bankAccountId: account.id };
  await saveOnboarding(before, after, { alongside: bankAccountCreation(account) });
}

function moved(before: Onboarding, status: Onboarding['status'], atMs: number): Onboarding {
  return { ...before, status, version: before.version + 1, updatedAtMs: atMs };
}
