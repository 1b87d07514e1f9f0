/** Reads statements in CSV (RFC 4180). A mapping describes the columns of a bank or custodian. */
import * as z from 'zod/mini';
import {
  givenReferences,
  inOneLine,
  MAX_FIELD,
  proven,
  readAmount,
  readDay,
  refuse,
  type Statement,
  type StatementEntry,
  type StatementReader,
} from '#ops/statements/statement';
import { currencies } from '#shared/values/money/currency';

const dateForms = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'] as const;

/** Columns are identified by their headings. Amounts are in one signed column, or in a credit column and a debit column. */
export const csvMapping = z.strictObject({
  currency: z.enum(currencies),
  delimiter: z._default(z.enum([',', ';', '\t', '|']), ','),
  decimal: z._default(z.enum(['.', ',']), '.'),
  date: z._default(z.enum(dateForms), 'YYYY-MM-DD'),
  order: z._default(z.enum(['oldest-first', 'newest-first']), 'oldest-first'),
  columns: z
    .strictObject({
      bookedOn: z.string(),
      valueOn: z.optional(z.string()),
      amount: z.optional(z.string()),
      credit: z.optional(z.string()),
      debit: z.optional(z.string()),
      /** The account's balance after the entry; used to check every line. */
      balance: z.string(),
      bankReference: z.optional(z.string()),
      references: z._default(z.array(z.string()), []),
      name: z.optional(z.string()),
      details: z._default(z.array(z.string()), []),
    })
    .check(z.refine(({ amount, credit, debit }) => (amount ?? credit ?? debit) !== undefined, 'No column of amounts')),
});
export type CsvMapping = z.infer<typeof csvMapping>;

/** @param account account number of the file's entries, because the file itself does not contain the account number */
export function csvReader(mapping: CsvMapping, account: string): StatementReader {
  const rows: { readonly entry: StatementEntry; readonly balance: bigint; readonly line: number }[] = [];
  let headings: readonly string[] | undefined;
  const csv = recordReader(mapping.delimiter, (cells, line) => {
    if (headings === undefined) headings = knownHeadings(cells, mapping, line);
    else if (cells.length !== headings.length)
      refuse(line, `${cells.length} columns, but the heading has ${headings.length}`);
    else rows.push({ ...toRow(byHeading(headings, cells), mapping, line), line });
  });
  return {
    write: csv.write,
    end() {
      const last = csv.end();
      if (mapping.order === 'newest-first') rows.reverse();
      const [first] = rows;
      if (first === undefined) return refuse(last, 'the file contains no entry');
      const opening = first.balance - first.entry.amount;
      rows.reduce((before, { entry, balance, line }) => {
        if (before + entry.amount === balance) return balance;
        return refuse(line, 'the balance is not the previous balance plus the amount');
      }, opening);
      return [toStatement(rows, { opening, account, mapping, last })];
    },
    others: () => 0,
  };
}

interface Frame {
  readonly opening: bigint;
  readonly account: string;
  readonly mapping: CsvMapping;
  readonly last: number;
}

function toStatement(
  rows: readonly { readonly entry: StatementEntry; readonly balance: bigint }[],
  { opening, account, mapping, last }: Frame,
): Statement {
  const entries = rows.map(({ entry }) => entry);
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const closing = rows.at(-1)?.balance ?? opening;
  return proven({ account, currency: mapping.currency, opening, closing, from, to, entries }, last);
}

function knownHeadings(cells: readonly string[], { columns }: CsvMapping, line: number): string[] {
  const headings = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  const missing = Object.values(columns)
    .flat()
    .filter((column) => column !== undefined && !headings.includes(column));
  if (missing.length > 0) refuse(line, `the file has no column ${missing.map((column) => `"${column}"`).join(', ')}`);
  return headings;
}

/** Returns the text of a column; empty if the mapping has no such column. */
type Row = (column?: string) => string;

function byHeading(headings: readonly string[], cells: readonly string[]): Row {
  return (column) => (column === undefined ? '' : (cells[headings.indexOf(column)] ?? '').trim());
}

/** Maximum stored characters of a name. */
const MAX_NAME = 140;

function toRow(row: Row, mapping: CsvMapping, line: number) {
  const { columns } = mapping;
  const amountIn = (column?: string) => signedAmount(row(column), mapping, line);
  const valueOn = row(columns.valueOn);
  const entry: StatementEntry = {
    bankReference: givenReferences([row(columns.bankReference)])[0] ?? '',
    references: givenReferences(columns.references.map((column) => row(column))),
    amount: columns.amount === undefined ? sides(amountIn, columns, row) : amountIn(columns.amount),
    bookedOn: dayIn(row(columns.bookedOn), mapping, line),
    valueOn: valueOn === '' ? undefined : dayIn(valueOn, mapping, line),
    name: row(columns.name).slice(0, MAX_NAME) || undefined,
    details: inOneLine(columns.details.map((column) => row(column))),
  };
  return { entry, balance: amountIn(columns.balance) };
}

/** Returns credits minus debits. Banks write debits with or without a sign. */
function sides(amountIn: (column: string) => bigint, { credit, debit }: CsvMapping['columns'], row: Row): bigint {
  const [comesIn = 0n, goesOut = 0n] = [credit, debit].map((column) =>
    column === undefined || row(column) === '' ? 0n : amountIn(column),
  );
  return comesIn - (goesOut < 0n ? -goesOut : goesOut);
}

function signedAmount(text: string, { decimal, currency }: CsvMapping, line: number): bigint {
  const [, sign, digits = ''] = /^([+-]?)([\d.,' ]+)$/.exec(text) ?? refuse(line, `"${text}" is not an amount`);
  const groups = decimal === ',' ? /[.' ](?=\d{3}(?!\d))/g : /[,' ](?=\d{3}(?!\d))/g;
  const plain = digits.replaceAll(groups, '');
  // With a decimal comma, a period is an error unless it separates thousands, because its meaning is unclear.
  if (plain.replace(decimal, '').match(/\D/))
    refuse(line, `"${text}" is not an amount with the decimal separator "${decimal}"`);
  const amount = readAmount(plain.replace(decimal, '.'), currency, line);
  return sign === '-' ? -amount : amount;
}

function dayIn(text: string, { date }: CsvMapping, line: number): string {
  const part = (letters: string) => text.slice(date.indexOf(letters), date.indexOf(letters) + letters.length);
  const isWhole = text.length === date.length;
  return readDay(isWhole ? `${part('YYYY')}-${part('MM')}-${part('DD')}` : text, line);
}

/** Maximum number of columns in a line. */
const MAX_CELLS = 500;

/** Splits text that arrives in pieces into records. Quoted cells can contain delimiters, doubled quotes and line breaks. */
function recordReader(delimiter: string, handle: (cells: readonly string[], line: number) => void) {
  let [cells, cell, line]: [string[], string, number] = [[], '', 1];
  let state: 'plain' | 'quoted' | 'quote-in-quoted' = 'plain';
  const finishRecord = () => {
    if (cells.length > 0 || cell.trim() !== '') handle([...cells, cell], line);
    [cells, cell, state] = [[], '', 'plain'];
  };
  const take = (char: string) => {
    if (state === 'quoted') {
      if (char === '"') state = 'quote-in-quoted';
      else cell += char;
    } else if (char === '"' && (state === 'quote-in-quoted' || cell === '')) {
      if (state === 'quote-in-quoted') cell += char;
      state = 'quoted';
    } else if (char === delimiter) {
      cells.push(cell);
      [cell, state] = ['', 'plain'];
    } else if (char === '\n') finishRecord();
    else if (char !== '\r') cell += char;
    if (char === '\n') line += 1;
    if (cell.length > MAX_FIELD) refuse(line, `a cell is longer than ${MAX_FIELD / 1024} KB`);
    if (cells.length > MAX_CELLS) refuse(line, `a line has more than ${MAX_CELLS} columns`);
  };
  return {
    write(text: string): void {
      for (const char of text) take(char);
    },
    /** @returns the number of the last line */
    end(): number {
      if (state === 'quoted') refuse(line, 'a quoted cell has no closing quote');
      finishRecord();
      return line;
    },
  };
}
