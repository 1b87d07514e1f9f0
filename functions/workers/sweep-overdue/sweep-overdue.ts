import type { DueCursor, DueStore } from '#shared/data/due-items';
import { FEED_BACKLOG } from '#shared/data/feed-backlog';
import { type NotificationItem, notificationItem } from '#shared/data/items/notification';
import { duePartitions, type Key } from '#shared/data/keys';
import type { RawItem } from '#shared/data/table';
import { type Lanes, laneOf } from '#shared/delivery/lanes';
import { isStepEntity, messageFor, type StepMessage } from '#shared/delivery/messages';
import { MAX_DELAY_S, type Outgoing, type Queues } from '#shared/delivery/queues';
import { crashPoint } from '#shared/observability/crash-point';
import { logError, logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';

/** When an item that was sent again counts as lost again. */
const AGAIN_MS = 300_000;
/** When a backlog of a feed is taken on again. */
const BACKLOG_AGAIN_MS = 60_000;
/** Pages of 100 items per partition and run; the next run goes on where this one stopped. */
const MAX_PAGES = 10;
/** No page is begun after this time: the function may run 50 s. */
const BUDGET_MS = 40_000;

export interface SweepDependencies extends Lanes {
  readonly due: DueStore;
  readonly queues: Pick<Queues, 'send'>;
  readonly stepsQueueUrl: string;
  readonly now: () => number;
}

export interface SweepRequest {
  /** Sends what is due later too, each with its delay: for queues that have lost their messages. */
  readonly rebuild: boolean;
}

/** How many items of each entity were sent again. */
export type Swept = Readonly<Record<string, number>>;

/**
 * Sends again whatever is overdue. Everything pending has a time at which it counts as lost, so nothing is
 * lost for good, wherever a message went. An item's time moves on before its message is sent: two sweeps at
 * once send one message, and a crash in between costs five minutes.
 *
 * @throws Error when a partition could not be swept, after the others were
 */
export async function sweep(on: SweepDependencies, request: SweepRequest): Promise<Swept> {
  const startedMs = on.now();
  const runs = await Promise.allSettled(
    duePartitions().map((partition) => sweepPartition(on, request, { partition, startedMs })),
  );
  const counts = runs.map((run) => (run.status === 'fulfilled' ? run.value : []));
  const swept: Record<string, number> = {};
  for (const entity of counts.flat()) swept[entity] = (swept[entity] ?? 0) + 1;
  metric('swept', counts.flat().length, swept);
  // Apart from the steps: those of transactions that expire are found by the sweep and by nothing else.
  if (swept.NTF !== undefined) metric('sweptWebhooks', swept.NTF);
  const failed = runs.filter(({ status }) => status === 'rejected').length;
  // The other partitions were swept; these are looked at again in a minute, and what was touched in five.
  if (failed > 0) throw new Error(`${failed} of ${runs.length} partitions could not be swept`);
  return swept;
}

async function sweepPartition(
  on: SweepDependencies,
  { rebuild }: SweepRequest,
  { partition, startedMs }: { partition: string; startedMs: number },
): Promise<string[]> {
  const swept: string[] = [];
  let after: DueCursor | undefined;
  for (let page = 0; page === 0 || after !== undefined; page += 1) {
    if ((page >= MAX_PAGES && !rebuild) || on.now() - startedMs > BUDGET_MS) {
      logWarning('A sweep ended before its partition did', { worker: 'sweepOverdue', count: swept.length });
      break;
    }
    const { items, next } = await on.due.list(partition, rebuild ? undefined : startedMs, after);
    crashPoint('sweeper.beforeTouch');
    const found = await Promise.all(items.map((item) => sweepItem(on, item, rebuild)));
    const outgoing = found.filter((one) => one !== undefined);
    crashPoint('sweeper.afterTouch');
    await on.queues.send(outgoing.map((one) => one.outgoing));
    crashPoint('sweeper.afterSend');
    swept.push(...outgoing.map((one) => one.entity));
    after = next;
  }
  return swept;
}

interface Found {
  readonly entity: string;
  readonly outgoing: Outgoing;
}

/** What to send for an item, after its time was moved on; `undefined` when there is nothing to do. */
async function sweepItem(on: SweepDependencies, item: RawItem, rebuild: boolean): Promise<Found | undefined> {
  const { PK, SK, dueAt, entity } = item;
  if (typeof PK !== 'string' || typeof SK !== 'string' || typeof dueAt !== 'number') return undefined;
  const later = dueAt >= on.now();
  if (later && !rebuild) return undefined;
  try {
    const place = { key: { PK, SK }, dueAt, later };
    if (entity === FEED_BACKLOG) {
      // The stream brings the moved time to projectChanges, which takes the backlog on.
      if (!later) await on.due.touch(place.key, dueAt, on.now() + BACKLOG_AGAIN_MS);
      return undefined;
    }
    if (entity === 'NTF') return await sweepNotification(on, notificationItem.parse(item), place);
    if (isStepEntity(entity) && typeof item.partnerId === 'string') {
      // An earlier sweep may have moved `dueAt`; where it can, the step keeps a time of its own.
      const stepAt = typeof item.stepAt === 'number' ? item.stepAt : dueAt;
      const message = { v: 1, entity, pk: PK, sk: SK, partnerId: item.partnerId, dueAt: stepAt } as const;
      return await sweepStep(on, message, place);
    }
    logWarning('An item of an unknown kind is due', { worker: 'sweepOverdue' });
  } catch (error) {
    logError('An item could not be swept', error, { worker: 'sweepOverdue', entity: String(entity) });
  }
  return undefined;
}

interface Place {
  readonly key: Key;
  readonly dueAt: number;
  /** Due only later: a rebuild sends it with a delay and leaves its time as it is. */
  readonly later: boolean;
}

async function sweepNotification(
  on: SweepDependencies,
  item: NotificationItem,
  place: Place,
): Promise<Found | undefined> {
  if (item.status !== 'PENDING') {
    await on.due.dismiss(place.key, place.dueAt);
    return undefined;
  }
  if (!place.later && !(await on.due.touch(place.key, place.dueAt, on.now() + AGAIN_MS))) return undefined;
  const readyMs = Math.max(
    item.nextAttemptAt ?? 0,
    item.leaseUntil === undefined ? 0 : item.leaseUntil + 1000,
  );
  return {
    entity: 'NTF',
    outgoing: { queueUrl: laneOf(item, on), message: messageFor(item), delayMs: readyMs - on.now() },
  };
}

/** The message keeps the step's own time: the item's was moved on only so that it is not sent twice. */
async function sweepStep(
  on: SweepDependencies,
  message: StepMessage,
  place: Place,
): Promise<Found | undefined> {
  const delayMs = message.dueAt - on.now();
  // Longer than a queue can hold it back; it is found when it is due.
  if (delayMs > MAX_DELAY_S * 1000) return undefined;
  if (!place.later && !(await on.due.touch(place.key, place.dueAt, on.now() + AGAIN_MS))) return undefined;
  return { entity: message.entity, outgoing: { queueUrl: on.stepsQueueUrl, message, delayMs } };
}
