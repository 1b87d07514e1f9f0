import { OperationFailed, UsageError } from '#ops/errors';
import { day, flag, identifier, optional, required } from '#ops/options';
import { csv, table, upperCased } from '#ops/text';
import { verb } from '#ops/verb';
import { nowMs } from '#shared/platform/config/environment';
import { readMovements, type StoredLedgerLine } from '#shared/transactions/repository';
import { readReport, toCsv, toReport } from '#shared/transactions/settlement/report';
import { addDays, type CalendarDay, daysBetween, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import { currencies } from '#shared/values/money/currency';
import { type Money, minus, money, moneyFromText, moneyText, plus } from '#shared/values/money/money';
import { existingPartner, partnerOption } from './partner';

/** Maximum number of days in a trial balance. Each day needs at least 16 queries, so a leap year needs about 6,000. */
const MAX_DAYS = 366;
/** Number of days that are read concurrently. Each day has 16 partitions, which are read sequentially. */
const DAYS_AT_ONCE = 8;

const csvFlag = flag('Print the result as CSV');

export const books = {
  settlement: verb({
    about: 'Show the settlement report of a partner for a day, exactly as the API returns it to the partner',
    onRecord: () => true,
    options: {
      partner: partnerOption,
      date: required('YYYY-MM-DD', 'The day of the report, in UTC', day),
      csv: csvFlag,
    },
    async run({ partner, date, csv: isCsv }, { atMs, record }) {
      await existingPartner(partner);
      if (startOfDayMs(date) > atMs) throw new OperationFailed(`${date} is in the future.`);
      await record({ settlement: date }, partner);
      const text = await readReport(partner, date, atMs);
      return {
        json: JSON.parse(text),
        text: isCsv ? toCsv(toReport(text)).replaceAll('\r\n', '\n').trimEnd() : settlementText(text),
      };
    },
  }),

  'trial-balance': verb({
    about:
      'Show the trial balance: add up the journal entries of each account, and check that debits equal credits in every currency',
    options: {
      from: optional('YYYY-MM-DD', 'First day, in UTC (default: the same day as --to)', day),
      to: optional('YYYY-MM-DD', 'Last day, in UTC (default: today)', day),
      partner: optional('ID', 'Only movements of this partner (default: all partners)', identifier),
      csv: csvFlag,
    },
    check(given) {
      const { from, to, days } = readPeriod(given);
      if (days < 1) throw new UsageError(`--from ${from} is after --to ${to}`);
      if (days > MAX_DAYS) throw new UsageError(`--from and --to span at most ${MAX_DAYS} days, not ${days}`);
    },
    async run(given) {
      const { from, to, days } = readPeriod(given);
      const sums = await sumAccounts(from, days, given.partner);
      const totalSums = sumCurrencies(sums);
      const [accounts, totals] = [sums.map(amounts), totalSums.map(amounts)];
      const period = from === to ? from : `${from} to ${to}`;
      const title = `Trial balance of ${period} (UTC). A balance is debits minus credits.`;
      const rows = [...accounts, ...totals].map(upperCased);
      const text = rows.length === 0 ? `Nothing was booked on ${period}.` : `${title}\n\n${table(rows)}`;
      const off = totalSums.filter(({ debit, credit }) => debit.minor !== credit.minor).map(amounts);
      const differences = off.map(({ currency, balance }) => `${currency} by ${balance}`).join(', ');
      const failure = `The books of ${period} do not balance. Debits differ from credits: ${differences}.`;
      return {
        json: {
          ...{ from, to, accounts, totals: totals.map(({ account: _total, ...total }) => total) },
          ...(given.partner !== undefined && { partner: given.partner }),
        },
        text: given.csv ? csv([...accounts, ...totals], amountHeadings) : text,
        ...(off.length > 0 && { failure }),
      };
    },
  }),
};

interface GivenPeriod {
  readonly from: CalendarDay | undefined;
  readonly to: CalendarDay | undefined;
}

function readPeriod({ to = utcDay(nowMs()), from = to }: GivenPeriod) {
  return { from, to, days: daysBetween(from, to) + 1 };
}

interface Sums {
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
}

/** Returns the total debits and credits of each account and currency, sorted. @param partnerId `undefined` for all partners */
async function sumAccounts(from: CalendarDay, days: number, partnerId: string | undefined) {
  const sums = new Map<string, Sums>();
  const addDay = async (offset: number) => {
    for await (const movement of readMovements(addDays(from, offset))) {
      if (partnerId !== undefined && movement.partnerId !== partnerId) continue;
      for (const line of movement.entries) add(sums, `${line.account} ${line.currency}`, lineSums(line));
    }
  };
  for (let start = 0; start < days; start += DAYS_AT_ONCE) {
    const length = Math.min(DAYS_AT_ONCE, days - start);
    await Promise.all(Array.from({ length }, (_, index) => addDay(start + index)));
  }
  return [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, account]) => account);
}

function lineSums({ account, side, amount, currency: name }: StoredLedgerLine): Sums {
  const currency = currencies.find((known) => known === name);
  if (currency === undefined) throw new OperationFailed(`${account} has an entry in the unknown currency ${name}.`);
  const [booked, nothing] = [moneyFromText(amount, currency), money(0n, currency)];
  return side === 'DEBIT' ? { account, debit: booked, credit: nothing } : { account, debit: nothing, credit: booked };
}

function sumCurrencies(accounts: readonly Sums[]): Sums[] {
  const totals = new Map<string, Sums>();
  for (const sums of accounts) add(totals, sums.debit.currency, { ...sums, account: 'TOTAL' });
  return currencies.flatMap((currency) => totals.get(currency) ?? []);
}

function add(sums: Map<string, Sums>, key: string, { account, debit, credit }: Sums): void {
  const before = sums.get(key);
  sums.set(key, {
    account,
    debit: before === undefined ? debit : plus(before.debit, debit),
    credit: before === undefined ? credit : plus(before.credit, credit),
  });
}

const amountHeadings = ['account', 'currency', 'debit', 'credit', 'balance'] as const;

/** Formats the totals and the balance (debits minus credits) as text. */
function amounts({ account, debit, credit }: Sums) {
  return {
    account,
    currency: debit.currency,
    debit: moneyText(debit),
    credit: moneyText(credit),
    balance: moneyText(minus(debit, credit)),
  };
}

/** Formats a settlement report: a row for each currency of the day, and a row for each correction with the corrected day. */
function settlementText(text: string): string {
  const { date, status, currencies: days, corrections } = toReport(text);
  const rows = [
    ...days.map((sum) => ({ row: 'DAY', date, ...sum })),
    ...corrections.map((sum) => ({ row: 'CORRECTION', ...sum })),
  ].map(upperCased);
  const title = `Settlement of ${date} (UTC): ${status}.`;
  return rows.length === 0 ? `${title} There are no movements.` : `${title}\n\n${table(rows)}`;
}
