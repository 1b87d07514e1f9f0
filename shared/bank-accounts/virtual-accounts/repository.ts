import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { readStep, type StepReference } from '#shared/dynamodb/due-steps';
import { onboardingKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfVersion } from '#shared/dynamodb/writes';
import { decodeOnboarding, encodeOnboarding, type Onboarding } from './item';

/** A user's onboarding, if it was ever asked for. */
export function findOnboarding(userId: string): Promise<Onboarding | undefined> {
  return readRecord(onboardingKey(userId, VIRTUAL_ACCOUNT_COUNTRY), decodeOnboarding);
}

/**
 * Stores an onboarding over the one that was read, with everything that belongs to the write.
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
