/** Account statements as all formats give them: entries in minor units, proven by the balances around them. */
import { type CalendarDay, isCalendarDay } from '#shared/values/calendar/calendar-day';
import { type Currency, currencies, decimalsFor } from '#shared/values/money/currency';
import { money, moneyText } from '#shared/values/money/money';

/** One booked movement of the account. */
export interface StatementEntry {
  /** The bank's own reference; empty where it gives none. */
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
}

/** Takes the text of a file in pieces, so that a large one never stands in memory. */
export interface StatementReader {
  /** @throws StatementRefused */
  write(text: string): void;
  /** Ends the file. @throws StatementRefused */
  end(): Statement[];
}

/** A file that is not what it says, or does not add up. Nothing of it counts. */
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

/** Reads a day in ISO form. @throws StatementRefused */
export function readDay(text: string | undefined, line: number): CalendarDay {
  return text !== undefined && isCalendarDay(text) ? text : refuse(line, `"${text ?? ''}" is no day`);
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

/** Most characters of free text that are kept of an entry. */
const MAX_DETAILS = 500;

/** Free text in one line. */
export function inOneLine(parts: readonly (string | undefined)[]): string {
  const text = parts.filter((part) => part !== undefined).join(' ');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DETAILS);
}

/** Values that are none. `NOTPROVIDED` and `NONREF` are the standards' words for a reference that is absent. */
export function givenReferences(references: readonly (string | undefined)[]): string[] {
  const given = references.flatMap((reference) => reference?.trim() || []);
  return [...new Set(given)].filter((reference) => !['NOTPROVIDED', 'NONREF'].includes(reference.toUpperCase()));
}
