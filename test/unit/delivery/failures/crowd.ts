/**
 * Simulates both delivery queues under load, in virtual time. The queues deliver batches of ten messages to as many workers as
 * the stack allows; each worker has its own memory. With fair queues, a queue first delivers messages of the partner with the
 * fewest messages in flight. Otherwise it delivers the oldest message first.
 */
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import type { DeliveryDependencies } from '#functions/workers/deliver-webhook/dependencies';
import { crowdsIn, quarantineSlowTarget } from '#functions/workers/deliver-webhook/quarantine';
import { readersOfUsualAccount } from '#infra/config/capacity';
import type { AttemptResult } from '#shared/webhooks/domain/delivery';
import type { NotificationItem } from '#shared/webhooks/item';
import { type DeliveryMessage, nextAttemptMessage, parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { deliveryQueueFor, type OutgoingMessage } from '#shared/webhooks/messaging/queues';
import { trackSlowTargets } from '#shared/webhooks/slow-targets';
import { Clock, FIRST_ATTEMPTS_QUEUE, MemoryStore, noEventBuses, ok, RETRIES_QUEUE } from '#test/unit/delivery/fakes';

const BATCH = 10;
const QUEUES = { firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE, retriesQueueUrl: RETRIES_QUEUE };
/** Duration of a request that sends messages to a queue, in ms. */
const SEND_MS = 20;

export interface CrowdOptions {
  /** True if the queues are fair (SQS message groups). @default true */
  readonly fair?: boolean;
  /** True if workers remember slow endpoints. @default true */
  readonly quarantines?: boolean;
  /**
   * True if workers move messages to the retry queue when at least half of their batch is for one endpoint of unknown speed.
   * @default true
   */
  readonly movesCrowds?: boolean;
  /** Number of parallel workers per queue. @default the values of the sandbox in an account with 1,000 concurrent executions */
  readonly workers?: Readonly<Record<'firstAttempts' | 'retries', number>>;
  /** Duration (ms) and result of a delivery attempt to a partner. */
  readonly endpoint: (partnerId: string) => { readonly takesMs: number; readonly succeeds: boolean };
}

/**
 * Messages in a queue, by partner. `next` is the index of the first waiting message; taken messages remain, because `shift` on
 * 100,000 messages is slow.
 */
class GroupedQueue {
  private readonly groups = new Map<string, { messages: DeliveryMessage[]; next: number; inFlight: number }>();
  private readonly arrivals: string[] = [];
  private nextArrival = 0;
  size = 0;

  constructor(private readonly fair: boolean) {}

  put(message: DeliveryMessage): void {
    const group = this.groups.get(message.partnerId) ?? { messages: [], next: 0, inFlight: 0 };
    this.groups.set(message.partnerId, group);
    group.messages.push(message);
    if (!this.fair) this.arrivals.push(message.partnerId);
    this.size += 1;
  }

  take(): DeliveryMessage | undefined {
    const waiting = [...this.groups.values()].filter(({ messages, next }) => next < messages.length);
    const group = this.fair
      ? waiting.toSorted((left, right) => left.inFlight - right.inFlight)[0]
      : this.groups.get(this.arrivals[this.nextArrival] ?? '');
    const message = group?.messages[group.next];
    if (group === undefined || message === undefined) return undefined;
    this.nextArrival += 1;
    group.next += 1;
    group.inFlight += 1;
    this.size -= 1;
    return message;
  }

  done({ partnerId }: DeliveryMessage): void {
    const group = this.groups.get(partnerId);
    if (group !== undefined) group.inFlight -= 1;
  }
}

/** Store in which each notification belongs to a different transaction. */
class AloneStore extends MemoryStore {
  override async readAdjacent(): Promise<undefined> {}
}

/** A slot of a queue for one batch at a time. The number of slots limits the parallel workers of the queue. */
interface Reader {
  readonly queue: string;
  busy: boolean;
}

export class Crowd {
  readonly clock = new Clock();
  readonly store = new AloneStore();
  /** Time from the commit of each notification to its first attempt, in ms, by partner. */
  readonly waits = new Map<string, number[]>();
  /** Messages that were sent to each queue, with the partner. */
  readonly sent: { queue: string; partnerId: string }[] = [];
  private readonly queues: ReadonlyMap<string, GroupedQueue>;
  private readonly readers: readonly Reader[];
  /**
   * Dependencies of idle workers, for both queues. A new batch takes the dependencies at the end of the list, which were used
   * most recently.
   */
  private readonly idle: DeliveryDependencies[] = [];
  private readonly timers = new Map<number, (() => void)[]>();
  /** Times of the timers, latest first. */
  private readonly times: number[] = [];
  private readonly committedMs = new Map<string, number>();

  constructor(private readonly options: CrowdOptions) {
    const { fair = true, workers = readersOfUsualAccount } = options;
    const counts = { [FIRST_ATTEMPTS_QUEUE]: workers.firstAttempts, [RETRIES_QUEUE]: workers.retries };
    this.queues = new Map([FIRST_ATTEMPTS_QUEUE, RETRIES_QUEUE].map((queue) => [queue, new GroupedQueue(fair)]));
    this.readers = Object.entries(counts).flatMap(([queue, count]) =>
      Array.from({ length: count }, () => ({ queue, busy: false })),
    );
  }

  /** Commits a notification or a replay at the current time. Its message is in the queue immediately. */
  commit(item: NotificationItem): void {
    this.store.put(item);
    this.committedMs.set(item.id, this.clock.ms);
    this.send([{ queueUrl: deliveryQueueFor(item, QUEUES), message: nextAttemptMessage(item) }]);
  }

  /** Calls `work` at the given virtual time. */
  at(atMs: number, work: () => void): void {
    const works = this.timers.get(atMs);
    if (works !== undefined) {
      works.push(work);
      return;
    }
    this.timers.set(atMs, [work]);
    this.times.splice(this.times.findLastIndex((time) => time > atMs) + 1, 0, atMs);
  }

  /** Runs the simulation until a virtual time. */
  async run(untilMs: number): Promise<void> {
    while (this.clock.ms <= untilMs) {
      this.startBatches();
      await new Promise((settled) => setImmediate(settled));
      if (this.readers.some(({ queue, busy }) => !busy && (this.queues.get(queue)?.size ?? 0) > 0)) continue;
      const nextMs = this.times.at(-1);
      if (nextMs === undefined || nextMs > untilMs) return;
      this.times.pop();
      this.clock.ms = Math.max(this.clock.ms, nextMs);
      const due = this.timers.get(nextMs) ?? [];
      this.timers.delete(nextMs);
      for (const go of due) go();
    }
  }

  private startBatches(): void {
    for (const reader of this.readers) {
      const queue = this.queues.get(reader.queue);
      if (reader.busy || queue === undefined || queue.size === 0) continue;
      const batch: DeliveryMessage[] = [];
      for (let message = queue.take(); message !== undefined; message = batch.length < BATCH ? queue.take() : undefined)
        batch.push(message);
      reader.busy = true;
      const on = this.idle.pop() ?? this.dependencies();
      const crowds = this.options.movesCrowds === false ? new Set<string>() : crowdsIn(batch);
      const received = { queueUrl: reader.queue, crowds };
      void Promise.all(batch.map((message) => this.handle(on, message, received))).then(() => {
        for (const message of batch) queue.done(message);
        reader.busy = false;
        this.idle.push(on);
      });
    }
  }

  private async handle(
    on: DeliveryDependencies,
    message: DeliveryMessage,
    received: { readonly queueUrl: string; readonly crowds: ReadonlySet<string> },
  ): Promise<void> {
    if (await quarantineSlowTarget(on, message, received)) return;
    const result = await deliver(on, message);
    if (result === 'done') return;
    this.at(this.clock.ms + result.retryInMs, () => this.queues.get(received.queueUrl)?.put(message));
  }

  private async wait(ms: number): Promise<void> {
    await new Promise<void>((go) => this.at(this.clock.ms + ms, go));
  }

  private send(outgoing: readonly OutgoingMessage[]): void {
    for (const { queueUrl, message, delayMs = 0 } of outgoing) {
      this.sent.push({ queue: queueUrl, partnerId: message.partnerId });
      const put = () => this.queues.get(queueUrl)?.put(parseDeliveryMessage(JSON.stringify(message)));
      if (delayMs <= 0) put();
      else this.at(this.clock.ms + delayMs, put);
    }
  }

  private dependencies(): DeliveryDependencies {
    const { store, clock, options } = this;
    return {
      store,
      sender: { send: ({ id, url }) => this.post(id, url) },
      eventBuses: noEventBuses,
      queues: {
        send: async (outgoing) => {
          await this.wait(SEND_MS);
          this.send(outgoing);
        },
        postpone: async () => undefined,
      },
      // The URL of each target is only the partner id, so `post` knows the partner of an attempt.
      targets: { forDelivery: async ({ partnerId }) => ({ kind: 'URL', url: partnerId, secrets: ['whsec_AAAA'] }) },
      ...(options.quarantines === false ? {} : { slow: trackSlowTargets(clock.now) }),
      ...QUEUES,
      waits: [0, 60, 300, 600, 900],
      now: clock.now,
      pause: async () => undefined,
      random: () => 0,
    };
  }

  private async post(id: string, partnerId: string): Promise<AttemptResult> {
    const committedMs = this.committedMs.get(id);
    if (committedMs !== undefined) {
      this.committedMs.delete(id);
      const waits = this.waits.get(partnerId) ?? [];
      this.waits.set(partnerId, waits);
      waits.push(this.clock.ms - committedMs);
    }
    const { takesMs, succeeds } = this.options.endpoint(partnerId);
    await this.wait(takesMs);
    return succeeds
      ? { ...ok, durationMs: takesMs }
      : { statusCode: null, durationMs: takesMs, error: 'Timed out after 10 s' };
  }
}

/** Returns the percentile of the values. @param share fraction from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
