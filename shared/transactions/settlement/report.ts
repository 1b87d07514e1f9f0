import { createHash } from 'node:crypto';
import Negotiator from 'negotiator';
import type * as z from 'zod/mini';
import { isFinal, isLongOver, netOf, type Settlement, type Settlements } from '#shared/transactions/domain/settlement';
import { type Currency, currencies } from '#shared/values/money/currency';
import { type Money, money, moneyText } from '#shared/values/money/money';
import { type DaySettlement, findReport, finishReport, readDay } from './repository';
import type * as schemas from './response-schema';

type Report = z.infer<typeof schemas.SettlementReport>;

/** Returns a settlement report as JSON text. A final report never changes. @param day `YYYY-MM-DD`, not in the future */
export async function readReport(partnerId: string, day: string, nowMs: number): Promise<string> {
  if (!isFinal(day, nowMs)) return toText(day, 'OPEN', await readDay(partnerId, day));
  const stored = await findReport(partnerId, day);
  if (stored !== undefined) return stored;
  const found = isLongOver(day, nowMs) ? await readDay(partnerId, day) : undefined;
  // Empty reports of days long past are not stored, because no movement can be booked for those days any more.
  if (found !== undefined && isEmpty(found)) return toText(day, 'FINAL', found);
  return finishReport(partnerId, day, (settlement) => toText(day, 'FINAL', settlement));
}

function isEmpty({ sums, corrections }: DaySettlement): boolean {
  return sums.size === 0 && corrections.length === 0;
}

function toText(date: string, status: Report['status'], { sums, corrections }: DaySettlement): string {
  const report: Report = {
    date,
    status,
    currencies: toRows(sums),
    corrections: corrections.flatMap(({ day, sums }) => toRows(sums).map((row) => ({ date: day, ...row }))),
  };
  return JSON.stringify(report);
}

function toRows(sums: Settlements): Report['currencies'] {
  return currencies.flatMap((currency) => {
    const sum = sums.get(currency);
    return sum === undefined ? [] : [toRow(currency, sum)];
  });
}

function toRow(currency: Currency, sum: Settlement) {
  const text = (minor: bigint): string => signedText(money(minor, currency));
  const { deposits, payouts, fees, returns, count } = sum;
  return {
    currency,
    deposits: text(deposits),
    payouts: text(payouts),
    fees: text(fees),
    returns: text(returns),
    net: text(netOf(sum)),
    count: Number(count),
  };
}

function signedText(amount: Money): string {
  return amount.minor < 0n ? `-${moneyText(money(-amount.minor, amount.currency))}` : moneyText(amount);
}

const CSV = 'text/csv';

/** Builds the response with a report: JSON data or a CSV file with the same rows (RFC 4180), depending on the `Accept` header. */
export function toReportReply(text: string, accept: string | undefined) {
  const report = toReport(text);
  if (new Negotiator({ headers: { accept } }).mediaType(['application/json', CSV]) !== CSV) return { data: report };
  const body = toCsv(report);
  const headers = {
    'content-disposition': `attachment; filename="settlement-${report.date}.csv"`,
    'cache-control': 'no-store',
    'x-document-sha256': createHash('sha256').update(body).digest('hex'),
  };
  return { file: { contentType: `${CSV}; charset=utf-8`, body, headers } };
}

/** Parses the JSON text of a report that `readReport` returned. */
export function toReport(text: string): Report {
  return JSON.parse(text);
}

const HEADINGS = 'row,date,currency,deposits,payouts,fees,returns,net,count';

/** Returns a report as CSV (RFC 4180). Fields need no quotes: none contains a comma, quote, line break or spreadsheet formula. */
export function toCsv({ date, currencies: days, corrections }: Report): string {
  const line = (row: string, day: string, sum: Report['currencies'][number]) =>
    [row, day, sum.currency, sum.deposits, sum.payouts, sum.fees, sum.returns, sum.net, sum.count].join(',');
  const lines = [
    HEADINGS,
    ...days.map((sum) => line('DAY', date, sum)),
    ...corrections.map(({ date: day, ...sum }) => line('CORRECTION', day, sum)),
  ];
  return lines.map((one) => `${one}\r\n`).join('');
}
