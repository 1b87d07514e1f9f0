/** Account statements as all formats give them: entries in minor units, proven by the balances around them. */
import { type CalendarDay, isCalendarDay } from '#shared/values/calendar/calendar-day';
import { type Currency, currencies, decimalsFor } from '#shared/values/money/currency';
import { money, moneyText } from '#shared/values/money/money';

/** One booked movement of the account. */
export interface StatementEntry {
  /** The bank's own reference; empty if it gives none. */
  readonly bankReference: string;
  /** References of the parties, such as the end-to-end id, as they were sent. */
  readonly references: readonly string[];
  /** Minor units; positive where money came in. */
  readonly amount: bigint;
  readonly bookedOn: CalendarDay;
  readonly valueOn: CalendarDay | undefined;
  /** The other party's name. */
  readonly name: string | undefined;
  /** Free text of the payment. */
  readonly details: string;
}

/** An entry as it is read: `bookedOn` is `undefined` if the bank states the value day alone. */
export type ReadEntry = Omit<StatementEntry, 'bookedOn'> & { readonly bookedOn: CalendarDay | undefined };

export interface Statement {
  /** Number of the account as the bank writes it, without spaces. */
  readonly account: string;
  readonly currency: Currency;
  /** Minor units; negative where the account is overdrawn. */
  readonly opening: bigint;
  readonly closing: bigint;
  /** First and last day of the statement. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly entries: readonly StatementEntry[];
  /** @default the bank does not number its statements */
  readonly sequence?: Sequence | undefined;
  /** Day of the opening balance, in formats that state it instead of the period. */
  readonly opensOn?: CalendarDay | undefined;
  /** The balances that are between two pages of one statement. @default none */
  readonly pageEnds?: readonly ('opening' | 'closing')[] | undefined;
}

/** The bank's number of a statement. */
export interface Sequence {
  /** The field that has it: numbers of different fields are not compared. */
  readonly field: 'ElctrncSeqNb' | 'LglSeqNb' | ':28C:';
  readonly number: number;
  /** `undefined` if the bank does not number pages. */
  readonly page: number | undefined;
}

/** Takes the text of a file in pieces, so that a large one never stands in memory. */
export interface StatementReader {
  /** @throws StatementRefused */
  write(text: string): void;
  /** Ends the file. @throws StatementRefused */
  end(): Statement[];
  /** Number of statements of other accounts that were skipped. */
  others(): number;
}

/** Most characters of a field: a line, a cell, a text or a comment. */
export const MAX_FIELD = 65_536;

/** A file with invalid content or wrong sums. None of it is stored. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

/** Refuses a file at a line. */
export function refuse(line: number, problem: string): never {
  throw new StatementRefused(`Line ${line}: ${problem}`);
}

/** Reads a currency's code. @throws StatementRefused for one that the platform does not have */
export function readCurrency(code: string | undefined, line: number): Currency {
  return currencies.find((known) => known === code) ?? refuse(line, `unknown currency "${code ?? ''}"`);
}

const AMOUNT = /^(\d{1,18})(?:\.(\d{0,18}))?$/;

/**
 * Reads an unsigned amount with a point as minor units, digit by digit.
 * @throws StatementRefused for other text, and for more decimals than the currency has
 */
export function readAmount(text: string | undefined, currency: Currency, line: number): bigint {
  const [, whole, fraction = ''] = AMOUNT.exec(text ?? '') ?? refuse(line, `"${text ?? ''}" is no amount`);
  const decimals = decimalsFor(currency);
  if (fraction.length > decimals) refuse(line, `"${text}" has more than the ${decimals} decimals of ${currency}`);
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/**
 * Reads an amount of ISO 20022: a decimal of XML Schema with up to five decimals, of which those beyond the currency's are zeros.
 * @throws StatementRefused
 */
export function readIsoAmount(text: string, currency: Currency, line: number): bigint {
  const [, whole = '', fraction = ''] =
    /^\+?(\d*)(?:\.(\d{0,5}))?$/.exec(text) ?? refuse(line, `"${text}" is no amount`);
  const decimals = decimalsFor(currency);
  if (/[1-9]/.test(fraction.slice(decimals)))
    refuse(line, `"${text}" has more than the ${decimals} decimals of ${currency}`);
  if (whole + fraction === '') refuse(line, `"${text}" is no amount`);
  return readAmount(`${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.slice(0, decimals)}`, currency, line);
}

/** Reads a day in ISO form. @throws StatementRefused */
export function readDay(text: string | undefined, line: number): CalendarDay {
  return text !== undefined && isCalendarDay(text) ? text : refuse(line, `"${text ?? ''}" is no day`);
}

/** Adds a day of booking where the bank states none: the value day, or the day of the closing balance. */
export function booked(entries: readonly ReadEntry[], closesOn: CalendarDay): StatementEntry[] {
  return entries.map((entry) => ({ ...entry, bookedOn: entry.bookedOn ?? entry.valueOn ?? closesOn }));
}

/** Returns the first day of a statement: of its bookings or its closing. A value day alone may be weeks away from both. */
export function firstDay(entries: readonly ReadEntry[], closesOn: CalendarDay): CalendarDay {
  const [first = closesOn] = [closesOn, ...entries.flatMap(({ bookedOn }) => bookedOn ?? [])].toSorted();
  return first;
}

/** Holds a statement to its balances. @param line its last one. @throws StatementRefused with the figures that differ */
export function proven(statement: Statement, line: number): Statement {
  const { account, currency, opening, closing, entries, from, to } = statement;
  if (from > to) refuse(line, `the statement begins on ${from} and ends on ${to}`);
  const sum = entries.reduce((total, { amount }) => total + amount, opening);
  if (sum === closing) return statement;
  const [found, stated] = [sum, closing].map((minor) => moneyText(money(minor, currency)));
  const count = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  return refuse(line, `account ${account}: opening and ${count} make ${found} ${currency}, the closing is ${stated}`);
}

/** Most characters of free text, and of a reference, that are kept of an entry. */
const MAX_DETAILS = 1500;
const MAX_REFERENCE = 140;

/** Free text in one line. */
export function inOneLine(parts: readonly (string | undefined)[]): string {
  const text = parts.filter((part) => part !== undefined).join(' ');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DETAILS);
}

/** Values that are none. `NOTPROVIDED` and `NONREF` are the standards' words for a reference that is absent. */
export function givenReferences(references: readonly (string | undefined)[]): string[] {
  const given = references.flatMap((reference) => reference?.trim().slice(0, MAX_REFERENCE) || []);
  return [...new Set(given)].filter((reference) => !['NOTPROVIDED', 'NONREF'].includes(reference.toUpperCase()));
}

/** A number of a statement or a page; `undefined` if the text is none that can be compared. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
