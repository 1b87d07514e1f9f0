import { decodeOnboarding, encodeOnboarding } from '#shared/data/items/onboarding';
import { onboardingKey } from '#shared/data/keys';
import { readItem, tableName, type WriteAction, writeIfConditionsHold } from '#shared/data/table';
import { type Onboarding, VIRTUAL_ACCOUNT_COUNTRY } from '#shared/domain/virtual-accounts/onboarding';

/** A user's onboarding, if it was ever asked for. */
export async function findOnboarding(userId: string): Promise<Onboarding | undefined> {
  const raw = await readItem(onboardingKey(userId, VIRTUAL_ACCOUNT_COUNTRY));
  return raw === undefined ? undefined : decodeOnboarding(raw);
}

/**
 * Stores an onboarding over the one that was read, with everything that has to go with it.
 *
 * @param stepAtMs when the sandbox takes the next step, epoch ms
 * @returns false when it has changed meanwhile; nothing was written then.
 */
export async function saveOnboarding(
  before: Onboarding | undefined,
  after: Onboarding,
  {
    stepAtMs,
    alongside = [],
  }: { readonly stepAtMs?: number | undefined; readonly alongside?: readonly WriteAction[] },
): Promise<boolean> {
  const unchanged =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(PK)' }
      : {
          ConditionExpression: '#version = :before',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':before': before.version },
        };
  return writeIfConditionsHold([
    { Put: { TableName: tableName(), Item: encodeOnboarding(after, stepAtMs), ...unchanged } },
    ...alongside,
  ]);
}
