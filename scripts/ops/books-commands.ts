import type { Command } from '#scripts/ops/command';
import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { columns } from '#scripts/ops/lines';
import { readDay } from '#scripts/ops/values';
import { nowMs } from '#shared/platform/config/clock';
import type { StoredLedgerLine } from '#shared/transactions/repository';
import { addDays, type CalendarDay, daysBetween, utcDay } from '#shared/values/calendar/calendar-day';
import { type Currency, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { type Money, minus, money, moneyFromText, moneyText, plus } from '#shared/values/money/money';

const currencies: readonly Currency[] = [...fiatCurrencies, ...tokenSymbols];
/** A leap year: some 6,000 queries even where nothing was booked. */
const MOST_DAYS = 366;
/** Days that are read at once; each is 16 partitions, one after the other. */
const DAYS_AT_ONCE = 8;

/** What was booked on one account, or on all of them, in one currency. */
interface Sums {
  readonly debit: Money;
  readonly credit: Money;
}

const trialBalance: Command = {
  noun: 'books',
  verb: 'trial-balance',
  about: 'Sum up what was booked on each account, and prove that debits equal credits in every currency',
  options: {
    from: { value: 'YYYY-MM-DD', about: 'First day, in UTC (default: that of --to)' },
    to: { value: 'YYYY-MM-DD', about: 'Last day, in UTC (default: today)' },
  },
  prepare(given) {
    const to = readDay('to', given.text('to') ?? utcDay(nowMs()));
    const from = readDay('from', given.text('from') ?? to);
    const days = daysBetween(from, to) + 1;
    if (days < 1) throw new UsageFault(`--from ${from} is after --to ${to}`);
    if (days > MOST_DAYS) throw new UsageFault(`--from and --to span at most ${MOST_DAYS} days, not ${days}`);
    return {
      async run() {
        const accounts = await sumsOfAccounts(from, days);
        const totals = sumsOfCurrencies(accounts);
        const period = from === to ? from : `${from} to ${to}`;
        return {
          json: {
            from,
            to,
            accounts: accounts.map(({ account, sums }) => ({ account, ...amounts(sums) })),
            totals: totals.map(amounts),
          },
          text: told(period, accounts, totals),
          failure: unbalanced(period, totals),
        };
      },
    };
  },
};

interface AccountSums {
  readonly account: string;
  readonly sums: Sums;
}

/** By account, then currency. */
async function sumsOfAccounts(from: CalendarDay, days: number): Promise<AccountSums[]> {
  // Loaded here: the other verbs need nothing of it.
  const { readJournal } = await import('#shared/transactions/repository');
  const found = new Map<string, AccountSums>();
  const addDay = async (day: CalendarDay) => {
    for await (const line of readJournal(day)) {
      const key = `${line.account} ${line.currency}`;
      const sums = added(found.get(key)?.sums, lineSums(line));
      found.set(key, { account: line.account, sums });
    }
  };
  for (let start = 0; start < days; start += DAYS_AT_ONCE) {
    const length = Math.min(DAYS_AT_ONCE, days - start);
    await Promise.all(Array.from({ length }, (_, index) => addDay(addDays(from, start + index))));
  }
  return [...found].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, account]) => account);
}

function lineSums({ account, side, amount, currency: name }: StoredLedgerLine): Sums {
  const currency = currencies.find((known) => known === name);
  if (currency === undefined) throw new OperationFailed(`${account} has a booking in unknown ${name}.`);
  const booked = moneyFromText(amount, currency);
  const nothing = money(0n, currency);
  return side === 'DEBIT' ? { debit: booked, credit: nothing } : { debit: nothing, credit: booked };
}

function added(left: Sums | undefined, right: Sums): Sums {
  if (left === undefined) return right;
  return { debit: plus(left.debit, right.debit), credit: plus(left.credit, right.credit) };
}

function sumsOfCurrencies(accounts: readonly AccountSums[]): Sums[] {
  const totals = new Map<Currency, Sums>();
  for (const { sums } of accounts)
    totals.set(sums.debit.currency, added(totals.get(sums.debit.currency), sums));
  return currencies.flatMap((currency) => totals.get(currency) ?? []);
}

/** Debits less credits. */
function balanceOf({ debit, credit }: Sums): Money {
  return minus(debit, credit);
}

function amounts(sums: Sums) {
  const { debit, credit } = sums;
  return {
    currency: debit.currency,
    debit: moneyText(debit),
    credit: moneyText(credit),
    balance: moneyText(balanceOf(sums)),
  };
}

function told(period: string, accounts: readonly AccountSums[], totals: readonly Sums[]): string {
  if (accounts.length === 0) return `Nothing was booked on ${period}.`;
  const row = (name: string, sums: Sums) => [name, ...Object.values(amounts(sums))];
  const rows = [
    ...accounts.map(({ account, sums }) => row(account, sums)),
    ...totals.map((sums) => row('TOTAL', sums)),
  ];
  return [
    `Trial balance of ${period} (UTC); a balance is debits less credits.`,
    columns(['ACCOUNT', 'CURRENCY', 'DEBIT', 'CREDIT', 'BALANCE'], rows),
  ].join('\n\n');
}

/** One sentence on the currencies whose debits and credits differ, if there are any. */
function unbalanced(period: string, totals: readonly Sums[]): string | undefined {
  const off = totals.map(balanceOf).filter(({ minor }) => minor !== 0n);
  if (off.length === 0) return undefined;
  const list = off.map((balance) => `${balance.currency} by ${moneyText(balance)}`).join(', ');
  return `The books of ${period} do not balance; debits differ from credits: ${list}.`;
}

export const booksCommands: readonly Command[] = [trialBalance];
