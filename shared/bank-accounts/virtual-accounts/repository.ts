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
  /** The bank account that was opened. */
  bankAccountId: maybe(z.string()),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** The onboarding of a user to a virtual account. Times are epoch ms. */
export type Onboarding = Readonly<z.infer<typeof onboardingItem>>;

/** The stored onboarding; `stepAtMs` puts it among the due items and opens its outbox. */
export function encodeOnboarding(onboarding: Onboarding, stepAtMs?: number) {
  const step = stepAtMs === undefined ? undefined : { atMs: stepAtMs, announced: true };
  const key = onboardingKey(onboarding.userId, VIRTUAL_ACCOUNT_COUNTRY);
  return { ...key, entity: 'VA', ...onboarding, ...stepAttributes(onboarding.userId, step) };
}

export function decodeOnboarding(raw: unknown): Onboarding {
  return onboardingItem.parse(raw);
}

/** A user's onboarding, if it was ever asked for. */
export function findOnboarding(userId: string): Promise<Onboarding | undefined> {
  return readRecord(onboardingKey(userId, VIRTUAL_ACCOUNT_COUNTRY), decodeOnboarding);
}

/**
 * Replaces the onboarding that was read, with everything that belongs to the write.
 *
 * @param stepAtMs when the sandbox takes the next step, epoch ms
 * @returns false when it changed in between; nothing was written then.
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

/** The onboarding that a message names, with the time of its step; `undefined` when no step is left. */
export function findOnboardingStep(message: StepReference) {
  return readStep(message, decodeOnboarding);
}
