import * as z from 'zod/mini';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { maybe } from '#shared/dynamodb/attributes';
import { readStep, type StepReference, stepAttributes } from '#shared/dynamodb/due-steps';
import { onboardingKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfVersion } from '#shared/dynamodb/writes';

const onboardingItem = z.object({
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['SUBMITTED', 'IN_REVIEW', 'COMPLETED', 'REJECTED']),
  bankAccountId: maybe(z.string()),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** A user's onboarding to a virtual account. Times are epoch ms. */
export type Onboarding = Readonly<z.infer<typeof onboardingItem>>;

/** Returns the item to store, with `stepAtMs` as a due item. Its worker gets a message immediately and waits for this time. */
export function encodeOnboarding(onboarding: Onboarding, stepAtMs?: number) {
  const step = stepAtMs === undefined ? undefined : { atMs: stepAtMs, announced: true };
  const key = onboardingKey(onboarding.userId, VIRTUAL_ACCOUNT_COUNTRY);
  return { ...key, entity: 'VA', ...onboarding, ...stepAttributes(onboarding.userId, step) };
}

export function decodeOnboarding(raw: unknown): Onboarding {
  return onboardingItem.parse(raw);
}

/** Returns a user's onboarding; `undefined` if the user never requested a virtual account. */
export function findOnboarding(userId: string): Promise<Onboarding | undefined> {
  return readRecord(onboardingKey(userId, VIRTUAL_ACCOUNT_COUNTRY), decodeOnboarding);
}

/**
 * Replaces the onboarding in one transaction with the additional writes.
 * @param stepAtMs time of the sandbox's next step
 * @returns false if the onboarding changed after it was read; then nothing is written
 */
export function saveOnboarding(
  before: Onboarding | undefined,
  after: Onboarding,
  {
    stepAtMs,
    additionalWrites = [],
  }: { readonly stepAtMs?: number | undefined; readonly additionalWrites?: readonly PendingWrite[] },
): Promise<boolean> {
  const put = putIfVersion(before?.version, encodeOnboarding(after, stepAtMs));
  return writeIfConditionsHold([put, ...additionalWrites]);
}

/** Returns the onboarding that a queue message refers to, with the time of its step; `undefined` if no step remains. */
export function findOnboardingStep(message: StepReference) {
  return readStep(message, decodeOnboarding);
}
