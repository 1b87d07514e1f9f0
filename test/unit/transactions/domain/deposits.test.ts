/**
 * Random partial, surplus, late and foreign-currency deposits under various deposit terms, with returns, refunds, fees and
 * failures.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DepositTerms,
  MAX_TOLERANCE_BPS,
  toleratedMinor,
  withoutDefaults,
} from '#shared/partners/domain/deposit-terms';
import { apply, type TransactionEvent } from '#shared/transactions/domain/apply';
import { depositsToReturn, keptAmount, outstandingDeposit } from '#shared/transactions/domain/deposit-policy';
import { matchesAmount, mayApplyLater } from '#shared/transactions/domain/provider-reports';
import { refundsDue } from '#shared/transactions/domain/refund';
import { nextStep } from '#shared/transactions/domain/sandbox/simulator';
import { stateMachines, statusFacts } from '#shared/transactions/domain/status-facts';
import {
  heldAmounts,
  heldDeposits,
  payoutAmount,
  sourceAmount,
  type Transaction,
} from '#shared/transactions/domain/transaction';
import { decimalsFor } from '#shared/values/money/currency';
import { type Money, money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { imbalance } from '#test/support/imbalance';

const DAYS = 1000;
const AT = Date.UTC(2026, 0, 15, 13);
const makers: readonly ((terms: DepositTerms | undefined) => Transaction)[] = [
  (depositTerms) => anOnRamp({ depositTerms }),
  (depositTerms) => anOffRamp({ depositTerms }),
  (depositTerms) => aCrossRamp({ depositTerms }),
];

const order = fc.record({
  maker: fc.constantFrom(...makers),
  toleranceBps: fc.constantFrom(0, 50, 250, MAX_TOLERANCE_BPS),
  partial: fc.constantFrom('RETURN', 'TOP_UP'),
});
const event = fc.record({ of: fc.nat(7), draw: fc.nat(), size: fc.nat(9), share: fc.nat(10_000) });
type DayEvent = typeof event extends fc.Arbitrary<infer E> ? E : never;
const day = fc.record({
  orders: fc.array(order, { minLength: 4, maxLength: 8 }),
  events: fc.noBias(fc.array(event, { minLength: 60, maxLength: 120 })),
});

/** Credits less debits in minor units, by account and currency. */
class Books {
  readonly #balances = new Map<string, bigint>();

  add(account: string, { currency, minor }: Money): void {
    const key = `${account} ${currency}`;
    this.#balances.set(key, (this.#balances.get(key) ?? 0n) + minor);
  }

  /** Returns the sum of the balances in one currency, over all accounts whose names start with one of these prefixes. */
  of(currency: string, ...accounts: readonly string[]): bigint {
    return [...this.#balances]
      .filter(([key]) => key.endsWith(` ${currency}`) && accounts.some((account) => key.startsWith(account)))
      .reduce((sum, [, minor]) => sum + minor, 0n);
  }

  /** Returns the first negative balance of the accounts with this prefix, or zero if there is none. */
  overdrawn(account: string): bigint {
    const own = [...this.#balances].filter(([key]) => key.startsWith(account)).map(([, minor]) => minor);
    return own.find((minor) => minor < 0n) ?? 0n;
  }
}

const currencies = ['MXN', 'USD', 'EUR', 'USDC'] as const;
const SETTLEMENT = ['settlement:pay-in ', 'settlement:pay-out '];

interface Journey {
  readonly own: Books;
  transaction: Transaction;
}

/**
 * Builds a random report. While a deposit is expected, three of four reports are deposits; otherwise one of five. Other reports
 * have a trigger that the status allows, or `REFUND_PAID`.
 */
function reportFor(transaction: Transaction, { draw, size, share }: DayEvent): TransactionEvent {
  const source = sourceAmount(transaction);
  const part = { ...source, minor: (source.minor * BigInt(share)) / 10_000n + 1n };
  const isAwaited = statusFacts[transaction.status].deposit === 'AWAITED';
  if (isAwaited ? draw % 4 < 3 : draw % 5 === 0) {
    const { minor: missing } = outstandingDeposit(transaction);
    const tolerated = toleratedMinor(source.minor, transaction.depositTerms);
    const amounts = [
      part,
      part,
      source,
      outstandingDeposit(transaction),
      { ...source, minor: missing - tolerated / 2n },
      { ...source, minor: source.minor + part.minor },
      money(part.minor, source.currency === 'EUR' ? 'USD' : 'EUR'),
    ];
    const blockchain = size === 7 && transaction.kind === 'OFF_RAMP' ? 'ETH' : undefined;
    // Three of ten deposits are smaller than the outstanding amount by half of the tolerance.
    return { trigger: 'DEPOSIT_RECEIVED', atMs: AT, amount: amounts[size < 8 ? size : 4] ?? part, blockchain };
  }
  // Reports that keep the status or end the transaction without a payout are rare, so that the histories are long.
  const edges = stateMachines[transaction.kind].edges
    .filter(({ from, on }) => from === transaction.status && on !== 'DEPOSIT_RECEIVED')
    .flatMap((edge) => (edge.from === edge.to || statusFacts[edge.to].end === 'UNPAID' ? [edge] : Array(6).fill(edge)));
  const trigger = edges[Math.floor(draw / 20) % edges.length]?.on ?? 'REFUND_PAID';
  // A bank can return any held deposit, also one that waits for a top-up.
  const held = heldAmounts(transaction);
  const amount = held.length === 0 ? money(1n, 'EUR') : held[share % held.length];
  return { trigger, atMs: AT, amount: trigger === 'REFUND_PAID' ? amount : undefined };
}

/** Returns true if the agreement lets this deposit, together with the held deposits, fund the transaction. */
function isFunding({ transaction, own }: Journey, { amount, blockchain }: TransactionEvent): boolean {
  const { currency, minor } = sourceAmount(transaction);
  const { toleranceBps = 0, partial = 'RETURN' } = transaction.depositTerms ?? {};
  if (amount?.currency !== currency || blockchain !== undefined) return false;
  const foreign = heldDeposits(transaction).filter((one) => one.blockchain !== undefined);
  const kept = own.of(currency, 'refund:') - foreign.reduce((sum, one) => sum + one.amount.minor, 0n);
  const arrived = amount.minor + (partial === 'TOP_UP' ? kept : 0n);
  return (
    statusFacts[transaction.status].deposit === 'AWAITED' && arrived * 10_000n >= minor * BigInt(10_000 - toleranceBps)
  );
}

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule);
}

/**
 * Applies a report. Then checks the ledger entries of the transaction (`own`) and of all transactions of a random day (`books`).
 */
function take(journey: Journey, books: Books, report: TransactionEvent): string | undefined {
  const { transaction: before, own } = journey;
  const funds = isFunding(journey, report);
  const transition = apply(before, report);
  if (transition === undefined) return undefined;
  const { next, edge, entries } = transition;
  const settled = currencies.map((currency) => own.of(currency, ...SETTLEMENT));
  for (const { account, side, amount } of entries)
    for (const each of [books, own])
      each.add(account, side === 'CREDIT' ? amount : { ...amount, minor: -amount.minor });
  journey.transaction = next;
  expect(imbalance(entries)).toEqual(new Map());
  must(
    currencies.every((currency) => books.of(currency, '') === 0n),
    'the books of the day balance',
  );
  must(books.overdrawn('user:') === 0n && books.overdrawn('refund:') === 0n, 'no account of a user is below zero');
  const isDeposit = edge.on === 'DEPOSIT_RECEIVED';
  must(!isDeposit || (edge.postingRule === 'DEPOSIT') === funds, 'a deposit funds by its terms alone');
  if (isDeposit || edge.on === 'REFUND_PAID')
    must(
      currencies.every((currency, index) => {
        const changed = own.of(currency, ...SETTLEMENT) - (settled[index] ?? 0n);
        const moved = report.amount?.currency === currency ? report.amount.minor : 0n;
        return changed === (isDeposit ? -moved : moved);
      }),
      'what arrives and what is returned is posted whole',
    );
  checkTransaction(journey, before);
  return edge.postingRule ?? undefined;
}

function checkTransaction({ transaction, own }: Journey, before: Transaction): void {
  const { status, surplusDeposits, depositTerms, payoutReturn, shortfall } = transaction;
  const [source, target] = [sourceAmount(transaction), payoutAmount(transaction)];
  const inPlace = before.surplusDeposits.every((one, index) => {
    const { amount, atMs, blockchain } = surplusDeposits[index] ?? {};
    return amount === one.amount && atMs === one.atMs && blockchain === one.blockchain;
  });
  must(inPlace, 'each deposit stays in its place');
  for (const currency of currencies) {
    const held = heldAmounts(transaction).filter((amount) => amount.currency === currency);
    const sum = held.reduce((total, { minor }) => total + minor, 0n);
    must(own.of(currency, 'refund:') === sum, 'the refund account is what the transaction holds');
    must(own.of(currency, 'settlement:pay-in ') <= 0n, 'no more is returned than arrived');
  }
  const { end } = statusFacts[status];
  const borne = -own.of(source.currency, `partner:${transaction.partnerId}:shortfall `);
  must(
    borne * 10_000n <= source.minor * BigInt(depositTerms?.toleranceBps ?? 0),
    'a shortfall is within the tolerance',
  );
  const isUndone = end === 'UNPAID' || payoutReturn !== undefined;
  must(borne === (isUndone ? 0n : (shortfall?.minor ?? 0n)), 'a shortfall is borne while the payout stands');
  if (end === undefined) return;
  must(own.of(source.currency, 'user:') === 0n && own.of(target.currency, 'user:') === 0n, 'nothing is left at an end');
  expect(depositsToReturn(transaction)).toEqual(heldDeposits(transaction));
  const paidIn = -own.of(source.currency, ...SETTLEMENT, 'refund:');
  const given = own.of(target.currency, ...SETTLEMENT, 'refund:');
  const { coefficient, scale } = transaction.platformRate;
  const unit = (money: Money) => 10n ** BigInt(decimalsFor(money.currency));
  if (!isUndone) must(given === target.minor, 'the agreed amount is paid out');
  else if (transaction.kind === 'ON_RAMP') must(given === 0n, 'no tokens are sent');
  else {
    // Cross-multiplies to avoid rounding.
    const worth = paidIn * coefficient * unit(target);
    must(given * unit(source) * 10n ** BigInt(scale) <= worth, 'no more is given back than was paid in');
  }
}

it(`keeps the books of ${DAYS} random days at every movement, and returns no more than has arrived`, () => {
  const posted = new Set<string>();
  fc.assert(
    fc.property(day, ({ orders, events }) => {
      const books = new Books();
      const journeys = orders.map(
        ({ maker, ...terms }): Journey => ({ own: new Books(), transaction: maker(withoutDefaults(terms)) }),
      );
      for (const one of events) {
        const journey = journeys[one.of % journeys.length];
        if (journey === undefined) continue;
        const rule = take(journey, books, reportFor(journey.transaction, one));
        const { shortfall, surplusDeposits } = journey.transaction;
        const isToppedUp = surplusDeposits.some(({ usedAtMs }) => usedAtMs !== undefined);
        const marks = [shortfall === undefined ? [] : [' short'], isToppedUp ? [' topped up'] : []].flat();
        for (const mark of ['', ...marks]) posted.add(`${rule}${mark}`);
      }
    }),
    { numRuns: DAYS, endOnFailure: true },
  );
  const rules = ['DEPOSIT', 'RETURN_DEPOSIT', 'REFUND_SOURCE', 'REFUND_CONVERTED', 'RETURN_CONVERTED_DEPOSIT'];
  const expected = [...rules, 'CONVERSION_AND_PAYOUT', 'PAYOUT', 'PAYOUT_RETURN', 'REFUND_PAYMENT'];
  const marks = ['', ' short', ' topped up'];
  expect(expected.flatMap((rule) => marks.map((mark) => rule + mark)).filter((one) => !posted.has(one))).toEqual([]);
});

const pesos = (minor: bigint) => money(minor, 'MXN');
const deposit = (transaction: Transaction, amount: Money): Transaction => {
  const applied = apply(transaction, { trigger: 'DEPOSIT_RECEIVED', atMs: AT, amount });
  if (applied === undefined) throw new Error('Every deposit has an edge');
  return applied.next;
};

describe('an on-ramp of 1,000 pesos', () => {
  it.each([
    ['no terms', undefined, [99_999], 'PENDING_PAYMENT', undefined],
    ['a tolerance of 0.5 %', { toleranceBps: 50 }, [99_500], 'FIAT_RECEIVED', 500],
    ['a tolerance of 0.5 %', { toleranceBps: 50 }, [99_499], 'PENDING_PAYMENT', undefined],
    ['a tolerance and no top-ups', { toleranceBps: 50 }, [50_000, 50_000], 'PENDING_PAYMENT', undefined],
    ['top-ups', { partial: 'TOP_UP' }, [40_000, 60_000], 'FIAT_RECEIVED', undefined],
    ['top-ups', { partial: 'TOP_UP' }, [40_000, 59_999], 'PENDING_PAYMENT', undefined],
    ['both', { toleranceBps: 50, partial: 'TOP_UP' }, [40_000, 30_000, 29_600], 'FIAT_RECEIVED', 400],
  ] as const)('with %s (%j) and deposits of %j is %s', (_, depositTerms, amounts, status, shortfall) => {
    const after = amounts.map((minor) => pesos(BigInt(minor))).reduce(deposit, anOnRamp({ depositTerms }));
    expect([after.status, after.shortfall && Number(after.shortfall.minor)]).toEqual([status, shortfall]);
  });

  it('keeps what is too little for a top-up, returns the excess of the last one, and never moves an entry', () => {
    const kept = deposit(anOnRamp({ depositTerms: { partial: 'TOP_UP' } }), pesos(40_000n));
    expect([keptAmount(kept), outstandingDeposit(kept)]).toEqual([pesos(40_000n), pesos(60_000n)]);
    expect([depositsToReturn(kept), nextStep(kept, { branch: 'COMPLETE', deposits: false })]).toEqual([[], undefined]);
    const funded = deposit(kept, pesos(70_000n));
    const excess = { amount: pesos(10_000n), atMs: AT, returnedAtMs: undefined };
    expect(funded.surplusDeposits).toEqual([{ ...kept.surplusDeposits[0], usedAtMs: AT }, excess]);
    expect(depositsToReturn(funded)).toEqual([excess]);
  });

  it.each(['CANCEL', 'EXPIRE'] as const)('returns on %s what it kept', (trigger) => {
    const kept = deposit(anOnRamp({ depositTerms: { partial: 'TOP_UP' } }), pesos(40_000n));
    const ended = apply(kept, { trigger, atMs: AT })?.next ?? kept;
    expect(depositsToReturn(ended)).toEqual(kept.surplusDeposits);
    expect(refundsDue(kept)).toEqual([]);
    expect(refundsDue(ended)).toEqual(['SURPLUS-0']);
  });

  it('knows the reports of each of its deposits', () => {
    const terms = { toleranceBps: 50, partial: 'TOP_UP' } as const;
    const funded = [40_000n, 59_600n].map(pesos).reduce(deposit, anOnRamp({ depositTerms: terms }));
    const { next: cancelled = funded } = apply(funded, { trigger: 'NAME_CHECK_FAILED', atMs: AT }) ?? {};
    const amounts = [40_000n, 59_600n, 99_600n, 100_000n, 50_000n].map(pesos);
    expect(amounts.map((amount) => matchesAmount(funded, 'NAME_CHECK_FAILED', amount))).toEqual([
      ...[true, true, true, true, false],
    ]);
    // The cancellation already posted the return of these deposits. Therefore a report of their return is not stored for later. A
    // report of another amount (the last) is stored, because its deposit may be reported later.
    const waits = amounts.map((amount) => mayApplyLater(cancelled, { trigger: 'REFUND_PAID', amount }));
    expect(waits).toEqual([false, false, false, false, true]);
  });
});

it('returns what arrived on another chain before what it keeps', () => {
  const terms = { partial: 'TOP_UP' } as const;
  const kept = deposit(anOffRamp({ depositTerms: terms }), money(20_000_000n, 'USDC'));
  const report = {
    trigger: 'DEPOSIT_RECEIVED',
    atMs: AT,
    amount: money(20_000_000n, 'USDC'),
    blockchain: 'ETH',
  } as const;
  const both = apply(kept, report)?.next ?? kept;
  const refund = { trigger: 'REFUND_PAID', atMs: AT, amount: money(20_000_000n, 'USDC') } as const;
  expect(apply(both, refund)?.next.surplusDeposits.map(({ returnedAtMs }) => returnedAtMs)).toEqual([undefined, AT]);
});
