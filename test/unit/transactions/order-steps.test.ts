import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { orderKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { OrderPort, OrderState } from '#shared/providers/orders/order-port';
import type { RefundOrder } from '#shared/providers/orders/refunds';
import { idempotencyKeyOf, type OrderName, type OrderStatus } from '#shared/transactions/domain/order';
import { REFUND_ID, type RefundId } from '#shared/transactions/domain/refund';
import { heldAmounts, type Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { findOrder, findWaitingOrders } from '#shared/transactions/orders/repository';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { type Money, money, moneyText } from '#shared/values/money/money';
import { aTransaction } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = Date.now();
const user = aUser({ kycStatus: 'VERIFIED' });
startedForTests(() => startMemoryTable(20261127));
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(() => vi.stubEnv('STAGE', 'production'));

/** A fake order provider that recognizes repeated orders by their key. If `response` is undefined, it does not respond. */
class Provider {
  response: Omit<OrderState, 'reference'> | undefined = { status: 'PENDING' };
  /** Submitted orders by idempotency key. */
  readonly accepted = new Map<string, unknown>();
  readonly calls: string[] = [];

  readonly port: OrderPort<unknown> = {
    submit: async (order, key) => {
      this.calls.push(`submit ${key}`);
      this.accepted.set(key, order);
      return this.#state(key);
    },
    poll: async (reference) => {
      this.calls.push(`poll ${reference}`);
      return this.#state(reference);
    },
  };

  #state(reference: string): OrderState {
    if (this.response === undefined) throw new Error('No response');
    return { reference, ...this.response };
  }
}

let rates = new Provider();
let bank = new Provider();
let custodian = new Provider();
beforeEach(() => {
  [rates, bank, custodian] = [new Provider(), new Provider(), new Provider()];
});

async function stored(kind: Transaction['kind'], ...happened: readonly Trigger[]): Promise<Transaction> {
  const before = {
    ...aTransaction(kind),
    ...{ id: newId(start), partnerId: user.partnerId, userId: user.id },
    ...{ createdAtMs: start, updatedAtMs: start, deadlineMs: start + DAY },
  };
  await writeAtomically(transactionCreationWrites(before));
  for (const trigger of happened) await report(before, { trigger });
  return before;
}

let reported = 0;
function report(
  { id }: Transaction,
  what: { trigger: Trigger; amount?: Money | undefined; refundId?: RefundId; atMs?: number },
) {
  reported += 1;
  return applyEvent({ source: 'bank', eventId: `r-${reported}`, transactionId: id, atMs: start, ...what });
}

function takeStep({ id, partnerId }: Transaction, name: OrderName, afterMs: number) {
  const { PK: pk, SK: sk } = orderKey(id, name);
  return runStep(
    { v: 1, entity: 'ORDER', pk, sk, partnerId, dueAt: 0 },
    {
      ...noProviders,
      ...{ now: () => start + afterMs, stepMs: 0 },
      conversions: () => rates.port,
      bankRefunds: () => bank.port,
      tokenRefunds: () => custodian.port,
    },
  );
}

const statusOf = async ({ id }: Transaction) => (await findTransaction(id))?.status;
/** Returns the due time of an order's next step, in ms after the start. */
async function nextStepAfter({ id }: Transaction, name: OrderName) {
  const { stepAt } = (await readItem(orderKey(id, name))) ?? {};
  return typeof stepAt === 'number' ? stepAt - start : undefined;
}

const funded = {
  ON_RAMP: ['DEPOSIT_RECEIVED'],
  OFF_RAMP: ['EXECUTE', 'DEPOSIT_RECEIVED', 'RECEIPT_CONFIRMED'],
  CROSS_RAMP: ['DEPOSIT_RECEIVED'],
} as const;

describe('a conversion', () => {
  it.each([
    ['ON_RAMP', 30_000],
    ['OFF_RAMP', 0],
    ['CROSS_RAMP', 0],
  ] as const)('of %s is ordered when its money has come, after %i ms', async (kind, afterMs) => {
    const of = await stored(kind, ...funded[kind]);
    expect(await nextStepAfter(of, 'CONVERSION')).toBe(afterMs);
    expect(await readItem(orderKey(of.id, 'CONVERSION'))).toMatchObject({ entity: 'ORDER', outbox: 'OPEN' });
    vi.stubEnv('STAGE', 'sandbox');
    expect(await findOrder((await stored(kind, ...funded[kind])).id, 'CONVERSION')).toBeUndefined();
  });

  it('has the amounts of the books, and its transaction as its key', async () => {
    const of = await stored('CROSS_RAMP', ...funded.CROSS_RAMP);
    await takeStep(of, 'CONVERSION', 0);
    const [[key, order] = []] = [...rates.accepted];
    expect(key).toBe(of.id);
    rates.response = { status: 'COMPLETED' };
    await takeStep(of, 'CONVERSION', HOUR);
    await takeStep(of, 'CONVERSION', HOUR);
    const booked = (await readTimelineEntries(of.id)).find(({ trigger }) => trigger === 'CONVERSION_COMPLETED');
    const positions = booked?.entries.filter(({ account }) => account === 'platform:position') ?? [];
    const { source, target } = order as { source: Money; target: Money };
    expect(positions.find(({ side }) => side === 'CREDIT')).toMatchObject({
      amount: moneyText(source),
      currency: source.currency,
    });
    const sold = positions.filter(({ side }) => side === 'DEBIT').reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(sold).toBeCloseTo(Number(moneyText(target)), 6);
  });

  // Columns: transaction type; provider responses, each with the resulting status of the transaction; final state of the order
  // (`closed`, `open`, or the reason for a manual decision).
  it.each<[Transaction['kind'], readonly (readonly [OrderStatus, string])[], string]>([
    [
      'ON_RAMP',
      [
        ['PENDING', 'IN_PROGRESS'],
        ['COMPLETED', 'IN_PROGRESS'],
      ],
      'closed',
    ],
    ['ON_RAMP', [['COMPLETED', 'IN_PROGRESS']], 'closed'],
    [
      'ON_RAMP',
      [
        ['MANUAL', 'FIAT_RECEIVED'],
        ['PENDING', 'IN_PROGRESS'],
      ],
      'open',
    ],
    ['ON_RAMP', [['FAILED', 'FIAT_RECEIVED']], 'PROVIDER_REFUSED'],
    [
      'ON_RAMP',
      [
        ['PENDING', 'IN_PROGRESS'],
        ['FAILED', 'IN_PROGRESS'],
      ],
      'PROVIDER_REFUSED',
    ],
    [
      'OFF_RAMP',
      [
        ['PENDING', 'COMPLETED_CRYPTO_RECEIVAL'],
        ['COMPLETED', 'READY_BANK_TRANSFER'],
      ],
      'closed',
    ],
    ['OFF_RAMP', [['FAILED', 'COMPLETED_CRYPTO_RECEIVAL']], 'PROVIDER_REFUSED'],
    [
      'CROSS_RAMP',
      [
        ['PENDING', 'IN_PROGRESS'],
        ['COMPLETED', 'READY_BANK_TRANSFER'],
      ],
      'closed',
    ],
    [
      'CROSS_RAMP',
      [
        ['COMPLETED', 'IN_PROGRESS'],
        ['COMPLETED', 'READY_BANK_TRANSFER'],
      ],
      'closed',
    ],
    [
      'CROSS_RAMP',
      [
        ['FAILED', 'IN_PROGRESS'],
        ['FAILED', 'FAILED'],
      ],
      'closed',
    ],
  ])('of %s gets %j and is %s', async (kind, responses, end) => {
    const of = await stored(kind, ...funded[kind]);
    let afterMs = MINUTE;
    for (const [response, status] of responses) {
      rates.response = { status: response };
      await takeStep(of, 'CONVERSION', afterMs);
      // A duplicate message finds that the step is complete.
      if (response === 'PENDING') await takeStep(of, 'CONVERSION', afterMs);
      expect(await statusOf(of)).toBe(status);
      afterMs = (await nextStepAfter(of, 'CONVERSION')) ?? afterMs;
    }
    const order = await findOrder(of.id, 'CONVERSION');
    const isOpen = (await nextStepAfter(of, 'CONVERSION')) !== undefined;
    expect(order?.waits?.reason ?? (isOpen ? 'open' : 'closed')).toBe(end);
    expect(rates.accepted.size).toBe(1);
  });

  it('that was reported is not ordered', async () => {
    const of = await stored('OFF_RAMP', ...funded.OFF_RAMP, 'CONVERSION_COMPLETED');
    await takeStep(of, 'CONVERSION', 0);
    expect([rates.calls, await nextStepAfter(of, 'CONVERSION')]).toEqual([[], undefined]);
  });

  it('O09: waits for a person where its transaction was cancelled beside it', async () => {
    const of = await stored('ON_RAMP', ...funded.ON_RAMP);
    rates.response = { status: 'MANUAL' };
    await takeStep(of, 'CONVERSION', MINUTE);
    await report(of, { trigger: 'NAME_CHECK_FAILED' });
    rates.response = { status: 'COMPLETED' };
    await takeStep(of, 'CONVERSION', HOUR);
    expect(await findOrder(of.id, 'CONVERSION')).toMatchObject({ waits: { reason: 'TRANSACTION_CANCELLED' } });
    expect(await statusOf(of)).toBe('CANCELLED');
  });
});

describe('a refund', () => {
  const failed = ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_FAILED'] as const;

  it('of a failed transaction is ordered after an hour, and paid once', async () => {
    const of = await stored('CROSS_RAMP', ...failed);
    expect(await nextStepAfter(of, 'REFUND')).toBe(HOUR);
    await takeStep(of, 'REFUND', MINUTE);
    expect(bank.calls).toEqual([]);
    await takeStep(of, 'REFUND', HOUR);
    bank.response = { status: 'COMPLETED' };
    await takeStep(of, 'REFUND', HOUR + 10 * MINUTE);
    expect(heldAmounts((await findTransaction(of.id)) ?? of)).toEqual([]);
    expect(bank.calls).toEqual([`submit ${of.id}-REFUND`, `poll ${of.id}-REFUND`]);
    expect(bank.accepted.get(`${of.id}-REFUND`)).toMatchObject({ refundId: 'REFUND', returnsDeposit: true });
    expect(await nextStepAfter(of, 'REFUND')).toBeUndefined();
  });

  it('O01: is submitted again with the same key after a crash before its write', async () => {
    const of = await stored('CROSS_RAMP', ...failed);
    bank.response = { status: 'COMPLETED' };
    globalThis.atCrashPoint = (name) => {
      if (name === 'step.beforeTx') throw new Error('Crash');
    };
    await expect(takeStep(of, 'REFUND', HOUR)).rejects.toThrow('Crash');
    globalThis.atCrashPoint = undefined;
    await takeStep(of, 'REFUND', HOUR);
    expect(bank.calls).toEqual([`submit ${of.id}-REFUND`, `submit ${of.id}-REFUND`]);
    expect(heldAmounts((await findTransaction(of.id)) ?? of)).toEqual([]);
  });

  it('O10: that the bank has paid by itself within the hour is not ordered', async () => {
    const of = await stored('CROSS_RAMP');
    const amount = money(350n, 'MXN');
    await report(of, { trigger: 'DEPOSIT_RECEIVED', amount });
    await report(of, { trigger: 'REFUND_PAID', amount, atMs: start + MINUTE });
    await takeStep(of, 'SURPLUS-0', HOUR);
    expect([bank.calls, await nextStepAfter(of, 'SURPLUS-0')]).toEqual([[], undefined]);
  });

  it('of tokens is ordered of the custodian, on the chain that they came on', async () => {
    const of = await stored('OFF_RAMP');
    await applyEvent({
      ...{ source: 'custody', eventId: 'd', transactionId: of.id, trigger: 'DEPOSIT_RECEIVED', atMs: start },
      ...{ amount: money(5_000_000n, 'USDC'), blockchain: 'ETH' },
    });
    await takeStep(of, 'SURPLUS-0', HOUR);
    expect([...custodian.accepted.values()]).toMatchObject([{ blockchain: 'ETH', amount: money(5_000_000n, 'USDC') }]);
    expect(bank.calls).toEqual([]);
  });

  it('of a cancelled transaction returns its deposit, which the books have already', async () => {
    const of = await stored('ON_RAMP', 'DEPOSIT_RECEIVED', 'NAME_CHECK_FAILED');
    bank.response = { status: 'COMPLETED' };
    await takeStep(of, 'RETURN', HOUR);
    expect([...bank.accepted.values()]).toMatchObject([{ refundId: 'RETURN', returnsDeposit: true }]);
    expect((await readTimelineEntries(of.id)).at(-1)).toMatchObject({ trigger: 'NAME_CHECK_FAILED' });
    expect(await nextStepAfter(of, 'RETURN')).toBeUndefined();
  });

  it('O06, O08: that was refused waits for a person, who has it ordered under a new key', async () => {
    const of = await stored('CROSS_RAMP', ...failed);
    bank.response = { status: 'FAILED', reason: 'ACCOUNT_CLOSED' };
    await takeStep(of, 'REFUND', HOUR);
    const order = await findOrder(of.id, 'REFUND');
    expect(order).toMatchObject({ waits: { reason: 'PROVIDER_REFUSED' } });
    const waiting = await findWaitingOrders(500);
    expect(waiting.filter(({ transactionId }) => transactionId === of.id)).toEqual([order]);
    // The order is not submitted again automatically.
    await takeStep(of, 'REFUND', 3 * DAY);
    expect(bank.calls).toHaveLength(1);
    expect(order && idempotencyKeyOf({ ...order, refused: 1 })).toBe(`${of.id}-REFUND-1`);
    await report(of, { trigger: 'REFUND_PAID', atMs: start + 3 * DAY });
    await takeStep(of, 'REFUND', 5 * DAY);
    expect((await findWaitingOrders(500)).filter(({ transactionId }) => transactionId === of.id)).toEqual([]);
  });

  it('O07: of a silent provider is asked for again under its key, and waits for a person after a day', async () => {
    const of = await stored('CROSS_RAMP', ...failed);
    bank.response = undefined;
    for (
      let afterMs = HOUR;
      afterMs < 2 * DAY;
      afterMs = (await nextStepAfter(of, 'REFUND')) ?? Number.POSITIVE_INFINITY
    )
      await takeStep(of, 'REFUND', afterMs);
    expect(await findOrder(of.id, 'REFUND')).toMatchObject({ waits: { reason: 'PROVIDER_SILENT' } });
    expect([...bank.accepted.keys()]).toEqual([`${of.id}-REFUND`]);
    const { length } = bank.calls;
    await takeStep(of, 'REFUND', 9 * DAY);
    expect(bank.calls).toHaveLength(length);
  });

  it('O07: that its provider has accepted is asked about also while a person has to decide', async () => {
    const of = await stored('CROSS_RAMP', ...failed);
    for (const afterMs of [HOUR, 2 * HOUR, 9 * DAY]) await takeStep(of, 'REFUND', afterMs);
    expect(await findOrder(of.id, 'REFUND')).toMatchObject({ waits: { reason: 'PROVIDER_SILENT' } });
    bank.response = { status: 'COMPLETED' };
    await takeStep(of, 'REFUND', 10 * DAY);
    expect(await findOrder(of.id, 'REFUND')).not.toHaveProperty('waits.reason');
    expect(heldAmounts((await findTransaction(of.id)) ?? of)).toEqual([]);
  });

  it('O05: of one of two equal deposits is the one that its order names', async () => {
    const of = await stored('CROSS_RAMP');
    const amount = money(350n, 'MXN');
    for (let deposit = 0; deposit < 2; deposit += 1) await report(of, { trigger: 'DEPOSIT_RECEIVED', amount });
    await report(of, { trigger: 'REFUND_PAID', amount, refundId: 'SURPLUS-1', atMs: start + HOUR });
    expect((await findTransaction(of.id))?.surplusDeposits.map(({ returnedAtMs }) => returnedAtMs)).toEqual([
      undefined,
      start + HOUR,
    ]);
  });
});

/**
 * What happens to an order: a step, the bank's report that it paid, a step that gets no response from the bank, or two
 * simultaneous steps.
 */
type Act = readonly [kind: 'step' | 'report' | 'lost' | 'twice', order: number];
const act: fc.Arbitrary<Act> = fc.tuple(fc.constantFrom('step', 'report', 'lost', 'twice'), fc.nat(2));

/** A fake bank that pays once per idempotency key. A submitted order is pending, a polled order is completed. */
class PayingBank {
  readonly paid = new Map<string, RefundOrder>();
  loses = false;
  readonly port: OrderPort<RefundOrder> = {
    submit: async (order, key) => this.#respond(key, () => this.paid.set(key, order), 'PENDING'),
    poll: async (reference) => this.#respond(reference, () => undefined, 'COMPLETED'),
  };

  #respond(reference: string, happen: () => unknown, status: OrderStatus): OrderState {
    happen();
    if (this.loses) throw new Error('The response is lost');
    return { reference, status };
  }
}

describe('refunds of a transaction', () => {
  it('O02, O03, O04: are paid once each, whatever the order of steps, reports and lost responses', async () => {
    const names: readonly RefundId[] = ['REFUND', 'SURPLUS-0', 'SURPLUS-1'];
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const of = await stored('CROSS_RAMP', 'DEPOSIT_RECEIVED', 'CONVERSION_STARTED');
        const amount = money(350n, 'MXN');
        for (let deposit = 0; deposit < 2; deposit += 1) await report(of, { trigger: 'DEPOSIT_RECEIVED', amount });
        await report(of, { trigger: 'CONVERSION_FAILED' });
        const owed = heldAmounts((await findTransaction(of.id)) ?? of);
        const payer = new PayingBank();
        let atMs = HOUR;
        const step = (name: OrderName) => {
          const { PK: pk, SK: sk } = orderKey(of.id, name);
          return runStep(
            { v: 1, entity: 'ORDER', pk, sk, partnerId: of.partnerId, dueAt: 0 },
            { ...noProviders, now: () => start + atMs, stepMs: 0, bankRefunds: () => payer.port },
          );
        };
        for (const [kind, place] of acts) {
          const name = names[place] ?? 'REFUND';
          atMs += HOUR;
          payer.loses = kind === 'lost';
          if (kind === 'twice') await Promise.allSettled([step(name), step(name)]);
          else if (kind !== 'report') await step(name);
          else {
            const order = payer.paid.get(`${of.id}-${name}`);
            if (order !== undefined)
              await report(of, { trigger: 'REFUND_PAID', amount: order.amount, refundId: name, atMs: start + atMs });
          }
        }
        payer.loses = false;
        for (const name of names)
          for (let more = 0; more < 3; more += 1) {
            atMs += 2 * HOUR;
            await step(name);
          }
        expect(heldAmounts((await findTransaction(of.id)) ?? of)).toEqual([]);
        expect([...payer.paid.values()].map(({ amount }) => amount).toSorted(byAmount)).toEqual(
          owed.toSorted(byAmount),
        );
        expect([...payer.paid.keys()].toSorted()).toEqual(names.map((name) => `${of.id}-${name}`));
      }),
      { numRuns: 60, seed: 20261127 },
    );
  });
});

function byAmount(one: Money, other: Money): number {
  return Number(one.minor - other.minor);
}

it('names refunds in a form that providers repeat', () => {
  for (const id of ['RETURN', 'REFUND', 'SURPLUS-0', 'SURPLUS-12']) expect(id).toMatch(REFUND_ID);
  for (const id of ['', 'CONVERSION', 'SURPLUS-', 'SURPLUS-01', 'REFUND ']) expect(id).not.toMatch(REFUND_ID);
});
