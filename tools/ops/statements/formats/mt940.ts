/**
 * Reads SWIFT MT940 files and accepts usual deviations from the standard. A statement has intermediate balances (`:60M:`,
 * `:62M:`) between its pages.
 */

import { isAccount } from '#ops/statements/accounts';
import {
  booked,
  firstDay,
  givenReferences,
  inOneLine,
  MAX_FIELD,
  proven,
  type ReadEntry,
  readAmount,
  readCurrency,
  readDay,
  refuse,
  type Sequence,
  type Statement,
  type StatementEntry,
  type StatementReader,
  wholeNumber,
} from '#ops/statements/statement';
import { addDays, type CalendarDay, daysBetween, isCalendarDay } from '#shared/values/calendar/calendar-day';
import type { Currency } from '#shared/values/money/currency';

interface Field {
  readonly tag: string;
  readonly line: number;
  readonly texts: string[];
}

/** A statement that is not yet completely read. */
interface Draft {
  readonly account?: string;
  readonly sequence?: Sequence | undefined;
  readonly opening?: Balance;
  readonly closing?: Balance;
  readonly pageEnds: readonly ('opening' | 'closing')[];
  readonly entries: ReadEntry[];
  /** Supplementary details of the last entry (`supplement`) and its `:86:` lines (`details`). `endEntry` parses both fields. */
  readonly supplement: string;
  readonly details: string[];
  /** True if the statement belongs to an account that the operator did not request. */
  readonly isOther?: boolean;
}

interface Balance {
  readonly amount: bigint;
  readonly currency: Currency;
  readonly day: CalendarDay;
}

/** Start of a field that can follow an entry. Any other line after an entry is text of the entry. */
const AFTER_ENTRY = /^:(?:86:|61:\d{6}|62[FM]:)/;
/** SWIFT block delimiters around a statement. */
const FRAME = /^-\}?$|^(?:-\})?\{\d:[^\n]*$/;
/** Maximum number of lines above the first field. Some banks write such lines. */
const MAX_HEAD_LINES = 20;
/** Maximum number of `:86:` lines of an entry. The standard allows 6; banks write more. */
const MAX_DETAIL_LINES = 1000;

/** Returns a reader of the MT940 statements of the account `wanted`, or of all accounts. */
export function mt940Reader(wanted?: string): StatementReader {
  const statements: Statement[] = [];
  let others = 0;
  let draft: Draft | undefined;
  let field: Field | undefined;
  let headLines: number[] = [];
  const finishField = () => {
    if (field === undefined) return;
    const { tag, line } = field;
    if (tag === '20') {
      finishStatement(line);
      draft = { pageEnds: [], entries: [], supplement: '', details: [] };
      headLines = [];
    } else if (draft !== undefined) draft = withField(draft, field, wanted);
    else refuse(headLines[0] ?? line, headLines.length > 0 ? 'not an MT940 field' : `field :${tag}: precedes :20:`);
    field = undefined;
  };
  const finishStatement = (line: number) => {
    if (draft?.isOther === true) others += 1;
    else if (draft !== undefined) statements.push(toStatement(draft, line));
    draft = undefined;
  };
  const isEntry = () => field?.tag === '61' || (field?.tag === '86' && draft?.closing === undefined);
  const lines = lineReader((raw, line) => {
    const text = withoutControls(raw);
    if (text.trim() === '') return;
    const [, tag, value = ''] = /^\s*:(\d\d[A-Z]?):(.*)$/.exec(text) ?? [];
    if (isEntry() && !AFTER_ENTRY.test(text.trimStart())) field?.texts.push(text);
    else if (tag !== undefined) {
      finishField();
      field = { tag, line, texts: [value] };
    } else if (FRAME.test(text.trim())) {
      finishField();
      if (draft?.closing !== undefined) finishStatement(line);
    } else if (field !== undefined) field.texts.push(text);
    else if (headLines.push(line) > MAX_HEAD_LINES) refuse(headLines[0] ?? line, 'not an MT940 field');
  });
  return {
    write: lines.write,
    end() {
      const line = Math.max(lines.end(), 1);
      finishField();
      finishStatement(line);
      if (statements.length + others > 0) return statements;
      return refuse(headLines[0] ?? line, headLines.length > 0 ? 'not an MT940 field' : 'no MT940 statement');
    },
    others: () => others,
  };
}

/** Removes control characters: a SWIFT file begins with SOH and ends with ETX. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  return text.replaceAll(/^[\uFEFF\x00-\x08]+|[\x00-\x08]+$/g, '');
}

function toStatement(read: Draft, line: number): Statement {
  endEntry(read);
  const { account, opening, closing, ...draft } = read;
  if (account === undefined) return refuse(line, 'the statement has no account (:25:)');
  if (opening === undefined) return refuse(line, 'the statement has no opening balance (:60F:)');
  if (closing === undefined) return refuse(line, 'the statement has no closing balance (:62F:)');
  const { currency } = closing;
  if (opening.currency !== currency) refuse(line, `the balances are in ${opening.currency} and ${currency}`);
  const statement = {
    ...{ account, currency, opening: opening.amount, closing: closing.amount },
    ...{ from: firstDay(read.entries, closing.day), to: closing.day, entries: booked(read.entries, closing.day) },
    ...{ opensOn: opening.day, sequence: draft.sequence },
    pageEnds: draft.pageEnds.length > 0 ? draft.pageEnds : undefined,
  };
  return proven(statement, line);
}

/** Returns the draft with the content of one more field. Ignores fields that the import does not use, for example `:64:`. */
function withField(draft: Draft, field: Field, wanted: string | undefined): Draft {
  const { account, opening, entries, closing } = draft;
  const { tag, texts, line } = field;
  if (tag === '25' || tag === '25P') return { ...draft, account: (texts[0] ?? '').replaceAll(/\s/g, '') };
  if (tag === '28C' || tag === '28') return { ...draft, sequence: sequenceIn(texts[0] ?? '') };
  if (tag === '60F' || tag === '60M') {
    const isOther = account !== undefined && !isAccount(account, currencyIn(field), wanted);
    const pageEnds = tag === '60M' ? (['opening'] as const) : [];
    return isOther ? { ...draft, isOther } : { ...draft, pageEnds, opening: readBalance(field) };
  }
  if (draft.isOther === true) return draft;
  if (tag === '62F' || tag === '62M') {
    const pageEnds = tag === '62M' ? ([...draft.pageEnds, 'closing'] as const) : draft.pageEnds;
    return { ...draft, pageEnds, closing: readBalance(field) };
  }
  if (tag === '61') {
    const entry = toEntry(field, opening ?? refuse(line, 'an entry precedes :60F:'));
    endEntry(draft);
    entries.push(entry);
    return { ...draft, supplement: entry.details, details: [] };
  }
  if (tag !== '86' || entries.length === 0 || closing !== undefined) return draft;
  if (draft.details.length + texts.length > MAX_DETAIL_LINES)
    refuse(line, `an entry has more than ${MAX_DETAIL_LINES} lines of :86:`);
  draft.details.push(...texts);
  return draft;
}

/** Adds the `:86:` texts to the last entry. */
function endEntry({ entries, supplement, details }: Draft): void {
  const last = entries.at(-1);
  if (last !== undefined && details.length > 0) entries.splice(-1, 1, { ...last, ...readDetails(supplement, details) });
}

function sequenceIn(text: string): Sequence | undefined {
  const [, number, page] = /^\s*(\d+)(?:\/(\d+))?\s*$/.exec(text) ?? [];
  const read = wholeNumber(number);
  return read === undefined ? undefined : { field: ':28C:', number: read, page: wholeNumber(page) };
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})\s*([\d,]{1,16})$/;

function currencyIn({ texts }: Field): string {
  return BALANCE.exec((texts[0] ?? '').trim())?.[3] ?? '';
}

function readBalance({ tag, texts, line }: Field): Balance {
  const [, sign, day, code, digits] = BALANCE.exec((texts[0] ?? '').trim()) ?? refuse(line, `:${tag}: is invalid`);
  const currency = readCurrency(code, line);
  const amount = readAmount(digits?.replace(',', '.'), currency, line);
  return { amount: sign === 'C' ? amount : -amount, currency, day: shortDay(day, line) };
}

/** Parses a day in the format YYMMDD, in this century. German banks write February 30 for the last day of February. */
function shortDay(text = '', line: number): CalendarDay {
  return readDay(inMonth(`20${text.slice(0, 2)}`, text.slice(2)), line);
}

function inMonth(year: string, monthDay: string): string {
  if (monthDay === '0230') return addDays(`${year}-03-01`, -1);
  return `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
}

const ENTRY =
  /^(\d{6})(\d{4}| {4})?(R?)([CD])([A-Z]?)[\n ]?(\d[\d,]{0,14}|,\d{1,2})(?:[A-Z][A-Z0-9 ]{3}| ?[A-Z][A-Z0-9]{0,2})?([^\n]{0,200})/;

function toEntry({ texts, line }: Field, { currency }: Balance): ReadEntry {
  const text = texts.join('\n');
  const found = ENTRY.exec(text) ?? refuse(line, ':61: is invalid');
  const [whole, value, monthDay = '', reversal, sign, , digits, references = ''] = found;
  const amount = readAmount(digits?.replace(',', '.').replace(/^\./, '0.'), currency, line);
  const valueOn = shortDay(value, line);
  const [reference, ...bank] = references.split('//');
  return {
    bankReference: givenReferences([bank.join('//')])[0] ?? '',
    references: givenReferences([reference]),
    // The reversal of a credit is a debit.
    amount: (sign === 'C') === (reversal === '') ? amount : -amount,
    bookedOn: monthDay.trim() === '' ? undefined : dayOfEntry(monthDay, valueOn, line),
    valueOn,
    ...readDetails('', [text.slice(whole.length)]),
  };
}

/** Maximum days between the entry day, which contains no year, and the value day: half a year. */
const MAX_APART = 183;

/** Returns the entry day with a year. `:61:` contains only its month and day. The result is the day nearest to the value day. */
function dayOfEntry(monthDay: string, valueOn: CalendarDay, line: number): CalendarDay {
  const year = Number(valueOn.slice(0, 4));
  const days = [year, year - 1, year + 1].map((one) => inMonth(String(one), monthDay)).filter(isCalendarDay);
  const near = days.find((day) => Math.abs(daysBetween(valueOn, day)) <= MAX_APART);
  return near ?? refuse(line, `there is no day ${monthDay} near the value day ${valueOn}`);
}

/**
 * Splits text that arrives in pieces into lines. Lines end with LF, CRLF or CR.
 * @throws StatementRefused if a line is longer than `MAX_FIELD`
 */
function lineReader(handle: (line: string, number: number) => void) {
  let rest = '';
  let number = 0;
  const take = (line: string) => {
    number += 1;
    handle(line, number);
  };
  return {
    write(text: string): void {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (rest.length > MAX_FIELD) refuse(number + 1, `a line is longer than ${MAX_FIELD / 1024} KB`);
    },
    /** Ends the text. @returns the number of the last line */
    end(): number {
      if (rest !== '') take(rest.replace(/\r$/, ''));
      return number;
    },
  };
}

/** German banks split the purpose text of a payment into several `:86:` subfields with these codes. */
const IS_USAGE = /^(?:2\d|6[0-3])$/;
/** Length of a full subfield, in characters. Only a full subfield can end within a word. */
const FULL_PART = 27;
/** SEPA labels in the text. */
const TAGS = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;
/** Name of the other party in `:86:` lines of banks outside Germany. */
const NAME = /\/(?:ORDP|BENM)?\/?NAME\/([^/\n]*)/g;

/**
 * Parses `:86:` lines. Banks split the text at any character, so `details` contains the text joined with and without spaces.
 * @param before text of the entry above the `:86:` lines
 */
function readDetails(before: string, lines: readonly string[]): Pick<StatementEntry, 'name' | 'details'> {
  const text = lines.join('\n');
  const { names, readings } = /^\d{3}\?\d\d/.test(text) ? structured(lines.join('')) : unstructured(text);
  const said = [...new Set(readings.map((one) => inOneLine([before, one.replaceAll(TAGS, ' $1+')])))];
  return { name: inOneLine(names) || undefined, details: inOneLine(said) };
}

interface Read {
  readonly names: readonly string[];
  readonly readings: readonly string[];
}

function structured(text: string): Read {
  const [, ...subfields] = text.split(/\?(?=\d\d)/);
  const parts = subfields.map((one) => ({ code: one.slice(0, 2), value: one.slice(2) }));
  const usage = parts.filter(({ code }) => IS_USAGE.test(code)).map(({ value }) => value);
  const others = parts.filter(({ code }) => !IS_USAGE.test(code)).map(({ value }) => value);
  const names = parts.filter(({ code }) => code === '32' || code === '33').map(({ value }) => value.trim());
  const byWidth = usage.map((part) => (part.length < FULL_PART ? `${part} ` : part)).join('');
  return { names, readings: [...new Set([byWidth, usage.join(''), usage.join(' ')]), others.join(' ')] };
}

function unstructured(text: string): Read {
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name.trim());
  return { names, readings: text.includes('\n') ? [text, text.replaceAll('\n', '')] : [text] };
}
