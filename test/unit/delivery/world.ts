/** A simulation around the real workers, in which calls interleave, break off and repeat by a seed. */
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import type { DeliveryDependencies } from '#functions/workers/deliver-webhook/dependencies';
import { redrive } from '#functions/workers/redrive-overdue/redrive-overdue';
import { Chance } from '#local/chance';
import { startManualRetry, startReplay } from '#shared/webhooks/deliveries/replay';
import type { DeliveryItem } from '#shared/webhooks/item';
import { type DeliveryMessage, nextAttemptMessage, parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { delaySeconds, type OutgoingMessage } from '#shared/webhooks/messaging/queues';
import type { DueStore } from '#shared/webhooks/redrive/repository';
import {
  Clock,
  Crash,
  FIRST_ATTEMPTS_QUEUE,
  MemoryStore,
  noEventBuses,
  ok,
  RETRIES_QUEUE,
  refused,
  STEPS,
} from '#test/unit/delivery/fakes';

const VISIBILITY_MS = 120_000;
const MAX_RECEIVES = 5;

interface Queued {
  readonly message: DeliveryMessage;
  visibleAtMs: number;
  receives: number;
  inFlight: boolean;
  deleted: boolean;
}

export interface FailureRates {
  readonly crash: number;
  readonly repeat: number;
  readonly lose: number;
  readonly refuse: number;
  /** Sequence number whose attempt always breaks the worker. */
  readonly poison: number;
}

/** Holds simulated calls until the run releases one of them: the run chooses the interleaving. */
class Scheduler {
  readonly waiting: (() => void)[] = [];
  step(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

export class World {
  readonly random: () => number;
  readonly clock = new Clock();
  readonly store = new MemoryStore();
  readonly queue: Queued[] = [];
  readonly dead: DeliveryMessage[] = [];
  readonly posts: { sequence: number; startedMs: number; first: boolean; body: string; endedAt: number }[] = [];
  readonly accepted = new Set<string>();
  readonly scheduler = new Scheduler();
  readonly rates: FailureRates;
  running = 0;
  private ticks = 0;

  constructor(seed: number, rates: FailureRates) {
    const chance = new Chance(seed);
    this.random = () => chance.fraction();
    this.rates = rates;
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Every external call of a worker: others run before it, and the worker may crash before or after it. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.scheduler.step();
    if (this.chance(this.rates.crash)) throw new Crash();
    const result = await work();
    await this.scheduler.step();
    if (this.chance(this.rates.crash)) throw new Crash();
    return result;
  }

  send(outgoing: readonly OutgoingMessage[]): void {
    for (const { message, delayMs } of outgoing) {
      const copies = this.chance(this.rates.repeat) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        this.queue.push({
          message: parseDeliveryMessage(JSON.stringify(message)),
          visibleAtMs: this.clock.ms + delaySeconds(delayMs ?? 0) * 1000,
          receives: 0,
          inFlight: false,
          deleted: false,
        });
      }
    }
  }

  dependencies(): DeliveryDependencies {
    const { store } = this;
    return {
      store: {
        read: (key) => this.call(() => store.read(key)),
        readNotification: (key) => this.call(() => store.readNotification(key)),
        readAdjacent: (key, side) => this.call(() => store.readAdjacent(key, side)),
        block: (item, previous, untilMs) => this.call(() => store.block(item, previous, untilMs)),
        acquireLease: (claim) => this.call(() => store.acquireLease(claim)),
        putAnswer: (item, answer) => this.call(() => store.putAnswer(item, answer)),
        save: (before, after) => this.call(() => store.save(before, after)),
        readSettings: () => store.readSettings(),
        readEndpoint: (partnerId, endpointId) => store.readEndpoint(partnerId, endpointId),
      },
      targets: { forDelivery: async () => ({ kind: 'URL', url: 'https://partner.example', secrets: ['whsec_AAAA'] }) },
      sender: { send: ({ id, body }) => this.post(id, body) },
      eventBuses: noEventBuses,
      queues: { send: (outgoing) => this.call(async () => this.send(outgoing)), postpone: async () => {} },
      firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
      retriesQueueUrl: RETRIES_QUEUE,
      waits: [0, 60, 300, 600, 900],
      now: this.clock.now,
      pause: async () => {},
      random: this.random,
    };
  }

  private async post(id: string, body: string) {
    const sequence = Number(id.slice(-12));
    if (sequence === this.rates.poison) throw new Crash();
    const first = !this.posts.some((post) => post.sequence === sequence);
    this.ticks += 1;
    const entry = { sequence, startedMs: this.ticks, first, body, endedAt: Number.POSITIVE_INFINITY };
    this.posts.push(entry);
    await this.scheduler.step();
    this.ticks += 1;
    entry.endedAt = this.ticks;
    const accepts = !this.chance(this.rates.refuse);
    if (accepts) this.accepted.add(id);
    // An answer may come after the deadline: the endpoint has accepted, and the worker does not know.
    if (this.chance(this.rates.crash)) return { statusCode: null, durationMs: 10_000, error: 'Timed out after 10 s' };
    return accepts ? ok : refused;
  }

  /** One receive by a worker that runs concurrently with the others. */
  receive(entry: Queued): void {
    entry.receives += 1;
    if (entry.receives > MAX_RECEIVES) {
      entry.deleted = true;
      this.dead.push(entry.message);
      return;
    }
    entry.visibleAtMs = this.clock.ms + VISIBILITY_MS;
    this.track(
      deliver(this.dependencies(), entry.message).then(
        (result) => {
          if (result === 'done') entry.deleted = !this.chance(this.rates.repeat) || entry.deleted;
          else entry.visibleAtMs = this.clock.ms + Math.ceil(result.retryInMs / 1000) * 1000;
        },
        (error) => {
          if (!(error instanceof Crash)) throw error;
        },
      ),
    );
  }

  track(work: Promise<unknown>): void {
    this.running += 1;
    work
      .catch((error) => this.failures.push(error))
      .finally(() => {
        this.running -= 1;
      });
  }
  readonly failures: unknown[] = [];

  due(): DueStore {
    const items = () => [...this.store.items.values()];
    return {
      list: async (partition, beforeMs) => ({
        items: items().filter(
          ({ duePk, dueAt }) =>
            duePk === partition && dueAt !== undefined && dueAt < (beforeMs ?? Number.POSITIVE_INFINITY),
        ),
        next: undefined,
      }),
      reschedule: async (key, seenMs, dueAtMs) => {
        const item = this.store.get(key);
        if (item.dueAt !== seenMs) return false;
        const { outbox: _, ...rest } = item;
        this.store.put({ ...rest, dueAt: dueAtMs });
        return true;
      },
      clearSchedule: async () => {
        throw new Error('A finished notification was still due');
      },
    };
  }

  async redrive(): Promise<void> {
    const queues = { send: async (outgoing: readonly OutgoingMessage[]) => this.send(outgoing) };
    await redrive(
      {
        due: this.due(),
        queues,
        firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
        retriesQueueUrl: RETRIES_QUEUE,
        stepsQueueUrl: STEPS,
        now: this.clock.now,
      },
      { rebuild: false },
    );
  }

  /** A partner's manual retry of a failed notification, as the API writes it. */
  retryByHand(item: DeliveryItem): void {
    const again = startManualRetry(item, this.clock.ms);
    this.store.put(again);
    this.publish(again);
  }

  /** A partner's replay of one that has ended, as the API writes it. */
  replay(item: DeliveryItem): void {
    const again = startReplay(item, this.clock.ms);
    this.store.put(again);
    this.publish(again);
  }

  /** Stream, bus and rule in one: an event may be lost, and may come twice. */
  publish(item: DeliveryItem): void {
    if (!this.chance(this.rates.lose))
      this.send([{ queueUrl: FIRST_ATTEMPTS_QUEUE, message: nextAttemptMessage(item) }]);
  }
}
