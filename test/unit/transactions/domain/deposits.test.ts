/** Days of deposits by every agreement: partial, surplus, late and foreign ones, with returns, refunds, fees and failures. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from '#shared/transactions/domain/apply';
import { depositsToReturn, keptDeposits, outstandingDeposit } from '#shared/transactions/domain/deposit-policy';
import { type DepositTerms, MAX_TOLERANCE_BPS, withoutDefaults } from '#shared/transactions/domain/deposit-terms';
import { matchesAmount } from '#shared/transactions/domain/provider-reports';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { heldAmounts, payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { Blockchain } from '#shared/values/chains/blockchain';
import { decimalsFor } from '#shared/values/money/currency';
import { type Money, money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { imbalance } from '#test/support/imbalance';

const DAYS = 1000;
const AT = Date.UTC(2026, 0, 15, 13);
const makers = [anOnRamp, anOffRamp, aCrossRamp] as const;

const terms = fc.record({
  toleranceBps: fc.constantFrom(0, 1, 50, 250, MAX_TOLERANCE_BPS),
  partial: fc.constantFrom('RETURN', 'TOP_UP'),
});
const event = fc.record({ of: fc.nat(5), draw: fc.nat(), size: fc.nat(7), share: fc.nat(10_000) });
const day = fc.record({
  orders: fc.array(fc.record({ maker: fc.nat(2), terms }), { minLength: 1, maxLength: 6 }),
  events: fc.noBias(fc.array(event, { minLength: 20, maxLength: 60 })),
});
type DayEvent = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** The minor units of each account and currency. */
class Books {
  readonly balances = new Map<string, bigint>();

  add(account: string, { currency, minor }: Money, sign: 1n | -1n = 1n): void {
    const key = `${account} ${currency}`;
    this.balances.set(key, (this.balances.get(key) ?? 0n) + sign * minor);
  }

  of(account: string, currency: string): bigint {
    return this.balances.get(`${account} ${currency}`) ?? 0n;
  }

  sums(): bigint[] {
    const sums = new Map<string, bigint>();
    for (const [key, minor] of this.balances) {
      const currency = key.split(' ')[1] ?? '';
      sums.set(currency, (sums.get(currency) ?? 0n) + minor);
    }
    return [...sums.values()].filter((sum) => sum !== 0n);
  }
}

/** A transaction with its own part of the books, and what reports alone say of its money. */
class Order {
  readonly own = new Books();
  readonly arrived = new Books();
  readonly returned = new Books();
  counted = 0n;

  constructor(public transaction: Transaction) {}

  /** What the terms make of a deposit, by the contract alone. */
  funds(amount: Money, chain: Blockchain | undefined): boolean {
    const { transaction } = this;
    const { currency, minor } = sourceAmount(transaction);
    const { toleranceBps = 0, partial = 'RETURN' } = transaction.depositTerms ?? {};
    if (statusFacts[transaction.status].deposit !== 'AWAITED') return false;
    if (amount.currency !== currency || chain !== undefined) return false;
    const held = partial === 'TOP_UP' ? this.counted : 0n;
    return (held + amount.minor) * 10_000n >= minor * BigInt(10_000 - toleranceBps);
  }
}

/** Half of the events are deposits of any size; the others go on, or end what has begun. */
function toReport({ transaction }: Order, { draw, size, share }: DayEvent) {
  const source = sourceAmount(transaction);
  const part = { ...source, minor: (source.minor * BigInt(share)) / 10_000n + 1n };
  const amounts = [
    part,
    part,
    source,
    outstandingDeposit(transaction),
    { ...source, minor: source.minor - source.minor / 20n },
    { ...source, minor: source.minor + part.minor },
    money(part.minor, source.currency === 'EUR' ? 'USD' : 'EUR'),
    part,
  ];
  const isForeign = size === 7 && transaction.kind === 'OFF_RAMP';
  if (draw % 2 === 0)
    return { trigger: 'DEPOSIT_RECEIVED' as const, amount: amounts[size], blockchain: isForeign ? ('ETH' as const) : undefined };
  const edges = stateMachines[transaction.kind].edges.filter(({ from, on }) => from === transaction.status && on !== 'DEPOSIT_RECEIVED');
  const choice = Math.floor(draw / 2);
  const trigger: Trigger = edges[choice % edges.length]?.on ?? 'EXPIRE';
  // A bank returns any one of what is held, whatever it waits for.
  const held = heldAmounts(transaction);
  return { trigger, amount: trigger === 'REFUND_PAID' ? held[share % Math.max(1, held.length)] : undefined };
}

function take(order: Order, books: Books, reported: DayEvent): void {
  const before = order.transaction;
  const report = toReport(order, reported);
  if (report.trigger === 'REFUND_PAID' && report.amount === undefined) return;
  const transition = apply(before, { ...report, atMs: AT });
  if (transition === undefined) return;
  const { next, edge, entries } = transition;
  order.transaction = next;
  const where = `${before.kind} ${edge.from} ${edge.on} ${edge.postingRule}`;
  expect(imbalance(entries), where).toEqual(new Map());
  for (const { account, side, amount } of entries) {
    for (const each of [books, order.own]) each.add(account, amount, side === 'CREDIT' ? 1n : -1n);
    if (account.startsWith('settlement:') && side === 'CREDIT') order.returned.add('user', amount);
  }
  if (report.trigger === 'DEPOSIT_RECEIVED' && report.amount !== undefined) {
    expect(edge.postingRule === 'DEPOSIT', where).toBe(new Order(before).funds.call(Object.assign(new Order(before), { counted: order.counted }), report.amount, report.blockchain));
    order.arrived.add('user', report.amount);
  }
  order.counted = keptDeposits(next).reduce((sum, { amount }) => sum + amount.minor, 0n);
  check(order, before, where);
  expect(books.sums(), where).toEqual([]);
  for (const [key, minor] of books.balances) if (/^(user|refund):/.test(key)) expect(minor, `${where} ${key}`).toBeGreaterThanOrEqual(0n);
}

function check({ transaction, own, arrived, returned }: Order, before: Transaction, where: string): void {
  const [source, target] = [sourceAmount(transaction), payoutAmount(transaction)];
  const { userId, partnerId, status, surplusDeposits, depositTerms, payoutReturn } = transaction;
  for (const currency of new Set([source.currency, target.currency, 'EUR', 'USD'])) {
    const held = heldAmounts(transaction).filter((amount) => amount.currency === currency);
    expect(own.of(`refund:${userId}`, currency), where).toBe(held.reduce((sum, { minor }) => sum + minor, 0n));
  }
  // Each entry stays in its place.
  expect(surplusDeposits.slice(0, before.surplusDeposits.length).map(({ amount, atMs }) => ({ amount, atMs })), where).toEqual(
    before.surplusDeposits.map(({ amount, atMs }) => ({ amount, atMs })),
  );
  const shortfall = -own.of(`partner:${partnerId}:shortfall`, source.currency);
  expect(shortfall * 10_000n <= source.minor * BigInt(depositTerms?.toleranceBps ?? 0), where).toBe(true);
  const isUndone = statusFacts[status].end === 'UNPAID' || payoutReturn !== undefined;
  expect(shortfall, where).toBe(isUndone ? 0n : (transaction.shortfall?.minor ?? 0n));
  if (statusFacts[status].end !== undefined) {
    expect(own.of(`user:${userId}`, source.currency), where).toBe(0n);
    expect(depositsToReturn(transaction), where).toEqual(surplusDeposits.filter((one) => one.returnedAtMs === undefined && one.usedAtMs === undefined));
  }
  const paidOut = status === 'COMPLETED' ? target.minor : 0n;
  expect(isWithin(transaction, arrived, returned, paidOut), where).toBe(true);
}

/** True where what went back, with what is still held, is worth at most what arrived, at the rate of the conversion. */
function isWithin(transaction: Transaction, arrived: Books, returned: Books, paidOut: bigint): boolean {
  const [source, target] = [sourceAmount(transaction), payoutAmount(transaction)];
  for (const currency of ['EUR', 'USD'])
    if (currency !== source.currency && currency !== target.currency && returned.of('user', currency) > arrived.of('user', currency)) return false;
  const back = returned.of('user', source.currency);
  const inTarget = returned.of('user', target.currency) - paidOut - (arrived.of('user', target.currency));
  if (transaction.kind === 'ON_RAMP' || inTarget <= 0n) return back <= arrived.of('user', source.currency);
  const { coefficient, scale } = transaction.platformRate;
  const worth = (arrived.of('user', source.currency) - back) * coefficient * 10n ** BigInt(decimalsFor(target.currency));
  return inTarget * 10n ** BigInt(decimalsFor(source.currency) + scale) <= worth;
}
