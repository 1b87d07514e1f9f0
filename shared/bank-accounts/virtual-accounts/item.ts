import * as z from 'zod/mini';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { duePartition, onboardingKey } from '#shared/dynamodb/keys';
import type { Onboarding } from './domain/onboarding';

const onboardingItem = z.object({
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['SUBMITTED', 'IN_REVIEW', 'COMPLETED', 'REJECTED']),
  bankAccountId: z.optional(z.string()),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  stepAt: z.optional(z.number()),
});

/** The stored onboarding; `stepAtMs` puts it among the due items and opens its outbox. */
export function encodeOnboarding(onboarding: Onboarding, stepAtMs?: number) {
  // `stepAt` is the step's own time; the redrive advances `dueAt` each time it sends the step again.
  const due =
    stepAtMs === undefined
      ? {}
      : { outbox: 'OPEN', duePk: duePartition(onboarding.userId), stepAt: stepAtMs, dueAt: stepAtMs };
  return {
    ...onboardingKey(onboarding.userId, VIRTUAL_ACCOUNT_COUNTRY),
    entity: 'VA',
    ...onboarding,
    ...due,
  };
}

export function decodeOnboarding(raw: unknown): Onboarding {
  const { stepAt: _step, bankAccountId, ...rest } = onboardingItem.parse(raw);
  return { ...rest, bankAccountId };
}

/** When the sandbox takes the next step of a stored onboarding, epoch ms; `undefined` when it takes none. */
export function readStepAtMs(raw: unknown): number | undefined {
  return onboardingItem.parse(raw).stepAt;
}
