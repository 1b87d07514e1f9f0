import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { onboardingKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { Onboarding } from './domain/onboarding';
import { decodeOnboarding, encodeOnboarding, readStepAtMs } from './item';

/** A user's onboarding, if it was ever asked for. */
export async function findOnboarding(userId: string): Promise<Onboarding | undefined> {
  const raw = await readItem(onboardingKey(userId, VIRTUAL_ACCOUNT_COUNTRY));
  return raw === undefined ? undefined : decodeOnboarding(raw);
}

/**
 * Stores an onboarding over the one that was read, with everything that belongs to the write.
 *
 * @param stepAtMs when the sandbox takes the next step, epoch ms
 * @returns false when it changed in between; nothing was written then.
 */
export async function saveOnboarding(
  before: Onboarding | undefined,
  after: Onboarding,
  {
    stepAtMs,
    additionalWrites = [],
  }: { readonly stepAtMs?: number | undefined; readonly additionalWrites?: readonly PendingWrite[] },
): Promise<boolean> {
  const unchanged =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(PK)' }
      : {
          ConditionExpression: '#version = :before',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':before': before.version },
        };
  return writeIfConditionsHold([putItem(encodeOnboarding(after, stepAtMs), { ...unchanged }), ...additionalWrites]);
}

/** The onboarding that a message names, with the time of its step in epoch ms; `undefined` when no step is left. */
export async function findOnboardingStep({
  pk,
  sk,
}: {
  readonly pk: string;
  readonly sk: string;
}): Promise<{ readonly onboarding: Onboarding; readonly stepAtMs: number } | undefined> {
  const raw = await readItem({ PK: pk, SK: sk });
  const stepAtMs = raw === undefined ? undefined : readStepAtMs(raw);
  return stepAtMs === undefined ? undefined : { onboarding: decodeOnboarding(raw), stepAtMs };
}
