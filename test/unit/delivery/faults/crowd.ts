/**
 * The two lanes under a crowd, in virtual time: batches of ten in as many workers as the stack allows, each
 * with a memory of its own, fed by queues that give out first what belongs to whoever has least in hand (fair
 * queues by message group), or by plain ones.
 */
import { type DeliveryDependencies, deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { sidelined } from '#functions/workers/deliver-webhook/sideline';
import type { NotificationItem } from '#shared/data/items/notification';
import { type DeliveryMessage, messageFor, parseDeliveryMessage } from '#shared/delivery/messages';
import type { Outgoing } from '#shared/delivery/queues';
import type { Attempt } from '#shared/delivery/sender';
import { slowEndpoints } from '#shared/delivery/slow-endpoints';
import { Clock, FIRST_LANE, MemoryStore, ok, RETRY_LANE } from '#test/unit/delivery/fakes';

const BATCH = 10;
/** Workers at once, as infra/stacks/messaging-stack.ts sets them. */
const WORKERS = { [FIRST_LANE]: 50, [RETRY_LANE]: 20 } as const;

export interface CrowdOptions {
  /** Whether queues are fair. @default true */
  readonly fair?: boolean;
  /** Whether workers remember slow endpoints. @default true */
  readonly sidelines?: boolean;
  /** Ms that an attempt at a partner takes, and whether it succeeds. */
  readonly endpoint: (partnerId: string) => { readonly takesMs: number; readonly succeeds: boolean };
}

/** What waits in a lane, by partner. Taken from the front by an index: shifting 100,000 is slow. */
class LaneQueue {
  private readonly groups = new Map<string, { messages: DeliveryMessage[]; next: number; inHand: number }>();
  private readonly arrivals: string[] = [];
  private nextArrival = 0;
  size = 0;

  constructor(private readonly fair: boolean) {}

  put(message: DeliveryMessage): void {
    const group = this.groups.get(message.partnerId) ?? { messages: [], next: 0, inHand: 0 };
    this.groups.set(message.partnerId, group);
    group.messages.push(message);
    if (!this.fair) this.arrivals.push(message.partnerId);
    this.size += 1;
  }

  take(): DeliveryMessage | undefined {
    const waiting = [...this.groups.values()].filter(({ messages, next }) => next < messages.length);
    const group = this.fair
      ? waiting.toSorted((left, right) => left.inHand - right.inHand)[0]
      : this.groups.get(this.arrivals[this.nextArrival] ?? '');
    const message = group?.messages[group.next];
    if (group === undefined || message === undefined) return undefined;
    this.nextArrival += 1;
    group.next += 1;
    group.inHand += 1;
    this.size -= 1;
    return message;
  }

  done({ partnerId }: DeliveryMessage): void {
    const group = this.groups.get(partnerId);
    if (group !== undefined) group.inHand -= 1;
  }
}

/** Each notification of a crowd is alone in its transaction. */
class AloneStore extends MemoryStore {
  override async readNeighbour(): Promise<undefined> {}
}

interface Worker {
  readonly lane: string;
  readonly on: DeliveryDependencies;
  busy: boolean;
}

export class Crowd {
  readonly clock = new Clock();
  readonly store = new AloneStore();
  /** Ms from a notification's commit to its first post, by partner. */
  readonly waits = new Map<string, number[]>();
  /** Messages sent to each lane, by partner. */
  readonly sent: { lane: string; partnerId: string }[] = [];
  private readonly lanes: ReadonlyMap<string, LaneQueue>;
  private readonly workers: readonly Worker[];
  private readonly timers = new Map<number, (() => void)[]>();
  private readonly committedMs = new Map<string, number>();

  constructor(private readonly options: CrowdOptions) {
    const { fair = true } = options;
    this.lanes = new Map([FIRST_LANE, RETRY_LANE].map((lane) => [lane, new LaneQueue(fair)]));
    this.workers = Object.entries(WORKERS).flatMap(([lane, count]) =>
      Array.from({ length: count }, () => ({ lane, on: this.dependencies(), busy: false })),
    );
  }

  /** Commits a notification now; its message is in the lane of first attempts at once. */
  commit(item: NotificationItem): void {
    this.store.put(item);
    this.committedMs.set(item.id, this.clock.ms);
    this.send([{ queueUrl: FIRST_LANE, message: messageFor(item) }]);
  }

  /** Calls `work` at a time. */
  at(atMs: number, work: () => void): void {
    const works = this.timers.get(atMs);
    if (works === undefined) this.timers.set(atMs, [work]);
    else works.push(work);
  }

  /** Runs until a time. */
  async run(untilMs: number): Promise<void> {
    while (this.clock.ms <= untilMs) {
      this.startBatches();
      await new Promise((settled) => setImmediate(settled));
      if (this.workers.some(({ lane, busy }) => !busy && (this.lanes.get(lane)?.size ?? 0) > 0)) continue;
      const nextMs = Math.min(...this.timers.keys());
      if (nextMs > untilMs) return;
      this.clock.ms = Math.max(this.clock.ms, nextMs);
      const due = this.timers.get(nextMs) ?? [];
      this.timers.delete(nextMs);
      for (const go of due) go();
    }
  }

  private startBatches(): void {
    for (const worker of this.workers) {
      const lane = this.lanes.get(worker.lane);
      if (worker.busy || lane === undefined || lane.size === 0) continue;
      const batch: DeliveryMessage[] = [];
      for (
        let message = lane.take();
        message !== undefined;
        message = batch.length < BATCH ? lane.take() : undefined
      )
        batch.push(message);
      worker.busy = true;
      void Promise.all(batch.map((message) => this.handle(worker, message))).then(() => {
        for (const message of batch) lane.done(message);
        worker.busy = false;
      });
    }
  }

  private async handle({ on, lane }: Worker, message: DeliveryMessage): Promise<void> {
    if (await sidelined(on, message, lane)) return;
    const verdict = await deliver(on, message);
    if (verdict !== 'done')
      this.at(this.clock.ms + verdict.againInMs, () => this.lanes.get(lane)?.put(message));
  }

  private send(outgoing: readonly Outgoing[]): void {
    for (const { queueUrl, message, delayMs = 0 } of outgoing) {
      this.sent.push({ lane: queueUrl, partnerId: message.partnerId });
      const put = () => this.lanes.get(queueUrl)?.put(parseDeliveryMessage(JSON.stringify(message)));
      if (delayMs <= 0) put();
      else this.at(this.clock.ms + delayMs, put);
    }
  }

  private dependencies(): DeliveryDependencies {
    const { store, clock, options } = this;
    return {
      store,
      sender: { send: ({ id, url }) => this.post(id, url) },
      queues: { send: async (outgoing) => this.send(outgoing), postpone: async () => undefined },
      // The partner's id stands in for its host, so that a post knows whose endpoint it is.
      endpoints: { of: async (partnerId) => ({ url: partnerId, secrets: ['whsec_AAAA'] }) },
      ...(options.sidelines === false ? {} : { slow: slowEndpoints(clock.now) }),
      firstLaneUrl: FIRST_LANE,
      retryLaneUrl: RETRY_LANE,
      waits: [0, 60, 300, 600, 900],
      now: clock.now,
      pause: async () => undefined,
      random: () => 0,
    };
  }

  private async post(id: string, partnerId: string): Promise<Attempt> {
    const committedMs = this.committedMs.get(id);
    if (committedMs !== undefined) {
      this.committedMs.delete(id);
      const waits = this.waits.get(partnerId) ?? [];
      this.waits.set(partnerId, waits);
      waits.push(this.clock.ms - committedMs);
    }
    const { takesMs, succeeds } = this.options.endpoint(partnerId);
    await new Promise<void>((go) => this.at(this.clock.ms + takesMs, go));
    return succeeds
      ? { ...ok, durationMs: takesMs }
      : { statusCode: null, durationMs: takesMs, error: 'Timed out after 10 s' };
  }
}

/** The value below which the given share lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
