import { FEED_BACKLOG } from '#shared/changes/stream/repository';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logError, logWarning, metric } from '#shared/platform/observability/log';
import { type DeliveryItem, deliveryItem, toAddress } from '#shared/webhooks/item';
import { isStepEntity, nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import {
  type DeliveryQueues,
  deliveryQueueFor,
  MAX_DELAY_S,
  type OutgoingMessage,
  type QueueClient,
} from '#shared/webhooks/messaging/queues';
import {
  type DueCursor,
  type DueFields,
  type DueItem,
  type DueStore,
  decodeDueItem,
  listDuePartitions,
} from '#shared/webhooks/redrive/repository';

/** Time after which a redriven item is overdue again, ms. */
const REDRIVE_INTERVAL_MS = 300_000;
/** Time after which a redriven backlog of a change feed is drained again, ms. */
const BACKLOG_REDRIVE_INTERVAL_MS = 60_000;
/** Maximum pages of 100 items per partition and run. The next run continues with the items that are still overdue. */
const MAX_PAGES = 10;
/** No page starts after this time, ms: the function can run for 50 s. */
const TIME_BUDGET_MS = 40_000;

export interface RedriveDependencies extends DeliveryQueues {
  readonly due: DueStore;
  readonly queues: Pick<QueueClient, 'send'>;
  readonly stepsQueueUrl: string;
  readonly now: () => number;
}

/** Number of items that were sent again, by entity. */
export type RedriveCounts = Readonly<Record<string, number>>;

/**
 * Sends the message of every overdue item again (docs/adr/004). Advances the item's due time first, so two concurrent redrives
 * send only one message. A crash between the two operations delays the item by five minutes.
 * @param options.rebuild also sends items that are due later, each with its delay, for queues that have lost their messages
 * @throws Error if a partition could not be redriven, after all other partitions were redriven
 */
export async function redrive(
  deps: RedriveDependencies,
  { rebuild }: { readonly rebuild: boolean },
): Promise<RedriveCounts> {
  const startedMs = deps.now();
  const runs = await Promise.allSettled(
    listDuePartitions().map((partition) => redrivePartition(deps, partition, { rebuild, startedMs })),
  );
  const counts = runs.map((run) => (run.status === 'fulfilled' ? run.value : []));
  const redriven: Record<string, number> = {};
  for (const entity of counts.flat()) redriven[entity] = (redriven[entity] ?? 0) + 1;
  metric('redriven', counts.flat().length, redriven);
  // Redriven webhooks are unusual and have a separate metric. Redriven expiries are normal: only the redrive finds expiries.
  const webhooks = (redriven.NTF ?? 0) + (redriven.DELIVERY ?? 0);
  if (webhooks > 0) metric('redrivenWebhooks', webhooks);
  const failed = runs.filter(({ status }) => status === 'rejected').length;
  // The other partitions were redriven. In a minute, the next redrive reads the failed partitions again. Items that were already
  // rescheduled become due again in five minutes.
  if (failed > 0) throw new Error(`${failed} of ${runs.length} partitions could not be redriven`);
  return redriven;
}

async function redrivePartition(
  deps: RedriveDependencies,
  partition: string,
  { rebuild, startedMs }: { readonly rebuild: boolean; readonly startedMs: number },
): Promise<string[]> {
  const redriven: string[] = [];
  let after: DueCursor | undefined;
  for (let page = 0; page === 0 || after !== undefined; page += 1) {
    if ((page >= MAX_PAGES && !rebuild) || deps.now() - startedMs > TIME_BUDGET_MS) {
      const count = redriven.length;
      logWarning('A redrive stopped before the end of its partition', { worker: 'redriveOverdue', count });
      break;
    }
    const { items, next } = await deps.due.list(partition, rebuild ? undefined : startedMs, after);
    crashPoint('redrive.beforeReschedule');
    const found = await Promise.all(items.map((item) => redriveItem(deps, item, rebuild)));
    const outgoing = found.filter((one) => one !== undefined);
    crashPoint('redrive.afterReschedule');
    await deps.queues.send(outgoing.map((one) => one.outgoing));
    crashPoint('redrive.afterSend');
    for (const one of outgoing.map((one) => one.entity)) redriven.push(one);
    after = next;
  }
  return redriven;
}

interface RedrivenItem {
  readonly entity: string;
  readonly outgoing: OutgoingMessage;
}

/** Advances the due time of an item and returns its message; `undefined` if there is nothing to send. */
async function redriveItem(
  deps: RedriveDependencies,
  item: DueItem,
  rebuild: boolean,
): Promise<RedrivenItem | undefined> {
  const due = decodeDueItem(item);
  if (due === undefined) return undefined;
  const { key, dueAt, entity } = due;
  // The item is due later: a rebuild sends its message with a delay and keeps its due time.
  const isLater = dueAt >= deps.now();
  if (isLater && !rebuild) return undefined;
  const advance = (ms: number) => deps.due.reschedule(key, dueAt, deps.now() + ms);
  try {
    if (entity === FEED_BACKLOG) {
      // The changed due time reaches `projectChanges` through the stream, and `projectChanges` then drains the backlog.
      if (!isLater) await advance(BACKLOG_REDRIVE_INTERVAL_MS);
      return undefined;
    }
    const redriven =
      entity === 'NTF' || entity === 'DELIVERY'
        ? await redriveDelivery(deps, deliveryItem.parse(item), due)
        : redriveStep(deps, due);
    if (redriven === undefined || isLater || (await advance(REDRIVE_INTERVAL_MS))) return redriven;
  } catch (error) {
    logError('An item could not be redriven', error, { worker: 'redriveOverdue', entity: String(entity) });
  }
  return undefined;
}

async function redriveDelivery(
  deps: RedriveDependencies,
  item: DeliveryItem,
  { key, dueAt }: DueFields,
): Promise<RedrivenItem | undefined> {
  if (item.status !== 'PENDING') {
    await deps.due.clearSchedule(key, dueAt);
    return undefined;
  }
  const readyMs = Math.max(item.nextAttemptAt ?? 0, item.leaseUntil === undefined ? 0 : item.leaseUntil + 1000);
  const queueUrl = deliveryQueueFor(item, deps);
  return {
    entity: item.entity,
    outgoing: { queueUrl, message: nextAttemptMessage(item), delayMs: readyMs - deps.now() },
  };
}

/** Builds the message of a step with the step's time `stepAt`, because an earlier redrive may have advanced `dueAt`. */
function redriveStep(deps: RedriveDependencies, { key, dueAt, entity, ...due }: DueFields): RedrivenItem | undefined {
  if (!isStepEntity(entity) || typeof due.partnerId !== 'string') {
    logWarning('An item of an unknown kind is due', { worker: 'redriveOverdue' });
    return undefined;
  }
  const stepAt = typeof due.stepAt === 'number' ? due.stepAt : dueAt;
  const message = { v: 1, entity, ...toAddress(key), partnerId: due.partnerId, dueAt: stepAt } as const;
  const delayMs = stepAt - deps.now();
  // The delay exceeds the maximum delay of a queue. The redrive finds the item when it is due.
  if (delayMs > MAX_DELAY_S * 1000) return undefined;
  return { entity, outgoing: { queueUrl: deps.stepsQueueUrl, message, delayMs } };
}
