/** Simulates a partner: adds users, then creates, reads, executes and cancels transactions. Repeats unanswered requests. */
import * as z from 'zod/mini';
import { usAccount } from '#local/partner/api-client';
import { limitExceeded, writeContention } from '#shared/api/problems';
import type { SimulatedWorld } from '#test/simulation/world';
import type { Chance } from '#test/support/chance';
import { SimulatedEndpoint } from './endpoint';
import type { ApiReply, ApiRequest } from './gateway';
import { PAID_IN_PARTS, paymentsFor } from './terms';

/** A creation that must happen once. */
export interface Order {
  readonly operation: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The first final response. */
  acknowledged?: ApiReply;
}

const MINUTE_MS = 60_000;
const RETRY_MS = { least: 300, most: 8000 } as const;
/** The partner creates transactions in bursts, with pauses of up to ten hours. */
const IN_A_BURST_MS = { least: 0, most: 20_000 } as const;
const BETWEEN_BURSTS_MS = { least: 600_000, most: 36_000_000 } as const;
/** Delay in ms until the partner repeats a creation that a limit rejected. */
const LIMITED_MS = { least: 3_600_000, most: 21_600_000 } as const;
/** Delay in ms until the partner repeats a creation that a limit rejected, while the run ends. */
const ENDING_MS = { least: 900_000, most: 2_400_000 } as const;
const CANCELLED_BEFORE_PAYMENT = 0.1;
const PAYMENT_MS = { least: 2000, most: 120_000 } as const;
const POLL_MS = { least: 10_000, most: 900_000 } as const;
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const CLABE = '012180015500000008';
const HELD_NAMES = ['Hold', 'Review'] as const;
const SIMULATED = [
  'DEPOSIT_RECEIVED',
  'EXPIRE',
  'PAYOUT_RETURNED',
  'MANUAL_REVIEW',
  'RELEASE_HOLD',
  'REJECT_HOLD',
] as const;
/** Amounts for which the sandbox simulates an outcome, and an amount (1500 or 25) whose transaction waits for a deposit. */
const CROSS_AMOUNTS = [2000.01, 2000.01, 2000.02, 2000.03, 2000.04, 2000.05, 2000.06, 1500, 1500] as const;
const RAMP_AMOUNTS = [10.01, 10.01, 10.02, 10.03, 1000.01, 25, 25] as const;

const created = z.object({ data: z.object({ id: z.string() }) });
const quoted = z.object({ data: z.object({ quoteId: z.string() }) });
const userResponse = z.object({ data: z.object({ userId: z.string() }) });
const secretResponse = z.object({ data: z.object({ secret: z.string() }) });
const statusResponse = z.object({ data: z.object({ kycStatus: z.string() }) });

export interface PartnerKeys {
  readonly partnerId: string;
  readonly apiKey: string;
}

export class SimulatedPartner {
  readonly orders: Order[] = [];
  readonly secrets: string[] = [];
  /** Responses that contradict an earlier response. */
  readonly contradictions: string[] = [];
  readonly endpoint: SimulatedEndpoint;
  readonly #users: string[] = [];
  readonly #chance: Chance;
  #isEnding = false;
  #wake: () => void = () => undefined;
  /** Resolves when the partner stops. */
  readonly #end = new Promise<void>((resolve) => {
    this.#wake = resolve;
  });
  #made = 0;

  constructor(
    private readonly world: SimulatedWorld,
    readonly keys: PartnerKeys,
    readonly number: number,
  ) {
    this.#chance = world.chance.fork();
    this.endpoint = new SimulatedEndpoint(`https://partner-${number}.example.com/hooks`, world.part());
    world.addEndpoint(this.endpoint);
  }

  /** Sets the webhook URL, rotates and keeps the signing secret, and adds verified users. */
  async setUp(users: number): Promise<void> {
    await this.#untilResponse({ operation: 'updateWebhookSettings', body: { url: this.endpoint.url } });
    await this.#rotateSecret();
    for (let user = 0; user < users; user += 1) this.#users.push(await this.#verifiedUser(user));
  }

  /** Creates transactions until the partner stops. @returns when all creations have a response */
  async trade(): Promise<void> {
    const lives = [this.#rush()];
    while (!this.#isEnding) {
      const orders = this.#chance.between(1, 12);
      for (let order = 0; order < orders; order += 1) {
        lives.push(this.#order());
        if (this.orders.length > 0 && this.#chance.happens(0.2))
          lives.push(this.#replay(this.#chance.pick(this.orders)));
        if (this.#chance.happens(0.1)) lives.push(this.#retryFailed());
        await this.#pause(IN_A_BURST_MS);
      }
      await Promise.race([this.#pause(BETWEEN_BURSTS_MS), this.#end]);
    }
    await Promise.all(lives);
  }

  end(): void {
    this.#isEnding = true;
    this.#wake();
  }

  /** Sends every successful creation again and compares the responses. */
  async replayAll(): Promise<void> {
    for (const order of this.orders) await this.#replay(order);
  }

  async #order(): Promise<void> {
    const order = await this.#newOrder();
    if (order === undefined) return;
    const isTwice = 'quoteId' in order.body && this.#chance.happens(0.3);
    // A mistake of the partner: two simultaneous creations use the same quote with different idempotency keys.
    const other = { ...order, key: this.#newKey('order') };
    await Promise.all((isTwice ? [order, other] : [order]).map((one) => this.#place(one)));
  }

  /**
   * Sends 16 large creations at once, although the daily limit allows only one. Before, four small creations start several
   * instances of the function, so that the large creations run concurrently.
   */
  async #rush(): Promise<void> {
    const small = this.#ordersOf(10.01, 4);
    await Promise.all(small.map((order) => this.#create(order)));
    const large = this.#ordersOf(1000.01, 16);
    await Promise.all([...small.map((order) => this.#see(order)), ...large.map((order) => this.#place(order))]);
  }

  #ordersOf(cryptoAmount: number, count: number): Order[] {
    const terms = { ...pair, userBankInformation: { accountIdentifier: CLABE }, cryptoAmount };
    return Array.from({ length: count }, (_, index) => {
      const body = { ...terms, userId: this.#users[index % this.#users.length] };
      return { operation: 'createOffRamp', key: this.#newKey('order'), body };
    });
  }

  async #place(order: Order): Promise<void> {
    await this.#create(order);
    await this.#see(order);
  }

  async #see(order: Order): Promise<void> {
    const id = created.safeParse(parsed(order.acknowledged)).data?.data.id;
    if (id === undefined) return;
    if (this.#chance.happens(PAID_IN_PARTS)) await this.#pay(order, id);
    await this.#follow(order.operation, id);
  }

  /** Simulates payers. They pay in parts, too little or too much, and sometimes after the partner cancelled the transaction. */
  async #pay({ operation, acknowledged }: Order, id: string): Promise<void> {
    const path = { id };
    for (const amount of paymentsFor(operation, parsed(acknowledged), this.#chance)) {
      await this.#pause(PAYMENT_MS);
      if (this.#chance.happens(CANCELLED_BEFORE_PAYMENT))
        await this.#untilResponse({ operation: 'cancelTransaction', path, key: this.#newKey('cancel') });
      const body = { event: 'DEPOSIT_RECEIVED', amount };
      await this.#untilResponse({ operation: 'simulateTransaction', path, body, key: this.#newKey('payment') });
    }
  }

  async #newOrder(): Promise<Order | undefined> {
    const operation = this.#chance.pick(['createOnRamp', 'createOffRamp', 'createCrossRamp'] as const);
    const userId = this.#chance.pick(this.#users);
    const terms = await this.#terms(operation);
    if (terms === undefined) return undefined;
    // Some payouts go to a person whose payouts the sandbox holds.
    const held = this.#chance.happens(0.2)
      ? { accountHolder: { firstName: 'Leo', lastName: this.#chance.pick(HELD_NAMES) } }
      : {};
    const target = {
      createOnRamp: { destinationWalletAddress: WALLET },
      createOffRamp: { userBankInformation: { accountIdentifier: CLABE, ...held } },
      createCrossRamp: { targetBankAccount: { ...usAccount, ...held } },
    }[operation];
    return { operation, key: this.#newKey('order'), body: { userId, ...target, ...terms } };
  }

  /** Returns the amounts and currencies of a new transaction, or the id of a new quote. */
  async #terms(operation: string): Promise<object | undefined> {
    const isQuoted = this.#chance.happens(0.4);
    const quote = async (request: Omit<ApiRequest, 'apiKey'>) => {
      const reply = await this.#untilResponse({ ...request, key: this.#newKey('quote') });
      const found = quoted.safeParse(parsed(reply)).data;
      return found === undefined ? undefined : { quoteId: found.data.quoteId };
    };
    if (operation === 'createCrossRamp') {
      const body = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: this.#chance.pick(CROSS_AMOUNTS) };
      return isQuoted ? quote({ operation: 'createCrossRampQuote', body }) : body;
    }
    const amount = this.#chance.pick(RAMP_AMOUNTS);
    const isOnRamp = operation === 'createOnRamp';
    const body = { ...pair, ...(isOnRamp ? { fiatAmount: amount } : { cryptoAmount: amount }) };
    const transactionType = isOnRamp ? 'ON_RAMP' : 'OFF_RAMP';
    return isQuoted ? quote({ operation: 'createQuote', body: { ...body, transactionType } }) : body;
  }

  async #create(order: Order): Promise<void> {
    this.orders.push(order);
    // If a limit rejects a creation, the partner repeats the creation later. After the last fault of the run, the partner repeats
    // the creation once. A rejection of this repetition is final.
    let isLast = false;
    while (order.acknowledged === undefined) {
      // Sometimes a client sends the same request twice at once.
      const copies = this.#chance.happens(0.15) ? 2 : 1;
      const sent = await Promise.all(Array.from({ length: copies }, () => this.#sendOrder(order, isLast)));
      const isLimited = sent.includes('limited');
      isLast = isLimited && this.#isEnding;
      if (order.acknowledged !== undefined) return;
      await (isLimited ? this.#waitForRoom() : this.#pause(RETRY_MS));
    }
  }

  async #waitForRoom(): Promise<void> {
    if (!this.#isEnding) await Promise.race([this.#pause(LIMITED_MS), this.#end]);
    if (this.#isEnding) await this.#pause(ENDING_MS);
  }

  async #sendOrder(order: Order, isLast = false): Promise<'limited' | undefined> {
    const { operation, body, key } = order;
    const reply = await this.#send({ operation, body, key });
    if (reply === undefined || isTemporary(reply)) return undefined;
    if (reply.text.includes(LIMIT_EXCEEDED) && !isLast) return 'limited';
    order.acknowledged ??= reply;
    const first = order.acknowledged;
    // A repeated request can get another response after a rejection, but not after a 201.
    if (first.status === 201 && (reply.status !== first.status || reply.text !== first.text))
      this.contradictions.push(`${key}: ${first.status} ${first.text} and then ${reply.status} ${reply.text}`);
    return undefined;
  }

  async #replay(order: Order): Promise<void> {
    if (order.acknowledged?.status === 201) await this.#sendOrder(order, true);
  }

  /** Acts on a transaction as a partner: reads, cancels or executes it, and simulates events. */
  async #follow(operation: string, id: string): Promise<void> {
    const looks = this.#chance.between(1, 4);
    for (let look = 0; look < looks; look += 1) {
      await this.#pause(POLL_MS);
      await this.#send({ operation: 'getTransaction', path: { id } });
      await this.#act(operation, id);
    }
  }

  async #act(operation: string, id: string): Promise<void> {
    const act = this.#chance.fraction();
    if (operation === 'createOffRamp' && act < 0.6) {
      const key = this.#newKey('execute');
      await this.#untilResponse({ operation: 'executeOffRamp', body: { transactionId: id }, key });
    } else if (act < 0.75)
      await this.#untilResponse({
        ...{ operation: 'simulateTransaction', path: { id }, key: this.#newKey('simulate') },
        body: { event: this.#chance.pick(SIMULATED) },
      });
    else if (act < 0.85)
      await this.#untilResponse({ operation: 'cancelTransaction', path: { id }, key: this.#newKey('cancel') });
    else
      await this.#untilResponse({
        ...{ operation: 'provideInformation', path: { id }, key: this.#newKey('information') },
        body: { items: [{ field: 'relationship', value: 'Supplier' }] },
      });
  }

  async #retryFailed(): Promise<void> {
    const list = await this.#send({ operation: 'listWebhookNotifications', query: { status: 'FAILED' } });
    const failed = z.object({ data: z.object({ data: z.array(z.object({ id: z.string() })) }) });
    const [first] = failed.safeParse(parsed(list)).data?.data.data ?? [];
    if (first === undefined) return;
    const key = this.#newKey('retry');
    await this.#untilResponse({ operation: 'retryWebhookNotification', path: { id: first.id }, key });
  }

  async #rotateSecret(): Promise<void> {
    const reply = await this.#untilResponse({ operation: 'rotateWebhookSecret', key: this.#newKey('rotate') });
    this.secrets.push(secretResponse.parse(parsed(reply)).data.secret);
  }

  async #verifiedUser(number: number): Promise<string> {
    const email = `user-${this.number}-${number}@example.com`;
    const body = { type: 'INDIVIDUAL', email };
    const reply = await this.#untilResponse({ operation: 'createUser', body, key: this.#newKey('user') });
    const { userId } = userResponse.parse(parsed(reply)).data;
    const person = { country: 'MX', firstName: 'Ana', lastName: 'García' };
    const path = { userId };
    await this.#untilResponse({ operation: 'startKyc', path, body: person, key: this.#newKey('kyc') });
    for (;;) {
      const user = await this.#untilResponse({ operation: 'getUser', path });
      if (statusResponse.safeParse(parsed(user)).data?.data.kycStatus === 'VERIFIED') return userId;
      await this.world.scheduler.pause(MINUTE_MS / 4, 'partner waits for a user');
    }
  }

  #newKey(purpose: string): string {
    this.#made += 1;
    return `simulated-${purpose}-${this.number}-${this.#made}-key`;
  }

  async #untilResponse(request: Omit<ApiRequest, 'apiKey'>): Promise<ApiReply> {
    for (;;) {
      const reply = await this.#send(request);
      if (reply !== undefined && !isTemporary(reply)) return reply;
      await this.#pause(RETRY_MS);
    }
  }

  #send(request: Omit<ApiRequest, 'apiKey'>): Promise<ApiReply | undefined> {
    return this.world.gateway.send({ ...request, apiKey: this.keys.apiKey });
  }

  #pause({ least, most }: { readonly least: number; readonly most: number }): Promise<void> {
    return this.world.scheduler.pause(this.#chance.between(least, most), `partner ${this.number} pauses`);
  }
}

const CONTENTION = writeContention().message;
const LIMIT_EXCEEDED = `"code":"${limitExceeded([]).code}"`;

/** Returns true if the request should be sent again after this response. A conflict with the state of a resource is final. */
function isTemporary({ status, text }: ApiReply): boolean {
  return status >= 500 || status === 429 || (status === 409 && text.includes(CONTENTION));
}

function parsed(reply: ApiReply | undefined): unknown {
  try {
    return JSON.parse(reply?.text ?? 'null');
  } catch {
    return undefined;
  }
}
