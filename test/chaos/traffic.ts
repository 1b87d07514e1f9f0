import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Chance } from '#local/chance';
import type { Partner, Reply } from './partner';

/** A creation that a partner wants once: sent until it is acknowledged, and replayed now and then. */
export interface Order {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  acknowledged?: Reply;
}

const account = {
  accountIdentifier: '123456789012',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountHolder: { firstName: 'Ana', lastName: 'García' },
  address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
};
/** Sandbox amounts with different ends, and one that waits for its deposit. */
const AMOUNTS = [2000.01, 2000.01, 2000.02, 2000.03, 1500];
const PAUSE_MS = 120;

const failedList = z.object({ data: z.object({ data: z.array(z.object({ id: z.string() })) }) });

/** Several clients of one partner that create, retry and replay until they are stopped. */
export class Traffic {
  readonly orders: Order[] = [];
  /** Answers to the same key that differ from the first acknowledged one. */
  readonly contradictions: string[] = [];
  requests = 0;
  unanswered = 0;
  replays = 0;
  manualRetries = 0;
  private ending = false;
  private allowed = Number.POSITIVE_INFINITY;
  private readonly clients: Promise<void>[] = [];

  constructor(
    private readonly partner: Partner,
    private readonly users: readonly string[],
    private readonly chance: Chance,
  ) {}

  start(clients: number): void {
    for (let client = 0; client < clients; client += 1) this.clients.push(this.create(this.chance.fork(), client));
    this.clients.push(this.retryFailed(this.chance.fork()));
  }

  /** Lets the clients make this many more orders, and then wait for the next call. */
  allow(orders: number): void {
    this.allowed = this.orders.length + orders;
  }

  /** No new orders; those begun are sent until they are acknowledged. */
  async end(): Promise<void> {
    this.ending = true;
    await Promise.all(this.clients);
  }

  /** Sends every order once more, and compares the answers. */
  async replayAll(): Promise<void> {
    for (const order of this.orders) await this.replay(order);
  }

  private async create(chance: Chance, client: number): Promise<void> {
    for (let number = 0; !this.ending; number += 1) {
      if (this.orders.length >= this.allowed) {
        await sleep(PAUSE_MS);
        continue;
      }
      const order: Order = {
        key: `chaos-order-${client}-${number}-${chance.between(1e8, 9e8)}`,
        body: {
          userId: chance.pick(this.users),
          sourceCurrency: 'MXN',
          targetCurrency: 'USD',
          sourceAmount: chance.pick(AMOUNTS),
          targetBankAccount: account,
        },
      };
      this.orders.push(order);
      while (order.acknowledged === undefined) {
        // Now and then the client is impatient and sends the same twice at once.
        const copies = chance.happens(0.2) ? 2 : 1;
        await Promise.all(Array.from({ length: copies }, () => this.send(order)));
        if (order.acknowledged === undefined) await sleep(PAUSE_MS);
      }
      if (chance.happens(0.3)) await this.replay(chance.pick(this.orders));
      await sleep(chance.between(0, PAUSE_MS));
    }
  }

  private async replay(order: Order): Promise<void> {
    if (order.acknowledged === undefined) return;
    this.replays += 1;
    await this.send(order);
  }

  private async send(order: Order): Promise<void> {
    this.requests += 1;
    const reply = await this.partner.once('POST', '/cross-ramp', { body: order.body, key: order.key });
    if (reply === undefined) this.unanswered += 1;
    // A temporary refusal: the key is in use, too many requests, or a server error.
    if (reply === undefined || reply.status >= 500 || reply.status === 409 || reply.status === 429) return;
    order.acknowledged ??= reply;
    const { status, text } = order.acknowledged;
    if (reply.status !== status || reply.text !== text || status !== 201)
      this.contradictions.push(`${order.key}: ${status} ${text} and then ${reply.status} ${reply.text}`);
  }

  private async retryFailed(chance: Chance): Promise<void> {
    while (!this.ending) {
      await sleep(chance.between(300, 900));
      const list = await this.partner.once('GET', '/webhook-notifications?status=FAILED');
      if (list?.status !== 200) continue;
      const [first] = failedList.safeParse(JSON.parse(list.text)).data?.data.data ?? [];
      if (first === undefined) continue;
      const reply = await this.partner.once('POST', `/webhook-notifications/${first.id}/retry`);
      if (reply?.status === 200) this.manualRetries += 1;
    }
  }
}
