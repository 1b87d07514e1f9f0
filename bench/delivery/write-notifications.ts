/**
 * Writes notifications as a commit writes them: the notification and its list rows. In steady traffic each is a
 * transaction, as in a commit; a backlog is written in bulk. They are the first to the fourth of their transactions in
 * turn, the ones before them sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { applyAttempt } from '#shared/webhooks/deliveries/attempt-outcome';
import { eventFacts } from '#shared/webhooks/domain/events';
import type { DeliveryMessage } from '#shared/webhooks/messaging/messages';
import { type NewNotification, newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';

/** As many as a cross-ramp has until it is completed. */
const SEQUENCES = 4;
/** Items of one BatchWriteItem (service limit). */
const BATCH = 25;

/** One every so often, to the partners in turn. */
export async function writeSteadily(partnerIds: readonly string[], count: number, perSecond: number): Promise<void> {
  const coming = subjects(partnerIds, count);
  await putAll(coming.flatMap(sentBefore));
  const startedMs = performance.now();
  const writing: Promise<void>[] = [];
  for (const [index, subject] of coming.entries()) {
    await sleep(startedMs + (index * 1000) / perSecond - performance.now());
    writing.push(writeAtomically(notificationItemWrites(newNotificationItem({ ...subject, atMs: Date.now() }))));
  }
  await Promise.all(writing);
}

/** @returns what asks for the first attempt of each */
export async function writeBacklog(partnerIds: readonly string[], count: number): Promise<DeliveryMessage[]> {
  const coming = subjects(partnerIds, count);
  const items = coming.map((subject) => newNotificationItem({ ...subject, atMs: Date.now() }));
  await putAll(coming.flatMap(sentBefore));
  await putAll(
    items.flatMap((item) =>
      PendingWrite.toTransactItems(notificationItemWrites(item)).map(({ Put }) => ({ ...Put?.Item })),
    ),
  );
  return items.map(({ PK: pk, SK: sk, id, partnerId }) => ({
    v: 1,
    id,
    pk,
    sk,
    partnerId,
    deliveryRun: 1,
    attemptsMade: 0,
  }));
}

/** What each notification is about. */
function subjects(partnerIds: readonly string[], count: number): Omit<NewNotification, 'atMs'>[] {
  return Array.from({ length: count }, (_, index) => {
    const [id, partnerId = ''] = [newId(Date.now()), partnerIds[index % partnerIds.length]];
    const event = 'CREATED_CROSS_RAMP';
    const names = { externalUserId: partnerId, firstName: 'Ana', lastName: 'García' };
    const payload = { type: eventFacts[event].type, event, transactionId: id, status: 'PENDING', ...names };
    const sequence = (index % SEQUENCES) + 1;
    return {
      subject: { kind: 'TX', id },
      sequence,
      partnerId,
      event,
      userId: partnerId,
      payload,
      deliver: true,
    };
  });
}

/** The notification before, if there is one: sent, so that the next may go. */
function sentBefore(subject: Omit<NewNotification, 'atMs'>): object[] {
  if (subject.sequence === 1) return [];
  const atMs = Date.now();
  const item = newNotificationItem({ ...subject, sequence: subject.sequence - 1, atMs });
  const ended = {
    statusCode: 200,
    durationMs: 1,
    error: null,
    deliveryRun: 1,
    attemptsMade: 0,
    startedAtMs: atMs,
    endedAtMs: atMs,
  };
  const sent = applyAttempt(item, ended, { waits: [0], random: 0 });
  return sent === undefined ? [] : [sent];
}

async function putAll(items: readonly object[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const requests = items.slice(start, start + BATCH).map((item) => ({ PutRequest: { Item: { ...item } } }));
    const write = new BatchWriteCommand({ RequestItems: { [tableName()]: requests } });
    const { UnprocessedItems = {} } = await documentClient().send(write);
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not take a batch');
  }
}
