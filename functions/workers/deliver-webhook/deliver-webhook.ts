import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logInfo, logWarning, metric } from '#shared/platform/observability/log';
import { inTrace } from '#shared/platform/observability/trace';
import { Unstorable } from '#shared/webhooks/deliveries/repository';
import { wakeNext } from '#shared/webhooks/deliveries/wake-next';
import {
  type AttemptResult,
  applyAttempt,
  attemptTime,
  type EndedAttempt,
  explainRefusedLease,
} from '#shared/webhooks/domain/delivery';
import { isStoredApart } from '#shared/webhooks/domain/endpoint-response';
import {
  type FaultInjection,
  type InjectedFault,
  injectedFaultFor,
  noFaultInjection,
  SLOW_BODY_MS,
} from '#shared/webhooks/domain/fault-injection';
import type { DeliveryItem, NotificationItem } from '#shared/webhooks/item';
import { type DeliveryMessage, logFields, nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import type { WebhookTarget } from '#shared/webhooks/targets';
import { awaitPrevious, EARLY_TOLERANCE_MS, readOrderState, toPlannedAttempt, waitUntil } from './await-previous';
import type { DeliveryDependencies, DeliveryResult } from './dependencies';

/** Duration of a lease, ms. The function times out after 20 s, so a running worker never loses its lease. */
const LEASE_MS = 25_000;
/** Maximum writes of an outcome, including the repeated writes after a conflict. */
const MAX_SAVE_ATTEMPTS = 5;

/**
 * Handles one message of a delivery queue and makes at most one attempt. The order is: a conditional write, then the follow-up
 * messages of this write, then the deletion of the message. If the queue delivers the message again after the write, only the
 * follow-up messages are repeated, because they may have been lost.
 * @throws Error if the notification does not exist, or a service fails; the queue delivers the message again
 */
export async function deliver(deps: DeliveryDependencies, message: DeliveryMessage): Promise<DeliveryResult> {
  const [faultInjection = noFaultInjection, orderState] = await Promise.all([
    deps.faultInjectionFor?.(message.partnerId),
    readOrderState(deps, message),
  ]);
  crashPoint('delivery.received');
  const deferral =
    message.attemptsMade === 0 ? await awaitPrevious(deps, message, { orderState, faultInjection }) : undefined;
  if (deferral !== undefined) return deferral;
  crashPoint('delivery.afterOrderCheck');
  const leased = await acquireLease(deps, message);
  if ('result' in leased) return leased.result;
  crashPoint('delivery.afterClaim');
  const { traceparent } = leased.notification;
  const attempt = await inTrace(traceparent, () => makeAttempt(deps, message, leased, faultInjection));
  crashPoint('delivery.afterPost');
  const written = await recordAttempt(deps, leased.item, attempt);
  crashPoint('delivery.afterResult');
  const isFirst = leased.item.firstAttemptAt === undefined;
  const overtaken = written.version !== leased.item.version + 1;
  await followUp(deps, written, { wake: (isFirst && written.hasWaiter === true) || overtaken });
  if (leased.target.kind !== 'NONE')
    await deps.trackHealth?.(message, { error: attempt.error, atMs: attempt.endedAtMs });
  return 'done';
}

interface LeasedAttempt {
  readonly item: DeliveryItem;
  /** Target in the endpoint's settings when the lease was acquired. */
  readonly target: WebhookTarget;
  /** Notification with the body to send: a delivery to an additional endpoint does not store the body. */
  readonly notification: NotificationItem;
}

/** Acquires the lease of the next attempt, or returns the result for a lease that is not available. */
async function acquireLease(
  deps: DeliveryDependencies,
  message: DeliveryMessage,
  waited = false,
): Promise<LeasedAttempt | { readonly result: DeliveryResult }> {
  const nowMs = deps.now();
  const [response, target, notification] = await Promise.all([
    deps.store.acquireLease({
      delivery: message,
      deliveryRun: message.deliveryRun,
      attemptsMade: message.attemptsMade,
      nowMs,
      leaseUntilMs: nowMs + LEASE_MS,
      earlyMs: EARLY_TOLERANCE_MS,
    }),
    deps.targets.forDelivery(message),
    message.endpointId === undefined ? undefined : deps.store.readNotification(message),
  ]);
  if (response.acquired)
    return { item: response.item, target, notification: notificationOf(response.item, notification) };
  const { item } = response;
  if (item === undefined) throw new Error('A message names a notification that does not exist');

  const refusal = explainRefusedLease(item, message, nowMs);
  switch (refusal.kind) {
    case 'ENDED':
      // A message of an older delivery run schedules no attempt.
      if (item.deliveryRun === message.deliveryRun) await followUp(deps, item, { wake: true });
      else await wakeNext(deps, item);
      return { result: 'done' };
    case 'AHEAD':
      logWarning('A message is ahead of its notification', logFields(message));
      return { result: 'done' };
    case 'LEASED':
      // Keep the message in the queue: the lease may belong to a second receive of this message.
      return { result: { retryInMs: refusal.untilMs - nowMs + 1000 } };
    case 'EARLY': {
      const result = await waitUntil(deps, refusal.dueMs);
      if (result !== undefined) return { result };
      // The attempt is due now, so try again.
      return waited ? { result: { retryInMs: 1000 } } : acquireLease(deps, message, true);
    }
  }
}

function notificationOf(item: DeliveryItem, read: NotificationItem | undefined): NotificationItem {
  const notification = item.entity === 'NTF' ? item : read;
  if (notification === undefined) throw new Error('The message of a delivery does not name its endpoint');
  return notification;
}

async function makeAttempt(
  deps: DeliveryDependencies,
  message: DeliveryMessage,
  { item, target, notification }: LeasedAttempt,
  faultInjection: FaultInjection,
): Promise<EndedAttempt> {
  const startedAtMs = deps.now();
  const fault = injectedFaultFor(faultInjection, toPlannedAttempt(item));
  const made = await send(deps, { target, notification }, fault);
  const endedAtMs = deps.now();
  deps.slow?.recordDuration(message, made.durationMs);
  logInfo('Attempt made', {
    ...logFields(message),
    attempt: message.attemptsMade + 1,
    statusCode: made.statusCode ?? undefined,
    durationMs: made.durationMs,
    reason: made.error ?? undefined,
  });
  metric(made.error === null ? 'delivered' : 'attemptFailed', 1);
  if (item.firstAttemptAt === undefined) metric('firstAttemptMs', startedAtMs - Date.parse(item.createdAt));
  const isLast = fault === 'FAIL_FAST' || (target.kind === 'NONE' && target.isFinal);
  return {
    ...made,
    isLast,
    deliveryRun: message.deliveryRun,
    attemptsMade: message.attemptsMade,
    startedAtMs,
    endedAtMs,
  };
}

async function send(
  deps: DeliveryDependencies,
  { target, notification }: Pick<LeasedAttempt, 'target' | 'notification'>,
  fault: InjectedFault | undefined,
): Promise<AttemptResult> {
  const { id, partnerId, event, body, traceparent } = notification;
  switch (target.kind) {
    case 'NONE':
      return notSent(target.reason);
    case 'EVENT_BUS': {
      const outbound = { eventBusArn: target.eventBusArn, partnerId, event, body };
      return withFault(fault, async (slowMs) => {
        // An event cannot be sent slowly as an HTTP body can, so the whole event is delayed.
        if (slowMs !== undefined) await deps.pause(slowMs);
        return deps.eventBuses.put(outbound);
      });
    }
    case 'URL': {
      const { url, secrets } = target;
      if (secrets.length === 0) return notSent('No webhook secret');
      const outbound = { url, secrets, id, body, traceparent };
      return withFault(fault, (slowMs) =>
        deps.sender.send({ ...outbound, ...(slowMs === undefined ? {} : { slowMs }) }),
      );
    }
  }
}

/**
 * Makes an attempt with the requested fault.
 * @param make makes one attempt: slowly over `slowMs`, or at normal speed without `slowMs`
 */
async function withFault(
  fault: InjectedFault | undefined,
  make: (slowMs?: number) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  switch (fault) {
    case 'DROP_FIRST_ATTEMPT':
      return notSent('Dropped by the sandbox, as asked for');
    case 'DUPLICATE':
      return twice(make);
    case 'SLOW':
      return make(SLOW_BODY_MS);
    case 'DELAY':
    case 'REORDER':
    case 'FAIL_FAST':
    case undefined:
      return make();
  }
}

/** Makes two concurrent attempts: in sequence they could exceed the function's timeout. The delivery needs only one success. */
async function twice(make: () => Promise<AttemptResult>): Promise<AttemptResult> {
  const [first, second] = await Promise.all([make(), make()]);
  return first.error !== null && second.error === null ? second : first;
}

function notSent(error: string): AttemptResult {
  return { statusCode: null, durationMs: 0, error };
}

/**
 * Stores the attempt. A long response has a separate item, which is stored first. If the table refuses the response, the attempt
 * is stored without the response.
 */
async function recordAttempt(
  deps: DeliveryDependencies,
  leasedItem: DeliveryItem,
  attempt: EndedAttempt,
): Promise<DeliveryItem> {
  const { responseBody, ...bare } = attempt;
  try {
    if (isStoredApart(responseBody)) {
      await deps.store.putResponse(leasedItem, { at: attemptTime(attempt), text: responseBody });
      crashPoint('delivery.afterResponse');
    }
    return await writeOutcome(deps, leasedItem, attempt);
  } catch (error) {
    if (!(error instanceof Unstorable) || responseBody === undefined) throw error;
    return writeOutcome(deps, leasedItem, bare);
  }
}

/** Writes the outcome of the attempt to the current item, and returns the updated item. */
async function writeOutcome(
  deps: DeliveryDependencies,
  leasedItem: DeliveryItem,
  attempt: EndedAttempt,
): Promise<DeliveryItem> {
  let item = leasedItem;
  const random = deps.random();
  const write = async (): Promise<DeliveryItem | undefined> => {
    const next = applyAttempt(item, attempt, { waits: deps.waits, random });
    if (next === undefined) return item;
    const result = await deps.store.save(item, next);
    if (result.saved) {
      if (next.status === 'FAILED') metric('deliveryFailed', 1);
      return next;
    }
    if (result.current === undefined) throw new Error('A notification has gone while it was delivered');
    item = result.current;
    return undefined;
  };
  return retryOnConflict(write, { maxAttempts: MAX_SAVE_ATTEMPTS, waits: false });
}

/** Sends the message of the next attempt and wakes the next notification. This function is safe to repeat. */
async function followUp(deps: DeliveryDependencies, item: DeliveryItem, { wake }: { wake: boolean }): Promise<void> {
  if (item.status === 'PENDING' && item.retryAttempts > 0) {
    const delayMs = (item.nextAttemptAt ?? 0) - deps.now();
    await deps.queues.send([{ queueUrl: deps.retriesQueueUrl, message: nextAttemptMessage(item), delayMs }]);
  }
  crashPoint('delivery.afterResend');
  if (wake) await wakeNext(deps, item);
  crashPoint('delivery.afterWakeNext');
}
