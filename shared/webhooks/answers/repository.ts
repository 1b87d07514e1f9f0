/**
 * Answers of partners' endpoints that are too long for the item of their delivery: an item for each, beside the delivery and
 * named by the time of its attempt (docs/adr/049). Only who shows a notification reads them. An answer is written before its
 * attempt is noted, and goes in the write that drops the attempt; one whose attempt was never noted is shown by nothing,
 * and is deleted with the user.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ANSWER_PREFIX, deliveryAnswerKey, deliveryAnswerPrefix, type RecordKey } from '#shared/dynamodb/keys';
import { documentClient, readPartition, readRecord, tableName } from '#shared/dynamodb/table';
import { retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { fullErrorText } from '#shared/webhooks/domain/endpoint-response';
import type { DeliveryItem, NotificationItem } from '#shared/webhooks/item';

/** An answer, and when its attempt began (ISO 8601). */
export interface Answer {
  readonly at: string;
  readonly text: string;
}

const answerItem = z.object({ PK: z.string(), SK: z.string(), at: z.string(), text: z.string() });

/** Stores the answer to an attempt. */
export async function putAnswer(delivery: RecordKey, { at, text }: Answer): Promise<void> {
  const Item = { ...deliveryAnswerKey(delivery, at), entity: 'ANSWER', at, text };
  await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
}

/** A delivery with all that its endpoint answered, as if it had no answers of their own items. */
export async function withAnswers<Item extends DeliveryItem>(item: Item): Promise<Item> {
  if (!item.attempts.some(({ answerStored }) => answerStored)) return item;
  const stored = await readPartition(item.PK, deliveryAnswerPrefix(item));
  const texts = new Map(stored.map((raw) => answerItem.parse(raw)).map(({ at, text }) => [at, text]));
  return {
    ...item,
    attempts: item.attempts.map(({ answerStored, ...attempt }) => {
      const responseBody = answerStored ? texts.get(attempt.at) : attempt.responseBody;
      return { ...attempt, ...(responseBody === undefined ? {} : { responseBody }) };
    }),
    latestErrorPayload: fullErrorText(item.latestErrorPayload, texts.get(latestFailure(item)?.at ?? '')),
  };
}

/** A notification with its latest error in full, and without the other answers. */
export async function withLatestError(item: NotificationItem): Promise<NotificationItem> {
  const failure = latestFailure(item);
  if (item.latestErrorPayload === undefined || failure?.answerStored !== true) return item;
  const answer = await readRecord(deliveryAnswerKey(item, failure.at), (raw) => answerItem.parse(raw));
  return { ...item, latestErrorPayload: fullErrorText(item.latestErrorPayload, answer?.text) };
}

function latestFailure({ attempts }: DeliveryItem): DeliveryItem['attempts'][number] | undefined {
  return attempts.findLast(({ error }) => error !== null);
}

/** The keys of the answers whose attempts a change of a delivery drops. */
export function droppedAnswerKeys(before: DeliveryItem, after: DeliveryItem): RecordKey[] {
  const left = new Set(after.attempts.map(({ at }) => at));
  return before.attempts
    .filter(({ at, answerStored }) => answerStored === true && !left.has(at))
    .map(({ at }) => deliveryAnswerKey(before, at));
}

/** The keys of all answers of a partition, or of one delivery, those that nothing shows included. */
export async function findAnswerKeys(partition: string, prefix = ANSWER_PREFIX): Promise<RecordKey[]> {
  const stored = await readPartition(partition, prefix);
  return stored.map((raw) => answerItem.parse(raw)).map(({ PK, SK }) => ({ PK, SK }));
}
