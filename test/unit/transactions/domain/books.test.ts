import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixedFeeFor, priceRamp } from '#shared/quotes/domain/ramp-pricing';
import { RAMP_SPREAD } from '#shared/quotes/domain/rate';
import { apply, type Transition } from '#shared/transactions/domain/apply';
import type { HoldCause } from '#shared/transactions/domain/hold';
import type { LedgerEntry } from '#shared/transactions/domain/ledger';
import { heldNames } from '#shared/transactions/domain/sandbox/held-names';
import { stateMachines, statusFacts, type TransactionStatus } from '#shared/transactions/domain/status-facts';
import { heldAmounts, payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { type Trigger, triggers } from '#shared/transactions/domain/triggers';
import { decimalsFor, type FiatCurrency, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import { type Money, minus, money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { imbalance } from '#test/support/imbalance';
import { priceAtMid } from '#test/support/price-at-mid';

const AT = Date.UTC(2026, 0, 15, 13);
const TRANSACTIONS_A_RUN = 700;
const RUNS = 5;
const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** A new transaction, and its payout without the partner's premium. The premium is this payout less the actual payout. */
interface Priced {
  readonly transaction: Transaction;
  readonly withoutPremium: Money | undefined;
}

const drawn = {
  // Few users and partners, so that transactions use the same accounts.
  userId: fc.constantFrom('ana', 'ben', 'eva', 'leo'),
  partnerId: fc.constantFrom('acme', 'apex'),
  // Between 0.001 and 1,000 units of one currency per unit of the other.
  mid: fc.bigInt(1_000n, 1_000_000_000n).map((coefficient): Decimal => ({ coefficient, scale: 6 })),
  premium: fc.oneof(
    fc.constant(ZERO),
    fc.bigInt(1n, 5_000n).map((coefficient): Decimal => ({ coefficient, scale: 4 })),
  ),
  minor: fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 12n)),
};

const ramp = fc
  .record({
    ...drawn,
    direction: fc.constantFrom('ON_RAMP', 'OFF_RAMP'),
    side: fc.constantFrom('fiat', 'crypto'),
    fiat: fc.constantFrom(...fiatCurrencies),
    token: fc.constantFrom(...tokenSymbols),
  })
  .map(({ direction, side, fiat, token, mid, premium, minor, ...owners }): Priced | undefined => {
    const ask = { direction, fiat, token, mid, premium, spread: RAMP_SPREAD };
    const given =
      side === 'fiat'
        ? ({ side, amount: money(minor, fiat) } as const)
        : ({ side, amount: money(minor, token) } as const);
    const price = priceRamp({ ...ask, fixedAmount: given });
    if (price === undefined) return undefined;
    const facts = { ...owners, ...price, premiumSpread: premium };
    if (direction === 'ON_RAMP') {
      const unmarked = priceRamp({
        ...ask,
        premium: ZERO,
        fixedAmount: { side: 'fiat', amount: price.fiatAmount },
      });
      return { transaction: anOnRamp(facts), withoutPremium: unmarked?.cryptoAmount };
    }
    const unmarked = priceRamp({
      ...ask,
      premium: ZERO,
      fixedAmount: { side: 'crypto', amount: price.cryptoAmount },
    });
    return { transaction: anOffRamp(facts), withoutPremium: unmarked?.fiatAmount };
  });

const crossRamp = fc
  .record({
    ...drawn,
    side: fc.constantFrom('source', 'target'),
    pair: fc.shuffledSubarray([...fiatCurrencies], { minLength: 2, maxLength: 2 }),
  })
  .map(({ side, pair, mid, premium, minor, ...owners }): Priced | undefined => {
    const [source, target]: readonly FiatCurrency[] = pair;
    if (source === undefined || target === undefined) return undefined;
    const ask = { source, target, mid, premium, fixedFee: fixedFeeFor(source) };
    const price = priceAtMid({ ...ask, side, amount: money(minor, side === 'source' ? source : target) });
    if (price === undefined) return undefined;
    const unmarked = priceAtMid({ ...ask, premium: ZERO, side: 'source', amount: price.sourceAmount });
    return {
      transaction: aCrossRamp({ ...owners, ...price, premiumSpread: premium }),
      withoutPremium: unmarked?.targetAmount,
    };
  });

/** A random transaction and random numbers; `triggerFor` converts each number to a trigger. */
const story = fc.record({
  priced: fc.oneof(ramp, ramp, crossRamp).filter((one) => one !== undefined),
  draws: fc.noBias(fc.array(fc.nat(), { minLength: 12, maxLength: 24 })),
});

/**
 * Chooses a trigger; three of four are valid in this status. Triggers that keep the status or end the transaction are rare, so
 * that transactions visit many statuses.
 */
function triggerFor({ kind, status }: Transaction, draw: number): Trigger {
  const choice = Math.floor(draw / 4);
  const known = stateMachines[kind].edges
    .filter(({ from }) => from === status)
    .flatMap((edge) => (edge.to === edge.from || isTerminal(edge.to) ? [edge] : [edge, edge, edge, edge, edge, edge]));
  const edge = draw % 4 === 0 ? undefined : known[choice % Math.max(1, known.length)];
  return edge?.on ?? triggers[choice % triggers.length] ?? 'EXPIRE';
}

/** Credits less debits in minor units, by account and currency. Omits accounts with a zero balance. */
class Books {
  readonly balances = new Map<string, bigint>();

  add(account: string, { currency, minor }: Money): void {
    this.addTo(`${account} ${currency}`, minor);
  }

  addTo(key: string, minor: bigint): void {
    const balance = (this.balances.get(key) ?? 0n) + minor;
    if (balance === 0n) this.balances.delete(key);
    else this.balances.set(key, balance);
  }

  post(entries: readonly LedgerEntry[]): void {
    for (const { account, side, amount } of entries) this.add(account, side === 'CREDIT' ? amount : negative(amount));
  }

  of(account: string, currency: string): bigint {
    return this.balances.get(`${account} ${currency}`) ?? 0n;
  }

  /** Returns the sum of all accounts per currency, without zero sums. */
  sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const [key, balance] of this.balances) {
      const currency = key.slice(key.lastIndexOf(' ') + 1);
      sums.set(currency, (sums.get(currency) ?? 0n) + balance);
    }
    return new Map([...sums].filter(([, sum]) => sum !== 0n));
  }
}

function isSame(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}

function negative(amount: Money): Money {
  return { ...amount, minor: -amount.minor };
}

function isTerminal(status: TransactionStatus): boolean {
  return statusFacts[status].end !== undefined;
}

const unfunded: readonly TransactionStatus[] = ['PENDING_PAYMENT', 'PENDING', 'CRYPTO_NOT_RECEIVED'];

/**
 * A refund owed to a user. `by` is the settlement account that pays it: `pay-in` for deposits, `pay-out` for failed or returned
 * payouts.
 */
interface Owed {
  readonly amount: Money;
  readonly by: 'pay-in' | 'pay-out';
}

/** Returns the amount of a reported deposit or refund: none, the expected amount, more, less, or another currency. */
function amountFor(journey: Journey, trigger: Trigger, draw: number): Money | undefined {
  const source = sourceAmount(journey.transaction);
  const variant = Math.floor(draw / 256) % 6;
  if (trigger === 'REFUND_PAID') return variant % 2 === 0 ? undefined : journey.owed[0]?.amount;
  if (trigger !== 'DEPOSIT_RECEIVED') return undefined;
  const amounts = [
    undefined,
    source,
    undefined,
    { ...source, minor: source.minor + BigInt(1 + (draw % 1000)) },
    { ...source, minor: source.minor / 2n + 1n },
    money(BigInt(1 + (draw % 1000)), source.currency === 'EUR' ? 'USD' : 'EUR'),
  ];
  return amounts[variant];
}

/** A transaction in progress with its ledger entries. */
class Journey {
  readonly own = new Books();
  private readonly visited = new Set<TransactionStatus>();
  /** Amounts paid in, paid out and refunded, computed without the ledger code. */
  private readonly settled = new Books();
  owed: readonly Owed[] = [];
  /** Every second hold requests information. */
  private readonly holdCause: HoldCause | undefined;
  transaction: Transaction;

  constructor(
    private readonly priced: Priced,
    asks: boolean,
  ) {
    this.holdCause = asks ? heldNames.Hold : undefined;
    this.transaction = priced.transaction;
  }

  take(trigger: Trigger, amount: Money | undefined): Transition | undefined {
    const before = this.transaction;
    const transition = apply(before, { trigger, amount, atMs: AT, holdCause: this.holdCause });
    if (transition === undefined) return undefined;
    this.transaction = transition.next;
    this.visited.add(transition.next.status);
    this.own.post(transition.entries);
    this.note(before, trigger, amount);
    return transition;
  }

  /** Updates `settled` and `owed` from the rules of the API contract. Does not use the ledger code that the test checks. */
  private note(before: Transaction, trigger: Trigger, amount: Money | undefined): void {
    const source = sourceAmount(before);
    const { status } = this.transaction;
    if (trigger === 'DEPOSIT_RECEIVED') {
      const arrived = amount ?? source;
      this.settled.add('settlement:pay-in', negative(arrived));
      const covers =
        unfunded.includes(before.status) && arrived.currency === source.currency && arrived.minor >= source.minor;
      const surplus = covers ? minus(arrived, source) : arrived;
      if (surplus.minor > 0n) this.owed = [...this.owed, { amount: surplus, by: 'pay-in' }];
    } else if (trigger === 'REFUND_PAID') {
      const match = (one: Owed) => amount === undefined || isSame(one.amount, amount);
      const paid = amount === undefined ? this.owed : this.byPayoutFirst().filter(match).slice(0, 1);
      for (const { amount: back, by } of paid) this.settled.add(`settlement:${by}`, back);
      this.owed = this.owed.filter((one) => !paid.includes(one));
    } else if (status === 'FAILED' && before.status !== 'FAILED') {
      this.owed = [...this.owed, { amount: this.converted() ? this.worth() : source, by: 'pay-out' }];
    } else if (trigger === 'PAYOUT_RETURNED') {
      this.settled.add('settlement:pay-out', negative(payoutAmount(before)));
      this.owed = [...this.owed, { amount: payoutAmount(before), by: 'pay-out' }];
    } else if (status === 'COMPLETED') {
      this.settled.add('settlement:pay-out', payoutAmount(before));
    } else if (status === 'CANCELLED' && this.funded()) {
      this.settled.add('settlement:pay-in', source);
    }
  }

  private byPayoutFirst(): readonly Owed[] {
    return [...this.owed].sort((one, other) => other.by.localeCompare(one.by));
  }

  private funded(): boolean {
    return this.visited.has('FIAT_RECEIVED') || this.visited.has('CRYPTO_RECEIVED');
  }

  private converted(): boolean {
    return this.visited.has(this.transaction.kind === 'ON_RAMP' ? 'COMPLETED' : 'READY_BANK_TRANSFER');
  }

  /** Computes the expected account balances from the visited statuses, the reports and the transaction's price. */
  expected(): Books {
    const books = new Books();
    const { transaction } = this;
    const { userId, partnerId, status } = transaction;
    for (const [key, minor] of this.settled.balances) books.addTo(key, minor);
    for (const { amount } of this.owed) books.add(`refund:${userId}`, amount);
    // After a cancellation, all deposits are returned.
    if (!this.funded() || status === 'CANCELLED') return books;
    const converted = this.converted();
    if (!isTerminal(status))
      books.add(`user:${userId}`, converted ? payoutAmount(transaction) : sourceAmount(transaction));
    if (!converted) return books;
    const source = sourceAmount(transaction);
    if (status === 'FAILED') {
      // After a failure, the refund includes the fee and the premium.
      books.add('platform:position', source);
      books.add('platform:position', negative(this.worth()));
      return books;
    }
    const fee = transaction.kind === 'CROSS_RAMP' ? transaction.fixedFee : money(0n, source.currency);
    books.add('platform:fees', fee);
    books.add('platform:position', minus(source, fee));
    books.add('platform:position', negative(payoutAmount(transaction)));
    books.add('platform:position', negative(this.premium()));
    books.add(`partner:${partnerId}:premium`, this.premium());
    return books;
  }

  /**
   * Returns the value of the source amount in the payout currency, including fee and premium. The fee is converted and truncated
   * on its own, and then added.
   */
  worth(): Money {
    const { transaction } = this;
    const target = payoutAmount(transaction);
    const net = { ...target, minor: target.minor + this.premium().minor };
    if (transaction.kind !== 'CROSS_RAMP') return net;
    const { fixedFee, platformRate } = transaction;
    // The fee and the fiat payout both have two decimals. So the product of fee and rate has as many extra decimals as the rate;
    // `slice` removes them.
    const fee = BigInt((fixedFee.minor * platformRate.coefficient).toString().slice(0, -platformRate.scale) || '0');
    return {
      ...net,
      minor: net.minor + (platformRate.scale === 0 ? fixedFee.minor * platformRate.coefficient : fee),
    };
  }

  /** Returns the partner's premium. After rounding, a small premium can be zero. */
  premium(): Money {
    const target = payoutAmount(this.transaction);
    const { withoutPremium } = this.priced;
    const none = money(0n, target.currency);
    if (withoutPremium === undefined || this.transaction.premiumSpread.coefficient === 0n) return none;
    return withoutPremium.minor > target.minor ? minus(withoutPremium, target) : none;
  }
}

/** Like `toEqual`, but a hundred times faster. The test calls this function several hundred thousand times. */
function mustEqual(actual: unknown, expected: unknown, where: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, where).toEqual(expected);
}

/** Checks after a transition that its entries balance and that all account balances are as expected. */
function check(journey: Journey, { entries, edge }: Transition): void {
  const { transaction, own } = journey;
  const where = `${transaction.kind} ${edge.from} on ${edge.on}`;
  mustEqual(imbalance(entries), new Map(), where);
  mustEqual(own.balances, journey.expected().balances, where);
  const { userId } = transaction;
  for (const { currency } of [sourceAmount(transaction), payoutAmount(transaction), money(0n, 'EUR')]) {
    if (isTerminal(transaction.status)) mustEqual(own.of(`user:${userId}`, currency), 0n, where);
    // The balance of the refund account equals the sum of the transaction's held amounts.
    const held = heldAmounts(transaction).filter((amount) => amount.currency === currency);
    const sum = held.reduce((total, { minor }) => total + minor, 0n);
    mustEqual(own.of(`refund:${userId}`, currency), sum, where);
  }
  if (edge.postingRule === 'REFUND_CONVERTED') checkWorth(transaction, where);
}

/**
 * Compares the held refund with the value of the source amount at the platform rate. Cross-multiplies to avoid rounding. The
 * difference must be less than the value of one minor unit of the source amount plus two minor units of the payout currency.
 */
function checkWorth(transaction: Transaction, where: string): void {
  const { platformRate, refundHeld } = transaction;
  const source = sourceAmount(transaction);
  const [from, to] = [
    10n ** BigInt(decimalsFor(source.currency)),
    10n ** BigInt(decimalsFor(payoutAmount(transaction).currency)),
  ];
  const exact = source.minor * platformRate.coefficient * to;
  const unit = from * 10n ** BigInt(platformRate.scale);
  const got = (refundHeld?.minor ?? -1n) * unit;
  expect(refundHeld?.minor ?? -1n, where).toBeGreaterThanOrEqual(payoutAmount(transaction).minor);
  const margin = 2n * unit + platformRate.coefficient * to;
  const difference = exact > got ? exact - got : got - exact;
  expect(difference < margin, `${where}: ${refundHeld?.minor} of ${exact / unit}`).toBe(true);
}

it('keeps one set of books exact to the minor unit, whatever happens to thousands of transactions at once', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.array(story, { minLength: TRANSACTIONS_A_RUN, maxLength: TRANSACTIONS_A_RUN }), (stories) => {
      const books = new Books();
      const posted: LedgerEntry[] = [];
      const journeys = stories.map(({ priced, draws }, position) => ({
        journey: new Journey(priced, position % 2 === 0),
        draws,
      }));
      // Applies one event of each transaction in turn, so that all transactions are in progress at the same time.
      for (let turn = 0; turn < 24; turn += 1) {
        for (const { journey, draws } of journeys) {
          const draw = draws[turn];
          if (draw === undefined) continue;
          const trigger = triggerFor(journey.transaction, draw);
          const transition = journey.take(trigger, amountFor(journey, trigger, draw));
          if (transition === undefined) continue;
          reached.add(
            `${journey.transaction.kind} ${transition.edge.from} ${transition.edge.on} ${transition.edge.postingRule}`,
          );
          posted.push(...transition.entries);
          books.post(transition.entries);
          check(journey, transition);
        }
        mustEqual(books.sums(), new Map(), `turn ${turn}`);
      }
      expect(imbalance(posted)).toEqual(new Map());
      const expected = new Books();
      for (const { journey } of journeys) {
        for (const [key, minor] of journey.expected().balances) expected.addTo(key, minor);
      }
      expect(books.balances).toEqual(expected.balances);
      for (const [key, balance] of books.balances)
        if (key.includes(':premium ')) expect(balance, key).toBeGreaterThan(0n);
    }),
    { numRuns: RUNS, endOnFailure: true, seed: 20261127 },
  );
  const all = Object.entries(stateMachines).flatMap(([kind, { edges }]) =>
    edges.map(({ from, on, postingRule }) => `${kind} ${from} ${on} ${postingRule}`),
  );
  expect([...reached].sort()).toEqual(all.sort());
});
