/**
 * Scenarios of operations with an idempotency key. Each scenario has a second request. The service must reject the second request
 * if it has the idempotency key of the first request.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiClient } from '#local/partner/api-client';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { findNotification } from '#shared/webhooks/repository';
import { type Call, callOf, givenFor, isEffectOf } from '#test/support/scenarios/perform';
import { scenarioFor } from '#test/support/scenarios/registry';
import type { Item } from '#test/support/scenarios/scenario';
import type { Stage } from '#test/support/scenarios/states';

export interface IdempotentCall {
  readonly call: Call;
  /** A request that differs from `call` in its body, path or operation. */
  readonly other: Call;
  /** Returns true if an item is an effect of `call`. */
  readonly isEffect: (item: Item) => boolean;
  readonly effects: number;
}

/** Runs the prerequisites of an operation. */
export async function prepareIdempotentCall(id: string, partner: ApiClient): Promise<IdempotentCall> {
  const scenario = scenarioFor(id);
  const stage = { partner, exhaust: (notificationId: string) => markFailed(partner, notificationId) };
  const ids = await givenFor(id, stage);
  const call = callOf(id, ids);
  return {
    ...{ call, other: await otherThan(id, call, { ...stage, userId: ids.userId }) },
    ...{ isEffect: (item) => isEffectOf(scenario, item), effects: scenario.effects ?? 1 },
  };
}

/** Returns a request with another body than `call`, or for another resource of the same user, or for another operation. */
async function otherThan(id: string, call: Call, stage: Stage): Promise<Call> {
  const [fields] = scenarioFor(id).others ?? [];
  if (fields !== undefined) return { ...call, body: { ...call.body, ...fields } };
  const again = callOf(id, await givenFor(id, stage));
  return JSON.stringify(again) === JSON.stringify(call) ? callOf('createUser', {}) : again;
}

/** Sets a notification to FAILED, as if its endpoint had rejected all attempts. */
export async function markFailed(partner: ApiClient, id: string): Promise<void> {
  const item = await findNotification(partner.partnerId, id);
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { PK: item?.PK, SK: item?.SK },
      UpdateExpression: 'SET #status = :failed',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':failed': 'FAILED' },
    }),
  );
}
