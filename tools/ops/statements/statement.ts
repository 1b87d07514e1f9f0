/** Statements in one form for all file formats. Amounts (minor units) are checked against the opening and closing balances. */
import { type CalendarDay, isCalendarDay } from '#shared/values/calendar/calendar-day';
import { type Currency, currencies, decimalsFor } from '#shared/values/money/currency';
import { money, moneyText } from '#shared/values/money/money';

/** One booked movement of the account. */
export interface StatementEntry {
  /** The bank's reference; empty if the bank states none. */
  readonly bankReference: string;
  /** References of the parties, for example the end-to-end id, not normalized. */
  readonly references: readonly string[];
  /** Minor units; positive for incoming money. */
  readonly amount: bigint;
  readonly bookedOn: CalendarDay;
  readonly valueOn: CalendarDay | undefined;
  /** Name of the other party. */
  readonly name: string | undefined;
  /** Free text of the payment. */
  readonly details: string;
}

/** An entry as read from the file: `bookedOn` is `undefined` if the bank states no booking day. */
export type ReadEntry = Omit<StatementEntry, 'bookedOn'> & { readonly bookedOn: CalendarDay | undefined };

export interface Statement {
  /** Account number as written by the bank, without spaces. */
  readonly account: string;
  readonly currency: Currency;
  /** Minor units; negative if the account is overdrawn. */
  readonly opening: bigint;
  readonly closing: bigint;
  /** First and last day of the statement. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly entries: readonly StatementEntry[];
  /** `undefined` if the bank does not number its statements. */
  readonly sequence?: Sequence | undefined;
  /** Day of the opening balance; `undefined` if the file states the statement's period instead. */
  readonly opensOn?: CalendarDay | undefined;
  /** The balances, opening or closing, that are intermediate balances between two pages of a statement. @default none */
  readonly pageEnds?: readonly ('opening' | 'closing')[] | undefined;
}

/** Statement number that the bank assigned. */
export interface Sequence {
  /** Field of the file that contains the number. Numbers of different fields are not comparable. */
  readonly field: 'ElctrncSeqNb' | 'LglSeqNb' | ':28C:';
  readonly number: number;
  /** `undefined` if the bank does not number pages. */
  readonly page: number | undefined;
}

/** Reads a file in pieces, so that a large file is never completely in memory. */
export interface StatementReader {
  /** @throws StatementRefused */
  write(text: string): void;
  /** Ends the file and returns its statements. @throws StatementRefused */
  end(): Statement[];
  /** Returns the number of skipped statements. A reader for one account skips the statements of all other accounts. */
  others(): number;
}

/** Maximum number of characters of a line, a CSV cell, or an XML text, tag or comment. */
export const MAX_FIELD = 65_536;

/** Error for a file with invalid content or wrong sums. No part of the file is stored. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

/** Rejects a file. @throws StatementRefused with the line number and the problem */
export function refuse(line: number, problem: string): never {
  throw new StatementRefused(`Line ${line}: ${problem}`);
}

/** Reads a currency code. @throws StatementRefused for a currency that the platform does not support */
export function readCurrency(code: string | undefined, line: number): Currency {
  return currencies.find((known) => known === code) ?? refuse(line, `unknown currency "${code ?? ''}"`);
}

const AMOUNT = /^(\d{1,18})(?:\.(\d{0,18}))?$/;

/**
 * Converts an unsigned decimal amount to minor units without floating-point numbers.
 * @throws StatementRefused for any other text, or if the amount has more decimals than the currency
 */
export function readAmount(text: string | undefined, currency: Currency, line: number): bigint {
  const [, whole, fraction = ''] = AMOUNT.exec(text ?? '') ?? refuse(line, `"${text ?? ''}" is not an amount`);
  const decimals = decimalsFor(currency);
  if (fraction.length > decimals) refuse(line, `"${text}" has more than the ${decimals} decimals of ${currency}`);
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/**
 * Reads an ISO 20022 amount with up to five decimals. Decimals that the currency does not have must be zero.
 * @throws StatementRefused
 */
export function readIsoAmount(text: string, currency: Currency, line: number): bigint {
  const [, whole = '', fraction = ''] =
    /^\+?(\d*)(?:\.(\d{0,5}))?$/.exec(text) ?? refuse(line, `"${text}" is not an amount`);
  const decimals = decimalsFor(currency);
  if (/[1-9]/.test(fraction.slice(decimals)))
    refuse(line, `"${text}" has more than the ${decimals} decimals of ${currency}`);
  if (whole + fraction === '') refuse(line, `"${text}" is not an amount`);
  return readAmount(`${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.slice(0, decimals)}`, currency, line);
}

/** Reads a day in ISO 8601 format. @throws StatementRefused */
export function readDay(text: string | undefined, line: number): CalendarDay {
  return text !== undefined && isCalendarDay(text) ? text : refuse(line, `"${text ?? ''}" is not a date`);
}

/** Adds missing booking days: the value day or, without a value day, the day of the closing balance. */
export function booked(entries: readonly ReadEntry[], closesOn: CalendarDay): StatementEntry[] {
  return entries.map((entry) => ({ ...entry, bookedOn: entry.bookedOn ?? entry.valueOn ?? closesOn }));
}

/** Returns the earliest day of the bookings and the closing balance. Ignores value days, which can be weeks earlier. */
export function firstDay(entries: readonly ReadEntry[], closesOn: CalendarDay): CalendarDay {
  const [first = closesOn] = [closesOn, ...entries.flatMap(({ bookedOn }) => bookedOn ?? [])].toSorted();
  return first;
}

/**
 * Returns the statement if the opening balance plus the entries equals the closing balance.
 * @throws StatementRefused if these sums differ, or if the statement begins after its end
 */
export function proven(statement: Statement, line: number): Statement {
  const { account, currency, opening, closing, entries, from, to } = statement;
  if (from > to) refuse(line, `the statement begins on ${from}, but ends on ${to}`);
  const sum = entries.reduce((total, { amount }) => total + amount, opening);
  if (sum === closing) return statement;
  const [found, stated] = [sum, closing].map((minor) => moneyText(money(minor, currency)));
  const count = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  return refuse(line, `account ${account}: opening plus ${count} is ${found} ${currency}, but closing is ${stated}`);
}

/** Maximum stored characters of an entry's free text, and of a reference. */
const MAX_DETAILS = 1500;
const MAX_REFERENCE = 140;

/** Joins texts into one line and limits its length. */
export function inOneLine(parts: readonly (string | undefined)[]): string {
  const text = parts.filter((part) => part !== undefined).join(' ');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DETAILS);
}

/**
 * Removes empty and repeated references. Also removes `NOTPROVIDED` (ISO 20022) and `NONREF` (SWIFT MT), which mean that a
 * reference is absent.
 */
export function givenReferences(references: readonly (string | undefined)[]): string[] {
  const given = references.flatMap((reference) => reference?.trim().slice(0, MAX_REFERENCE) || []);
  return [...new Set(given)].filter((reference) => !['NOTPROVIDED', 'NONREF'].includes(reference.toUpperCase()));
}

/** Reads the number of a statement or page; `undefined` if the text is not 1 to 15 digits. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
