/**
 * Writes notifications as a commit writes them: the notification and its list rows, through `shared/data`. In steady
 * traffic each is a transaction, as in a commit; a backlog is written in bulk. They are the first to the fourth of their
 * transactions in turn, the ones before them sent.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { createPartner } from '#shared/partners/repository';
import { newId } from '#shared/values/ids';
import { applyAttempt } from '#shared/webhooks/deliveries/attempt-outcome';
import { transactionPayload } from '#shared/webhooks/domain/payload';
import { type NewNotification, newNotificationItem, notificationWrites } from '#shared/webhooks/repository';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { answerParent, taking } from '../processes/parent';

/** As many as a cross-ramp has until it is completed. */
const SEQUENCES = 4;
/** Items of one BatchWriteItem (service limit). */
const BATCH = 25;
const WRITERS = 4;

type Item = Record<string, unknown>;
type Subject = Pick<NewNotification, 'subject' | 'sequence' | 'partnerId'>;

const user = aUser({ firstName: 'Ana', lastName: 'García' });
const order = { partnerIds: z.array(z.string()), count: z.number() };
const steadyShape = z.object({ ...order, perSecond: z.number() });
const bulkShape = z.object(order);

answerParent(
  {
    newPartner: taking(z.string(), (name) => createPartner({ name, stage: 'sandbox', atMs: Date.now() })),
    steady: taking(steadyShape, steady),
    bulk: taking(bulkShape, bulk),
    body: () => JSON.stringify(payloadOf(newId(0), newId(0))),
  },
  async () => documentClient().destroy(),
);

/** One every so often, to the partners in turn. */
async function steady({ perSecond, ...order_ }: z.infer<typeof steadyShape>): Promise<void> {
  const coming = subjects(order_);
  await putAll(coming.flatMap(sentBefore));
  const startedMs = performance.now();
  const writing: Promise<void>[] = [];
  for (const [index, subject] of coming.entries()) {
    const waitMs = startedMs + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    writing.push(writeAtomically(notificationWrites(told(subject))));
  }
  await Promise.all(writing);
}

async function bulk(order_: z.infer<typeof bulkShape>): Promise<void> {
  const coming = subjects(order_);
  await putAll(coming.flatMap(sentBefore));
  await putAll(
    coming.flatMap((subject) =>
      PendingWrite.toTransactItems(notificationWrites(told(subject))).map(({ Put }) => {
        if (Put?.Item === undefined) throw new Error('A new notification is written by more than puts');
        return Put.Item;
      }),
    ),
  );
}

function subjects({ partnerIds, count }: z.infer<typeof bulkShape>): Subject[] {
  return Array.from({ length: count }, (_, index) => ({
    subject: { kind: 'TX', id: newId(Date.now()) },
    sequence: (index % SEQUENCES) + 1,
    partnerId: partnerIds[index % partnerIds.length] ?? '',
  }));
}

function told({ subject, sequence, partnerId }: Subject): NewNotification {
  const payload = payloadOf(partnerId, subject.id);
  const atMs = Date.now();
  return {
    ...{ subject, sequence, partnerId, event: 'CREATED_CROSS_RAMP' },
    ...{ userId: user.id, payload, deliver: true, atMs },
  };
}

function payloadOf(partnerId: string, id: string) {
  return transactionPayload('CREATED_CROSS_RAMP', aCrossRamp({ id, partnerId }), user);
}

/** The notification before, if there is one: sent, so that the next may go. */
function sentBefore(subject: Subject): Item[] {
  if (subject.sequence === 1) return [];
  const item = newNotificationItem(told({ ...subject, sequence: subject.sequence - 1 }));
  const ended = { statusCode: 200, durationMs: 1, error: null, deliveryRun: 1, attemptsMade: 0 };
  const atMs = Date.parse(item.createdAt);
  const sent = applyAttempt(
    item,
    { ...ended, startedAtMs: atMs, endedAtMs: atMs },
    { waits: [0], random: 0 },
  );
  return sent === undefined ? [] : [sent];
}

async function putAll(items: readonly Item[]): Promise<void> {
  let next = 0;
  const write = async () => {
    for (let start = next; start < items.length; start = next) {
      next += BATCH;
      const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await documentClient().send(
        new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }),
      );
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('The engine did not take a batch');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
