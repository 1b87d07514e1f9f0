/** Simulated SQS standard queue: delivers messages at least once, in any order, until the reader deletes them. */

import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { WorldParts } from '#test/simulation/faults';
import type { Outcome } from '#test/simulation/functions/process';

/** Value of infra/constructs/service-queues.ts. */
const MAX_RECEIVES = 5;
const BATCH = 10;
/** Maximum number of batches of a queue that are processed at the same time. */
const READERS = 4;
/** Duration of a poll, in ms. */
const POLL_MS = { least: 1, most: 40 } as const;
const DELAYED_MS = { least: 1000, most: 120_000 } as const;

export interface QueueOptions {
  readonly name: string;
  readonly visibilityMs: number;
  /** Dead-letter queue. */
  readonly deadLetters?: SimulatedQueue;
  /** Invokes the function that reads the queue. Without it, messages stay in the queue. */
  readonly invoke?: (event: () => SQSEvent) => Promise<Outcome>;
}

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
  /** Receipt handle of the latest receive. */
  receipt: string;
  visibleAtMs: number;
}

const batchResponse = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

export class SimulatedQueue {
  readonly #messages = new Map<string, Message>();
  #made = 0;
  #reading = 0;

  constructor(
    readonly options: QueueOptions,
    private readonly world: WorldParts,
  ) {}

  get size(): number {
    return this.#messages.size;
  }

  bodies(): string[] {
    return [...this.#messages.values()].map(({ body }) => body);
  }

  /** Accepts a message. @returns false if the queue rejects the message */
  send(body: string, delayS = 0): boolean {
    const { faults, chance, controls } = this.world;
    const fault = faults.at('message');
    if (fault === 'message refused') return false;
    if (controls.strikes('messages-lost')) return true;
    const delayMs = fault === 'message delayed' ? chance.between(DELAYED_MS.least, DELAYED_MS.most) : 0;
    const copies = fault === 'message doubled' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) this.#add(body, delayS * 1000 + delayMs);
    return true;
  }

  /** Changes the visibility timeout of a received message. @throws Error if the receipt is not the latest one */
  postpone(receipt: string, hiddenS: number): void {
    const message = [...this.#messages.values()].find((one) => one.receipt === receipt);
    if (message === undefined) throw Object.assign(new Error('No such receipt'), { name: 'ReceiptHandleIsInvalid' });
    message.visibleAtMs = this.world.scheduler.nowMs + hiddenS * 1000;
    this.#planPoll(hiddenS * 1000);
  }

  #add(body: string, delayMs: number): void {
    this.#made += 1;
    const id = `${this.options.name}-${this.#made}`;
    const visibleAtMs = this.world.scheduler.nowMs + delayMs;
    this.#messages.set(id, { id, body, receives: 0, receipt: '', visibleAtMs });
    this.#planPoll(delayMs);
  }

  #planPoll(afterMs: number): void {
    if (this.options.invoke === undefined) return;
    const { scheduler, chance } = this.world;
    scheduler.after(afterMs + chance.between(POLL_MS.least, POLL_MS.most), `${this.options.name} poll`, () =>
      this.#poll(),
    );
  }

  #poll(): void {
    if (this.#reading >= READERS) return;
    const batch = this.#receive();
    if (batch.length > 0) void this.#work(batch);
  }

  #receive(): readonly Message[] {
    const { scheduler, chance } = this.world;
    const visible = [...this.#messages.values()].filter(({ visibleAtMs }) => visibleAtMs <= scheduler.nowMs);
    const batch: Message[] = [];
    while (visible.length > 0 && batch.length < BATCH) {
      const [message] = visible.splice(chance.between(0, visible.length - 1), 1);
      if (message === undefined) break;
      if (message.receives >= MAX_RECEIVES && this.options.deadLetters !== undefined) this.#bury(message);
      else batch.push(message);
    }
    for (const message of batch) {
      message.receives += 1;
      message.receipt = `${message.id}-${message.receives}`;
      message.visibleAtMs = scheduler.nowMs + this.options.visibilityMs;
      this.#planPoll(this.options.visibilityMs);
    }
    return batch;
  }

  #bury(message: Message): void {
    this.#messages.delete(message.id);
    this.world.faults.count('message moved to dead letters');
    const { deadLetters } = this.options;
    if (deadLetters !== undefined) deadLetters.#add(message.body, 0);
  }

  async #work(batch: readonly Message[]): Promise<void> {
    this.#reading += 1;
    const received = batch.map((message) => [message, message.receipt] as const);
    const records = batch.map((message) => this.#record(message));
    const outcome = await this.options.invoke?.(() => ({ Records: records }));
    this.#reading -= 1;
    for (const [message, receipt] of received) {
      if (this.#isDone(message, outcome)) this.#delete(message, receipt);
    }
    this.#planPoll(0);
  }

  #isDone({ id }: Message, outcome: Outcome | undefined): boolean {
    const { controls } = this.world;
    if (outcome?.isOk !== true) return controls.has('messages-deleted-on-crash');
    const { batchItemFailures } = batchResponse.parse(outcome.value);
    const isLeft = batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === id);
    return !isLeft || controls.has('failures-deleted');
  }

  #delete(message: Message, receipt: string): void {
    // If a message was received again, its older receipt handle deletes it with a probability of 0.5.
    if (message.receipt !== receipt && this.world.chance.happens(0.5)) return;
    if (this.world.faults.at('message') === 'deletion lost') return;
    this.#messages.delete(message.id);
  }

  #record({ id, body, receives, receipt }: Message): SQSRecord {
    const sentAt = String(this.world.scheduler.nowMs);
    return {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: sentAt,
        SenderId: 'sender',
        ApproximateFirstReceiveTimestamp: sentAt,
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:111122223333:${this.options.name}`,
      awsRegion: 'us-east-1',
    };
  }
}
