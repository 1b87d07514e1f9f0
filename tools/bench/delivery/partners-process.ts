/** Runs the partners' webhook endpoints and a writer of notifications in a separate process. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#local/partner/api-client';
import { startReceiver } from '#local/partner/webhook-receiver';
import { useLocalTable } from '#local/start/local-table';
import { type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { applyAttempt } from '#shared/webhooks/domain/delivery';
import { eventFacts } from '#shared/webhooks/domain/events';
import type { DeliveryMessage } from '#shared/webhooks/messaging/messages';
import { type NewNotification, newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';

/** Highest sequence of a notification. */
const SEQUENCES = 4;
/** Number of concurrent writes. */
const WRITERS = 10;

const receiver = await startReceiver();
// A path that starts with `/never` gets no response, `/after-50` a response after 50 ms, other paths an immediate response.
receiver.respond = async ({ path }) => {
  if (path.startsWith('/never')) return new Promise(() => undefined);
  const waitMs = Number(/^\/after-(\d+)/.exec(path)?.[1] ?? 0);
  if (waitMs > 0) await sleep(waitMs);
  return { status: 200 };
};

/** Configures the table of this process. @returns the URL of the webhook endpoints without a path */
export function start(database: string, tableName: string): string {
  useLocalTable(database, tableName);
  process.env.STAGE = 'sandbox';
  return new URL(receiver.url).origin;
}

/** Waits for `count` different webhooks since the last call and returns their first copies. @throws Error after `limitMs` */
export async function takeArrivals(count: number, limitMs: number) {
  const firstCopies = () => {
    // Only webhooks of the service have an id. Other requests come from the load generator.
    const webhooks = receiver.received.filter(({ id }) => id !== '').reverse();
    return new Map(webhooks.map(({ id, path, atMs }) => [id, { id, path, atMs }]));
  };
  await until(() => firstCopies().size >= count, limitMs);
  const arrived = [...firstCopies().values()];
  receiver.received.length = 0;
  return arrived;
}

/** Writes `perSecond` notifications per second, to the partners in turn. */
export async function writeSteadily(partnerIds: readonly string[], count: number, perSecond: number): Promise<void> {
  const coming = await prepare(partnerIds, count);
  const startedMs = performance.now();
  const writing: Promise<void>[] = [];
  for (const [index, notification] of coming.entries()) {
    await sleep(startedMs + (index * 1000) / perSecond - performance.now());
    writing.push(writeAtomically(notificationItemWrites(newNotificationItem({ ...notification, atMs: Date.now() }))));
  }
  await Promise.all(writing);
}

/** Writes a backlog of notifications. @returns messages that request the first attempt of each notification */
export async function writeBacklog(partnerIds: readonly string[], count: number): Promise<DeliveryMessage[]> {
  const items = (await prepare(partnerIds, count)).map((one) => newNotificationItem({ ...one, atMs: Date.now() }));
  await writeAll(items.map(notificationItemWrites));
  const first = { v: 1, deliveryRun: 1, attemptsMade: 0 } as const;
  return items.map(({ PK: pk, SK: sk, id, partnerId }) => ({ ...first, id, pk, sk, partnerId }));
}

/**
 * Prepares the notifications without writing them. Writes the previous notification of each subject as sent, because a
 * notification waits for the previous one.
 */
async function prepare(partnerIds: readonly string[], count: number): Promise<Omit<NewNotification, 'atMs'>[]> {
  const event = 'CREATED_CROSS_RAMP';
  const coming = Array.from({ length: count }, (_, index): Omit<NewNotification, 'atMs'> => {
    const [id, partnerId = ''] = [newId(Date.now()), partnerIds[index % partnerIds.length]];
    const names = { externalUserId: partnerId, firstName: 'Ana', lastName: 'García' };
    const payload = { type: eventFacts[event].type, event, transactionId: id, status: 'PENDING', ...names };
    const owner = { partnerId, userId: partnerId };
    return { ...owner, subject: { kind: 'TX', id }, sequence: (index % SEQUENCES) + 1, event, payload, deliver: true };
  });
  const later = coming.filter(({ sequence }) => sequence > 1);
  const items = later.flatMap((one) => sent({ ...one, sequence: one.sequence - 1, atMs: Date.now() }) ?? []);
  // Write only the item, without list rows. The stream then contains fewer records before the measurement.
  await writeAll(items.map((item) => notificationItemWrites(item).slice(0, 1)));
  return coming;
}

function sent(notification: NewNotification) {
  const times = { durationMs: 1, startedAtMs: notification.atMs, endedAtMs: notification.atMs };
  const ended = { statusCode: 200, error: null, deliveryRun: 1, attemptsMade: 0, ...times };
  return applyAttempt(newNotificationItem(notification), ended, { waits: [0], random: 0 });
}

async function writeAll(writes: readonly PendingWrite[][]): Promise<void> {
  const write = async (own: PendingWrite[]) => void (await writeAtomically(own));
  await Readable.from(writes).forEach(write, { concurrency: WRITERS });
}
