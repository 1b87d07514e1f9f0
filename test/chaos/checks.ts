/** Rules that hold after every kill. Each violation is one line. */
import * as z from 'zod/mini';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';
import type { ReceivedPost } from './flaky-receiver';
import type { Traffic } from './traffic';

type Item = Readonly<Record<string, unknown>>;

const payloadSchema = z.object({ transactionId: z.optional(z.string()), sequence: z.optional(z.number()) });
const answerSchema = z.object({ data: z.object({ id: z.string() }) });

export interface Findings {
  readonly transactions: number;
  readonly notifications: number;
  readonly sent: number;
  readonly failed: number;
  readonly posts: number;
  /** Posts of a notification that the endpoint had accepted before. */
  readonly duplicates: number;
  /** Notifications that neither arrived nor are stored as failed. */
  readonly lost: number;
  readonly breaches: readonly string[];
}

/** Checks everything: the table, what the endpoint received, and what clients were answered. */
export function inspect(items: readonly Item[], taken: readonly ReceivedPost[], traffic: Traffic): Findings {
  const transactions = items.filter(({ entity }) => entity === 'TX');
  const notifications = items.flatMap((item) => (item.entity === 'NTF' ? notificationItem.parse(item) : []));
  const accepted = new Set(taken.filter((post) => post.accepted).map(({ id }) => id));
  const lost = notifications.filter(({ id, status }) => !accepted.has(id) && status !== 'FAILED');
  const count = (status: NotificationItem['status']) =>
    notifications.filter((notification) => notification.status === status).length;
  return {
    transactions: transactions.length,
    notifications: notifications.length,
    sent: count('SENT'),
    failed: count('FAILED'),
    posts: taken.length,
    duplicates: duplicatesIn(taken),
    lost: lost.length,
    breaches: [
      ...transactionBreaches(transactions, traffic),
      ...traffic.contradictions.map((line) => `a replay contradicts an acknowledged answer: ${line}`),
      ...lost.map(({ id }) => `notification ${id} is lost`),
      ...notifications.flatMap((notification) => statusBreach(notification, accepted)),
      ...sequenceBreaches(notifications, transactions),
      ...bodyBreaches(notifications, taken),
      ...orderBreaches(taken),
    ],
  };
}

function duplicatesIn(taken: readonly ReceivedPost[]): number {
  const accepted = new Set<string>();
  let duplicates = 0;
  for (const { id, accepted: taking } of taken) {
    if (accepted.has(id)) duplicates += 1;
    if (taking) accepted.add(id);
  }
  return duplicates;
}

function transactionBreaches(transactions: readonly Item[], { orders }: Traffic): string[] {
  const stored = transactions.map(({ id }) => String(id));
  const answered = orders.map(({ key, acknowledged }) => {
    const answer = answerSchema.safeParse(JSON.parse(acknowledged?.text ?? 'null'));
    return { key, id: answer.data?.data.id };
  });
  const ids = answered.map(({ id }) => id);
  return [
    ...answered.flatMap(({ key, id }) =>
      id !== undefined && stored.filter((one) => one === id).length === 1
        ? []
        : [`${key} was acknowledged as ${id}, which is not on record once`],
    ),
    ...(new Set(ids).size === ids.length ? [] : ['two orders were acknowledged with one transaction']),
    ...stored.flatMap((id) => (ids.includes(id) ? [] : [`transaction ${id} was made twice for an order`])),
  ];
}

function statusBreach({ id, status }: NotificationItem, accepted: ReadonlySet<string>): string[] {
  if (status === 'PENDING') return [`notification ${id} has not ended`];
  if (status === 'SENT' && !accepted.has(id)) return [`notification ${id} is SENT and never arrived`];
  return status === 'SENT' || status === 'FAILED' ? [] : [`notification ${id} is ${status}`];
}

/** Events of a transaction are numbered without gaps, up to the transaction's own sequence. */
function sequenceBreaches(notifications: readonly NotificationItem[], transactions: readonly Item[]): string[] {
  return transactions.flatMap(({ id, sequence }) => {
    const numbers = notifications
      .filter(({ transactionId }) => transactionId === id)
      .map(({ SK }) => Number(SK.slice('NTF#'.length)))
      .toSorted((left, right) => left - right);
    const gapless = numbers.every((number, index) => number === index + 1);
    return gapless && numbers.length === sequence
      ? []
      : [`transaction ${id} has ${sequence} events and notifications ${numbers.join(', ')}`];
  });
}

function bodyBreaches(notifications: readonly NotificationItem[], taken: readonly ReceivedPost[]): string[] {
  const bodies = new Map(notifications.map(({ id, body }) => [id, body]));
  return taken.flatMap(({ id, body }) =>
    bodies.get(id) === body ? [] : [`a post of ${id} has another body than is on record`],
  );
}

/** Among the first posts of a transaction's notifications, each comes after the one before it. */
function orderBreaches(taken: readonly ReceivedPost[]): string[] {
  const seen = new Set<string>();
  const latest = new Map<string, number>();
  return taken.flatMap(({ id, body }) => {
    if (seen.has(id)) return [];
    seen.add(id);
    const { transactionId, sequence } = payloadSchema.parse(JSON.parse(body));
    if (transactionId === undefined || sequence === undefined) return [];
    const before = latest.get(transactionId) ?? 0;
    latest.set(transactionId, sequence);
    return sequence === before + 1
      ? []
      : [`transaction ${transactionId}: event ${sequence} was first sent after event ${before}`];
  });
}
