/** Statements in SWIFT MT940. Each page of a statement of several has balances of its own, and counts as a statement. */
import {
  givenReferences,
  inOneLine,
  proven,
  readAmount,
  readCurrency,
  readDay,
  refuse,
  type Statement,
  type StatementEntry,
  type StatementReader,
} from '#ops/statements/statement';
import { type CalendarDay, daysBetween, isCalendarDay } from '#shared/values/calendar/calendar-day';
import type { Currency } from '#shared/values/money/currency';
import { lineReader } from './lines';

interface Field {
  readonly tag: string;
  readonly line: number;
  readonly text: string;
}

/** A statement as far as it has been read. */
interface Draft {
  readonly account?: string;
  readonly opening?: Balance;
  readonly closing?: Balance;
  readonly entries: StatementEntry[];
  /** True while the next text is of the last entry. */
  readonly takesDetails: boolean;
}

interface Balance {
  readonly amount: bigint;
  readonly currency: Currency;
  readonly day: CalendarDay;
}

const EMPTY: Draft = { entries: [], takesDetails: false };

export function mt940Reader(): StatementReader {
  const statements: Statement[] = [];
  let draft: Draft | undefined;
  let field: Field | undefined;
  const finishField = () => {
    if (field === undefined) return;
    if (field.tag === '20') {
      finishStatement(field.line);
      draft = { ...EMPTY, entries: [] };
    } else if (draft !== undefined) draft = withField(draft, field);
    else refuse(field.line, `field :${field.tag}: stands before :20:`);
    field = undefined;
  };
  const finishStatement = (line: number) => {
    if (draft !== undefined) statements.push(toStatement(draft, line));
    draft = undefined;
  };
  const lines = lineReader((text, line) => {
    const [, tag, value = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(text) ?? [];
    const isFrame = /^-\}?$|^(?:-\})?\{\d:/.test(text.trim());
    if (text.trim() === '') return;
    if (tag !== undefined) {
      finishField();
      field = { tag, line, text: value };
    } else if (isFrame) finishField();
    else if (field !== undefined) field = { ...field, text: `${field.text}\n${text}` };
    else refuse(line, 'no field of MT940');
  });
  return {
    write: lines.write,
    end() {
      const line = lines.end();
      finishField();
      finishStatement(line);
      return statements.length > 0 ? statements : refuse(Math.max(line, 1), 'no statement of MT940');
    },
  };
}

function toStatement({ account, opening, closing, entries }: Draft, line: number): Statement {
  if (account === undefined) return refuse(line, 'the statement has no account (:25:)');
  if (opening === undefined) return refuse(line, 'the statement has no opening balance (:60F:)');
  if (closing === undefined) return refuse(line, 'the statement has no closing balance (:62F:)');
  const { currency } = closing;
  if (opening.currency !== currency) refuse(line, `the opening is in ${opening.currency}, the closing in ${currency}`);
  const days = [closing.day, ...entries.map(({ bookedOn }) => bookedOn)].toSorted();
  const [from = closing.day] = days;
  const balances = { opening: opening.amount, closing: closing.amount };
  return proven({ account, currency, ...balances, from, to: days.at(-1) ?? closing.day, entries }, line);
}

/** A draft with one more field. Fields beyond those that are named here say nothing about money that has moved. */
function withField(draft: Draft, field: Field): Draft {
  const { opening, entries } = draft;
  const { tag, text, line } = field;
  const last = entries.at(-1);
  if (tag === '86' && draft.takesDetails && last !== undefined) entries.splice(-1, 1, withDetails(last, text));
  if (tag === '61') entries.push(toEntry(field, opening ?? refuse(line, 'an entry stands before :60F:')));
  const next = { ...draft, takesDetails: tag === '61' };
  if (tag === '25' || tag === '25P') return { ...next, account: text.split('\n', 1).join('').replaceAll(/\s/g, '') };
  if (tag === '60F' || tag === '60M') return { ...next, opening: readBalance(field) };
  if (tag === '62F' || tag === '62M') return { ...next, closing: readBalance(field) };
  return next;
}

function readBalance({ tag, text, line }: Field): Balance {
  const [, sign, day, code, digits] =
    /^([CD])(\d{6})([A-Z]{3})([\d,]{1,15})$/.exec(text.trim()) ?? refuse(line, `:${tag}: is no balance`);
  const currency = readCurrency(code, line);
  const amount = readAmount(digits?.replace(',', '.'), currency, line);
  return { amount: sign === 'C' ? amount : -amount, currency, day: shortDay(day, line) };
}

/** A day as YYMMDD, of this century. */
function shortDay(text = '', line: number): CalendarDay {
  return readDay(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`, line);
}

const ENTRY =
  /^(\d{6})(\d{4})?(R?)([CD])([A-Z]?)(\d[\d,]{0,14})[A-Z][A-Z0-9]{3}([^\n]{0,80})(?:\n([^\n]{0,80}))?(?:\n[\s\S]*)?$/;

function toEntry({ text, line }: Field, { currency }: Balance): StatementEntry {
  const [, value, month, reversal, sign, , digits, references = '', supplement] =
    ENTRY.exec(text) ?? refuse(line, ':61: is no entry');
  const amount = readAmount(digits?.replace(',', '.'), currency, line);
  const valueOn = shortDay(value, line);
  const [reference, ...bank] = references.split('//');
  return {
    bankReference: givenReferences([bank.join('//')])[0] ?? '',
    references: givenReferences([reference]),
    // The reversal of a credit takes money out.
    amount: (sign === 'C') === (reversal === '') ? amount : -amount,
    bookedOn: month === undefined ? valueOn : dayOfEntry(month, valueOn, line),
    valueOn,
    name: undefined,
    details: inOneLine([supplement]),
  };
}

/** The day of an entry's month and day: of the three years around its value day the one nearest to it. */
function dayOfEntry(monthDay: string, valueOn: CalendarDay, line: number): CalendarDay {
  const year = Number(valueOn.slice(0, 4));
  const days = [year, year - 1, year + 1].map((one) => `${one}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`);
  const distance = (day: CalendarDay) => Math.abs(daysBetween(valueOn, day));
  const [nearest] = days.filter(isCalendarDay).toSorted((one, other) => distance(one) - distance(other));
  return readDay(nearest ?? days[0], line);
}

/** Marks of the structured forms of :86:, German and SEPA's. */
const NAME = /(?:\?3[23]|\/(?:ORDP|BENM)?\/?NAME\/)([^?/\n]*)/g;
const TAGS = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;

function withDetails(entry: StatementEntry, text: string): StatementEntry {
  const isStructured = /^\d{3}\?/.test(text);
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name.trim());
  // Parts of the structured form are cut at any character: they are joined as they were.
  const joined = isStructured ? text.replaceAll('\n', '').replaceAll(/\?(?:2\d|6[0-3])/g, '') : text;
  const details = inOneLine([entry.details || undefined, joined.replaceAll(TAGS, ' $1+').replaceAll(/\?\d\d/g, ' ')]);
  return { ...entry, name: inOneLine(names) || undefined, details };
}
