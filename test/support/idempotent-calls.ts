/** The scenarios of operations that accept an idempotency key, each with another request for which the same key is refused. */
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
  /** A request with another body, path or operation. */
  readonly other: Call;
  /** Returns true for an item of the table that is an effect of the call. */
  readonly isEffect: (item: Item) => boolean;
  /** Effects of one call. */
  readonly effects: number;
}

/** Performs the prerequisites of an operation's call. */
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

/** Returns the call with another body, or about something else of the same user, or another operation's. */
async function otherThan(id: string, call: Call, stage: Stage): Promise<Call> {
  const [fields] = scenarioFor(id).others ?? [];
  if (fields !== undefined) return { ...call, body: { ...call.body, ...fields } };
  const again = callOf(id, await givenFor(id, stage));
  return JSON.stringify(again) === JSON.stringify(call) ? callOf('createUser', {}) : again;
}

/** Ends the attempts of a notification, as if its endpoint had refused them all. */
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
