import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixedFeeOf, priceCrossRamp } from '#shared/domain/cross-ramp/pricing';
import { type FiatCurrency, fiatCurrencies, tokenSymbols } from '#shared/domain/money/currency';
import type { Decimal } from '#shared/domain/money/decimal';
import { type Money, minus, money } from '#shared/domain/money/money';
import { priceRamp } from '#shared/domain/ramp/pricing';
import { RAMP_SPREAD } from '#shared/domain/rates/rate';
import { applyOccurrence, type Transition } from '#shared/domain/transactions/apply';
import { imbalance, type LedgerEntry } from '#shared/domain/transactions/bookings';
import { paidIn, paidOut, type Transaction } from '#shared/domain/transactions/transaction';
import {
  type Status,
  stateMachines,
  type Trigger,
  terminalStatuses,
  triggers,
} from '#shared/domain/transactions/transition-table';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/transactions';

const AT = Date.UTC(2026, 0, 15, 13);
const TRANSACTIONS_A_RUN = 700;
const RUNS = 5;
const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** A new transaction with what the house alone would pay out for what is paid in: the premium is what is missing. */
interface Priced {
  readonly transaction: Transaction;
  readonly withoutPremium: Money | undefined;
}

const drawn = {
  // Few users and partners, so that they share accounts.
  userId: fc.constantFrom('ana', 'ben', 'eva', 'leo'),
  partnerId: fc.constantFrom('acme', 'apex'),
  // 0.001 to 1,000 units of the one currency for one of the other.
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
    const price = priceRamp({ ...ask, given });
    if (price === undefined) return undefined;
    const facts = { ...owners, ...price, premiumSpread: premium };
    if (direction === 'ON_RAMP') {
      const house = priceRamp({ ...ask, premium: ZERO, given: { side: 'fiat', amount: price.fiatAmount } });
      return { transaction: anOnRamp(facts), withoutPremium: house?.cryptoAmount };
    }
    const house = priceRamp({ ...ask, premium: ZERO, given: { side: 'crypto', amount: price.cryptoAmount } });
    return { transaction: anOffRamp(facts), withoutPremium: house?.fiatAmount };
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
    const ask = { source, target, mid, premium, fixedFee: fixedFeeOf(source) };
    const price = priceCrossRamp({ ...ask, side, amount: money(minor, side === 'source' ? source : target) });
    if (price === undefined) return undefined;
    const house = priceCrossRamp({ ...ask, premium: ZERO, side: 'source', amount: price.sourceAmount });
    return {
      transaction: aCrossRamp({ ...owners, ...price, premiumSpread: premium }),
      withoutPremium: house?.targetAmount,
    };
  });

/** What happens to a transaction, one number for each occurrence: see `triggerFor`. */
const story = fc.record({
  priced: fc.oneof(ramp, ramp, crossRamp).filter((one) => one !== undefined),
  occurrences: fc.noBias(fc.array(fc.nat(), { minLength: 12, maxLength: 24 })),
});

/** Three of four are something that the table has for the status, rarely its end, so that stories get far. */
function triggerFor({ kind, status }: Transaction, occurrence: number): Trigger {
  const choice = Math.floor(occurrence / 4);
  const known = stateMachines[kind].edges
    .filter(({ from }) => from === status)
    .flatMap((edge) => (isTerminal(edge.to) ? [edge] : [edge, edge, edge, edge]));
  const edge = occurrence % 4 === 0 ? undefined : known[choice % Math.max(1, known.length)];
  return edge?.on ?? triggers[choice % triggers.length] ?? 'EXPIRE';
}

/** Credits less debits in minor units, by account and currency; accounts that stand at zero are left out. */
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
    for (const { account, side, amount } of entries)
      this.add(account, side === 'CREDIT' ? amount : negative(amount));
  }

  of(account: string, currency: string): bigint {
    return this.balances.get(`${account} ${currency}`) ?? 0n;
  }

  /** The sum of all accounts in each currency that is not at zero. */
  sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const [key, balance] of this.balances) {
      const currency = key.slice(key.lastIndexOf(' ') + 1);
      sums.set(currency, (sums.get(currency) ?? 0n) + balance);
    }
    return new Map([...sums].filter(([, sum]) => sum !== 0n));
  }
}

function negative(amount: Money): Money {
  return { ...amount, minor: -amount.minor };
}

function isTerminal(status: Status): boolean {
  return terminalStatuses.some((terminal) => terminal === status);
}

/** One transaction on its way, with the part of the books that is its own. */
class Journey {
  readonly own = new Books();
  private readonly visited = new Set<Status>();
  transaction: Transaction;

  constructor(private readonly priced: Priced) {
    this.transaction = priced.transaction;
  }

  take(trigger: Trigger): Transition | undefined {
    const transition = applyOccurrence(this.transaction, { trigger, atMs: AT });
    if (transition === undefined) return undefined;
    this.transaction = transition.next;
    this.visited.add(transition.next.status);
    this.own.post(transition.entries);
    return transition;
  }

  /** Where its money must be, told from where the transaction has been and what it was priced at alone. */
  expected(): Books {
    const books = new Books();
    const { transaction } = this;
    const { userId, partnerId, status, refundHeld } = transaction;
    const [source, target] = [paidIn(transaction), paidOut(transaction)];
    // A cancelled one has given back whatever it had.
    const funded =
      (this.visited.has('FIAT_RECEIVED') || this.visited.has('CRYPTO_RECEIVED')) && status !== 'CANCELLED';
    if (!funded) return books;
    books.add('settlement:pay-in', negative(source));
    const converted = this.visited.has(transaction.kind === 'ON_RAMP' ? 'COMPLETED' : 'READY_BANK_TRANSFER');
    if (converted) this.addConversion(books);
    const left = converted ? target : source;
    if (!isTerminal(status)) books.add(`user:${userId}`, left);
    else if (refundHeld === undefined) books.add('settlement:pay-out', left);
    else books.add(`refund:${userId}`, left);
    if (converted) books.add(`partner:${partnerId}:premium`, this.premium());
    return books;
  }

  private addConversion(books: Books): void {
    const { transaction } = this;
    const [source, target] = [paidIn(transaction), paidOut(transaction)];
    const fee = transaction.kind === 'CROSS_RAMP' ? transaction.fixedFee : money(0n, source.currency);
    books.add('house:fees', fee);
    books.add('house:position', minus(source, fee));
    books.add('house:position', negative(target));
    books.add('house:position', negative(this.premium()));
  }

  /** What the house alone would have paid more. Rounding of the user's side may have eaten up a small one. */
  premium(): Money {
    const target = paidOut(this.transaction);
    const { withoutPremium } = this.priced;
    const none = money(0n, target.currency);
    if (withoutPremium === undefined || this.transaction.premiumSpread.coefficient === 0n) return none;
    return withoutPremium.minor > target.minor ? minus(withoutPremium, target) : none;
  }
}

/** What must hold after every single step. */
function check(journey: Journey, { entries, edge }: Transition, books: Books): void {
  const { transaction, own } = journey;
  const where = `${transaction.kind} ${edge.from} on ${edge.on}`;
  expect(imbalance(entries), where).toEqual(new Map());
  expect(books.sums(), where).toEqual(new Map());
  expect(own.balances, where).toEqual(journey.expected().balances);
  if (!isTerminal(transaction.status)) return;
  const { userId, refundHeld } = transaction;
  for (const { currency } of [paidIn(transaction), paidOut(transaction)]) {
    expect(own.of(`user:${userId}`, currency), where).toBe(0n);
    const held = refundHeld?.currency === currency ? refundHeld.minor : 0n;
    expect(own.of(`refund:${userId}`, currency), where).toBe(held);
  }
}

it('keeps one set of books exact to the minor unit, whatever happens to thousands of transactions at once', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(story, { minLength: TRANSACTIONS_A_RUN, maxLength: TRANSACTIONS_A_RUN }),
      (stories) => {
        const books = new Books();
        const posted: LedgerEntry[] = [];
        const journeys = stories.map(({ priced, occurrences }) => ({
          journey: new Journey(priced),
          occurrences,
        }));
        // Each transaction's next occurrence in turn, so that all are under way together.
        for (let turn = 0; turn < 24; turn += 1) {
          for (const { journey, occurrences } of journeys) {
            const occurrence = occurrences[turn];
            if (occurrence === undefined) continue;
            const transition = journey.take(triggerFor(journey.transaction, occurrence));
            if (transition === undefined) continue;
            reached.add(`${journey.transaction.kind} ${transition.edge.from} ${transition.edge.on}`);
            posted.push(...transition.entries);
            books.post(transition.entries);
            check(journey, transition, books);
          }
        }
        expect(imbalance(posted)).toEqual(new Map());
        const expected = new Books();
        for (const { journey } of journeys) {
          for (const [key, minor] of journey.expected().balances) expected.addTo(key, minor);
        }
        expect(books.balances).toEqual(expected.balances);
        for (const [key, balance] of books.balances)
          if (key.includes(':premium ')) expect(balance, key).toBeGreaterThan(0n);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  const all = Object.entries(stateMachines).flatMap(([kind, { edges }]) =>
    edges.map(({ from, on }) => `${kind} ${from} ${on}`),
  );
  expect([...reached].sort()).toEqual(all.sort());
});
