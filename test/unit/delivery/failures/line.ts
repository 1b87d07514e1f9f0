/**
 * The delivery path from a committed notification to the partner's endpoint, in memory and in virtual time. It contains the
 * table, the stream, the bus, the queues with visibility timeouts and dead letters, and the real workers.
 */
import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import type { DeliveryDependencies } from '#functions/workers/deliver-webhook/dependencies';
import { markUndeliverable } from '#functions/workers/mark-undeliverable/mark-undeliverable';
import { publishEvents } from '#functions/workers/publish-events/publish-events';
import { redrive } from '#functions/workers/redrive-overdue/redrive-overdue';
import { deliveredNotificationKey } from '#shared/dynamodb/keys';
import type { CrashPoint } from '#shared/platform/observability/crash-point';
import type { AttemptResult } from '#shared/webhooks/domain/delivery';
import type { DeliveryItem } from '#shared/webhooks/item';
import type { BusEvent } from '#shared/webhooks/messaging/event-bus';
import { parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { delaySeconds, type OutgoingMessage } from '#shared/webhooks/messaging/queues';
import type { DueStore } from '#shared/webhooks/redrive/repository';
import type { OutboundWebhook } from '#shared/webhooks/sender';
import { keptBatch } from '#test/unit/delivery/failures/kept-batch';
import {
  Clock,
  Crash,
  FIRST_ATTEMPTS_QUEUE,
  MemoryStore,
  noEventBuses,
  ok,
  RETRIES_QUEUE,
  STEPS,
  type StoredDelivery,
} from '#test/unit/delivery/fakes';

const MINUTE_MS = 60_000;
const VISIBILITY_MS = 120_000;
const DEAD_VISIBILITY_MS = 180_000;
const MAX_RECEIVES = 5;

export interface Queued {
  readonly queueUrl: string;
  readonly text: string;
  visibleAtMs: number;
  receives: number;
}

export interface Post extends OutboundWebhook {
  readonly atMs: number;
}

/** Crashes the worker at a crash point, `times` times. To stop, set `globalThis.atCrashPoint = undefined`. */
export function crashAt(point: CrashPoint, times = 1): { readonly left: number } {
  const state = { left: times };
  globalThis.atCrashPoint = (name) => {
    if (name !== point || state.left === 0) return;
    state.left -= 1;
    throw new Crash(point);
  };
  return state;
}

export class Line {
  readonly clock = new Clock();
  readonly store = new MemoryStore();
  readonly posts: Post[] = [];
  /** Stream records of committed changes that the stream function has not yet processed. */
  stream: DynamoDBRecord[] = [];
  events: BusEvent[] = [];
  queued: Queued[] = [];
  dead: Queued[] = [];
  redriven = 0;
  private sequence = 0;

  /** Returns the response of the endpoint. @param nth number of the attempt for this notification, from 1 */
  respond: (post: Post, nth: number) => AttemptResult | Promise<AttemptResult> = () => ok;
  /** Selects the events that the bus accepts in one request. */
  takes: (events: readonly BusEvent[]) => readonly boolean[] = (events) => events.map(() => true);
  /** Parts of the path that are disabled. */
  readonly off = { stream: false, sending: false, redrive: false, deadLetters: false };

  readonly on: DeliveryDependencies = {
    store: this.store,
    sender: { send: (outbound) => this.post(outbound) },
    eventBuses: noEventBuses,
    queues: { send: async (outgoing) => this.send(outgoing), postpone: async () => undefined },
    targets: {
      forDelivery: async () => ({ kind: 'URL', url: 'https://partner.example/hooks', secrets: ['whsec_AAAA'] }),
    },
    firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
    retriesQueueUrl: RETRIES_QUEUE,
    waits: [0, 60, 300, 600, 900],
    now: this.clock.now,
    pause: this.clock.pause,
    random: () => 0,
  };

  /** Stores items in one write, as the API does. */
  commit(...items: readonly StoredDelivery[]): void {
    for (const item of items) {
      this.store.put(item);
      this.sequence += 1;
      this.stream.push(streamRecord(item, this.sequence));
    }
  }

  send(outgoing: readonly OutgoingMessage[]): void {
    for (const { queueUrl, message, delayMs } of outgoing) this.enqueue(queueUrl, message, delayMs);
  }

  enqueue(queueUrl: string, message: unknown, delayMs = 0): void {
    const visibleAtMs = this.clock.ms + delaySeconds(delayMs) * 1000;
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.queued.push({ queueUrl, text, visibleAtMs, receives: 0 });
  }

  /** Invokes the stream function with all new records. */
  async publish(): Promise<void> {
    const bus = {
      put: async (events: readonly BusEvent[]) => {
        const taken = this.takes(events);
        this.events.push(...events.filter((_, index) => taken[index] === true));
        return [...taken];
      },
    };
    const send = async (outgoing: readonly OutgoingMessage[]) => {
      if (this.off.sending) throw new Error('The queue did not respond');
      this.send(outgoing);
    };
    const batch = this.stream;
    const response = await unlessCrashed(publishEvents({ ...this.on, bus, queues: { send } }, batch));
    if (response !== undefined) this.stream = keptBatch(batch, response);
  }

  async receive(entry: Queued): Promise<void> {
    if (entry.receives === MAX_RECEIVES) {
      this.remove(entry);
      this.dead.push({ ...entry, receives: 0, visibleAtMs: this.clock.ms });
      return;
    }
    entry.receives += 1;
    entry.visibleAtMs = this.clock.ms + VISIBILITY_MS;
    const result = await unlessFailed(async () => deliver(this.on, parseDeliveryMessage(entry.text)));
    if (result === 'done') this.remove(entry);
    else if (result !== undefined) entry.visibleAtMs = this.clock.ms + Math.ceil(result.retryInMs / 1000) * 1000;
  }

  private remove(entry: Queued): void {
    this.queued = this.queued.filter((other) => other !== entry);
  }

  async readDeadLetter(entry: Queued): Promise<void> {
    entry.visibleAtMs = this.clock.ms + DEAD_VISIBILITY_MS;
    const done = await unlessFailed(async () => {
      await markUndeliverable(this.on, parseDeliveryMessage(entry.text));
      return true;
    });
    if (done) this.dead = this.dead.filter((other) => other !== entry);
  }

  async redrive(): Promise<void> {
    const { firstAttemptsQueueUrl, retriesQueueUrl, now } = this.on;
    const on = {
      due: this.due(),
      queues: this.on.queues,
      firstAttemptsQueueUrl,
      retriesQueueUrl,
      stepsQueueUrl: STEPS,
      now,
    };
    const redriven = await unlessFailed(() => redrive(on, { rebuild: false }));
    this.redriven += (redriven?.NTF ?? 0) + (redriven?.DELIVERY ?? 0);
  }

  /** Runs until no work remains or the time is over. @returns true if no work remains */
  async run(minutes = 180): Promise<boolean> {
    const endMs = this.clock.ms + minutes * MINUTE_MS;
    let redriveAtMs = this.clock.ms + MINUTE_MS;
    for (let turn = 0; turn < 100_000 && this.clock.ms <= endMs; turn += 1) {
      if (await this.work()) continue;
      if (this.isQuiet()) return true;
      const times = [...this.queued, ...(this.off.deadLetters ? [] : this.dead)].map((one) => one.visibleAtMs);
      this.clock.ms = Math.min(...times.filter((atMs) => atMs > this.clock.ms), redriveAtMs);
      if (this.clock.ms < redriveAtMs) continue;
      redriveAtMs += MINUTE_MS;
      if (!this.off.redrive) await this.redrive();
    }
    return this.isQuiet();
  }

  /**
   * Invokes the stream function with all new records, or processes one message that is ready.
   * @returns false if nothing was processed
   */
  private async work(): Promise<boolean> {
    if (this.stream.length > 0 && !this.off.stream) {
      const before = this.stream.length;
      await this.publish();
      if (this.stream.length < before || globalThis.atCrashPoint !== undefined) return true;
    }
    const ready = (entry: Queued) => entry.visibleAtMs <= this.clock.ms;
    const next = this.queued.find(ready);
    if (next !== undefined) {
      await this.receive(next);
      return true;
    }
    const letter = this.off.deadLetters ? undefined : this.dead.find(ready);
    if (letter !== undefined) await this.readDeadLetter(letter);
    return letter !== undefined;
  }

  isQuiet(): boolean {
    return this.queued.length === 0 && [...this.store.items.values()].every(({ status }) => status !== 'PENDING');
  }

  findPosts({ id }: Pick<DeliveryItem, 'id'>): Post[] {
    return this.posts.filter((post) => post.id === id);
  }

  private async post(outbound: OutboundWebhook): Promise<AttemptResult> {
    const post = { ...outbound, atMs: this.clock.ms };
    this.posts.push(post);
    return this.respond(post, this.findPosts(post).length);
  }

  private due(): DueStore {
    const { store } = this;
    return {
      list: async (partition, beforeMs) => ({
        items: [...store.items.values()].filter(
          ({ duePk, dueAt }) => duePk === partition && dueAt !== undefined && dueAt < (beforeMs ?? Infinity),
        ),
        next: undefined,
      }),
      reschedule: async (key, seenMs, dueAt) => {
        const { outbox: _, ...item } = store.get(key);
        if (item.dueAt !== seenMs) return false;
        store.put({ ...item, dueAt });
        return true;
      },
      clearSchedule: async (key) => {
        const { dueAt: _at, duePk: _pk, ...item } = store.get(key);
        store.put(item);
      },
    };
  }
}

/** Runs `work` and ignores simulated crashes. Any other error fails the test. */
async function unlessCrashed<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Crash) return undefined;
    throw error;
  }
}

/** Runs `work` and ignores its error: the queue then delivers the message again. */
async function unlessFailed<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function streamRecord(item: DeliveryItem, sequence: number): DynamoDBRecord {
  const { PK, SK, entity, id, partnerId, deliveryRun, retryAttempts, queue } = item;
  return {
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence),
      NewImage: {
        PK: { S: PK },
        SK: { S: SK },
        entity: { S: entity },
        id: { S: id },
        partnerId: { S: partnerId },
        deliveryRun: { N: String(deliveryRun) },
        retryAttempts: { N: String(retryAttempts) },
        outbox: { S: 'OPEN' },
        ...(queue === undefined ? {} : { queue: { S: queue } }),
        ...(item.entity === 'DELIVERY' ? { endpointId: { S: item.endpointId } } : {}),
      },
    },
  };
}

/** Expects a complete recovery: all deliveries ended, bodies unchanged, first attempts in order, no due items. */
export function expectNothingLost(line: Line): void {
  const items = [...line.store.items.values()].toSorted((left, right) => (left.SK < right.SK ? -1 : 1));
  for (const item of items) {
    expect(['SENT', 'FAILED']).toContain(item.status);
    expect(item.duePk ?? '').not.toMatch(/^DUE#/);
    const posts = line.findPosts(item);
    if (item.failedReason !== 'INFRASTRUCTURE') expect(posts.length).toBeGreaterThan(0);
    const sent = line.store.get(deliveredNotificationKey(item));
    for (const { body } of posts) expect({ body }).toMatchObject({ body: 'body' in sent && sent.body });
  }
  const firsts = [...new Set(line.posts.map(({ id }) => id))];
  const order = items.map(({ id }) => id).filter((id) => firsts.includes(id));
  expect(firsts).toEqual(order);
}
