import { type DeliveryStore, Unstorable } from '#shared/data/deliveries';
import type { NotificationItem } from '#shared/data/items/notification';
import type { Endpoint, Endpoints } from '#shared/delivery/endpoints';
import type { Lanes } from '#shared/delivery/lanes';
import { type DeliveryMessage, messageFor } from '#shared/delivery/messages';
import { nudgeNext } from '#shared/delivery/nudge';
import { afterAttempt, type EndedAttempt } from '#shared/delivery/outcome';
import type { Queues } from '#shared/delivery/queues';
import type { Attempt, Outbound, Sender } from '#shared/delivery/sender';
import type { SlowEndpoints } from '#shared/delivery/slow-endpoints';
import { type Fault, faultOf, noFaults, SLOW_MS, type WebhookFaults } from '#shared/domain/webhooks/faults';
import { crashPoint } from '#shared/observability/crash-point';
import { logInfo, logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { about, EARLY_MS, gate, keyOf, planned, standingOf, waitUntil } from './order-gate';

/** Longer than the function may run (20 s), so that a live owner never loses it. */
const LEASE_MS = 25_000;
/** How long after a lost lease the sweep sends the attempt again. */
const LEASE_GRACE_MS = 60_000;
/** Outcomes written by others while ours is on its way. */
const SAVE_ROUNDS = 5;

export interface DeliveryDependencies extends Lanes {
  readonly store: DeliveryStore;
  readonly endpoints: Endpoints;
  readonly sender: Pick<Sender, 'send'>;
  readonly queues: Queues;
  /** What partners asked their deliveries to suffer, in the sandbox only. @default nothing */
  readonly faultsOf?: (partnerId: string) => Promise<WebhookFaults>;
  /** Whose endpoints were slow lately. @default nobody's */
  readonly slow?: SlowEndpoints;
  /** Seconds before attempt 1, 2, … */
  readonly waits: readonly number[];
  readonly now: () => number;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** What is to become of the message: delete it, or hide it for a while. */
export type Verdict = 'done' | { readonly againInMs: number };

/**
 * Handles one message of a lane: at most one attempt.
 *
 * Every step is a conditional write, then what follows from it, then the end of the message. A message that
 * comes again finds its write done and repeats what follows, since that may be what was lost.
 *
 * @throws Error when the notification does not exist, or a service fails: the message comes again
 */
export async function deliver(on: DeliveryDependencies, message: DeliveryMessage): Promise<Verdict> {
  const [faults = noFaults, standing] = await Promise.all([
    on.faultsOf?.(message.partnerId),
    standingOf(on, message),
  ]);
  crashPoint('delivery.received');
  const early = message.k === 0 ? await gate(on, message, { standing, faults }) : undefined;
  if (early !== undefined) return early;
  crashPoint('delivery.afterGate');
  const claimed = await claim(on, message);
  if ('verdict' in claimed) return claimed.verdict;
  crashPoint('delivery.afterClaim');
  const attempt = await makeAttempt(on, message, claimed, faults);
  crashPoint('delivery.afterPost');
  const written = await record(on, claimed.item, attempt);
  crashPoint('delivery.afterResult');
  const isFirst = claimed.item.firstAttemptAt === undefined;
  const overtaken = written.version !== claimed.item.version + 1;
  await followUp(on, written, { nudge: (isFirst && written.awaited === true) || overtaken });
  return 'done';
}

interface Claimed {
  readonly item: NotificationItem;
  /** As the settings stood at the claim. */
  readonly endpoint: Endpoint;
}

/** Takes the lease for attempt k + 1, or finds out why it is not to be had. */
async function claim(
  on: DeliveryDependencies,
  message: DeliveryMessage,
  waited = false,
): Promise<Claimed | { readonly verdict: Verdict }> {
  const nowMs = on.now();
  const leaseUntilMs = nowMs + LEASE_MS;
  const [answer, endpoint] = await Promise.all([
    on.store.claim({
      key: keyOf(message),
      cycle: message.cycle,
      k: message.k,
      nowMs,
      leaseUntilMs,
      dueAtMs: leaseUntilMs + LEASE_GRACE_MS,
      earlyMs: EARLY_MS,
    }),
    on.endpoints.of(message.partnerId),
  ]);
  if (answer.claimed) return { item: answer.item, endpoint };
  const { item } = answer;
  if (item === undefined) throw new Error('A message names a notification that does not exist');

  const answered =
    item.status !== 'PENDING' || item.cycle !== message.cycle || item.retryAttempts > message.k;
  if (answered) {
    // The outcome is written. Whoever wrote it may have died right then, so what follows from it is repeated;
    // a message of an older cycle has no attempt to ask for any more.
    if (item.cycle === message.cycle) await followUp(on, item, { nudge: true });
    else await nudgeNext(on, item);
    return { verdict: 'done' };
  }
  if (item.retryAttempts < message.k) {
    logWarning('A message is ahead of its notification', about(message));
    return { verdict: 'done' };
  }
  if (item.leaseUntil !== undefined && item.leaseUntil >= nowMs) {
    // Not to be deleted: the other copy may be this very message, received twice.
    return { verdict: { againInMs: item.leaseUntil - nowMs + 1000 } };
  }
  const verdict = await waitUntil(on, item.nextAttemptAt ?? 0);
  if (verdict !== undefined) return { verdict };
  // The lease or the time was in the way and no longer is.
  return waited ? { verdict: { againInMs: 1000 } } : claim(on, message, true);
}

async function makeAttempt(
  on: DeliveryDependencies,
  message: DeliveryMessage,
  { item, endpoint }: Claimed,
  faults: WebhookFaults,
): Promise<EndedAttempt> {
  const startedAtMs = on.now();
  const fault = faultOf(faults, planned(item));
  const made =
    endpoint.url === null
      ? unsent('No webhook URL')
      : await post(on, item, { ...endpoint, url: endpoint.url, fault });
  const endedAtMs = on.now();
  on.slow?.note(item.partnerId, made.durationMs);
  logInfo('Attempt made', {
    ...about(message),
    attempt: message.k + 1,
    statusCode: made.statusCode ?? undefined,
    durationMs: made.durationMs,
    reason: made.error ?? undefined,
  });
  metric(made.error === null ? 'delivered' : 'attemptFailed', 1);
  if (item.firstAttemptAt === undefined) metric('firstAttemptMs', startedAtMs - Date.parse(item.createdAt));
  const isLast = fault === 'FAIL_FAST';
  return { ...made, isLast, cycle: message.cycle, k: message.k, startedAtMs, endedAtMs };
}

async function post(
  on: DeliveryDependencies,
  item: NotificationItem,
  target: {
    readonly url: string;
    readonly secrets: readonly string[];
    readonly fault: Fault | undefined;
  },
): Promise<Attempt> {
  const { url, secrets, fault } = target;
  if (secrets.length === 0) return unsent('No webhook secret');
  const outbound = { url, secrets, id: item.id, body: item.body };
  switch (fault) {
    case 'DROP_FIRST_ATTEMPT':
      return unsent('Dropped by the sandbox, as asked for');
    case 'DUPLICATE':
      return sendTwice(on, outbound);
    case 'SLOW':
      return on.sender.send({ ...outbound, slowMs: SLOW_MS });
    case 'DELAY':
    case 'REORDER':
    case 'FAIL_FAST':
    case undefined:
      return on.sender.send(outbound);
  }
}

/** Both at once: one after the other could outlast the function. Delivered is what either delivered. */
async function sendTwice(on: DeliveryDependencies, outbound: Outbound): Promise<Attempt> {
  const [first, second] = await Promise.all([on.sender.send(outbound), on.sender.send(outbound)]);
  return first.error !== null && second.error === null ? second : first;
}

function unsent(error: string): Attempt {
  return { statusCode: null, durationMs: 0, error };
}

/** Puts the attempt on record, without its answer where that is what the table refuses. */
async function record(
  on: DeliveryDependencies,
  claimed: NotificationItem,
  attempt: EndedAttempt,
): Promise<NotificationItem> {
  try {
    return await writeOutcome(on, claimed, attempt);
  } catch (error) {
    const { responseBody, ...bare } = attempt;
    if (!(error instanceof Unstorable) || responseBody === undefined) throw error;
    return writeOutcome(on, claimed, bare);
  }
}

/** Writes the outcome over whatever stands there by now, and answers the item as it then stands. */
async function writeOutcome(
  on: DeliveryDependencies,
  claimed: NotificationItem,
  attempt: EndedAttempt,
): Promise<NotificationItem> {
  let item = claimed;
  const random = on.random();
  for (let round = 0; round < SAVE_ROUNDS; round += 1) {
    const next = afterAttempt(item, attempt, { waits: on.waits, random });
    if (next === undefined) return item;
    const answer = await on.store.save(item, next);
    if (answer.saved) {
      if (next.status === 'FAILED') metric('deliveryFailed', 1);
      return next;
    }
    if (answer.current === undefined) throw new Error('A notification has gone while it was delivered');
    item = answer.current;
  }
  throw new Error('A notification changes faster than its outcome can be written');
}

/** What an outcome leads to: the message for the next attempt, and the notification waiting behind. Repeating it is harmless. */
async function followUp(
  on: DeliveryDependencies,
  item: NotificationItem,
  { nudge }: { nudge: boolean },
): Promise<void> {
  if (item.status === 'PENDING' && item.retryAttempts > 0) {
    const delayMs = (item.nextAttemptAt ?? 0) - on.now();
    await on.queues.send([{ queueUrl: on.retryLaneUrl, message: messageFor(item), delayMs }]);
  }
  crashPoint('delivery.afterResend');
  if (nudge) await nudgeNext(on, item);
  crashPoint('delivery.afterNudge');
}
