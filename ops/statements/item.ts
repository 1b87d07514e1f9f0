/** Stored forms of accounts, statements, entries and exceptions. */
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import type { StoredRecord } from '#shared/dynamodb/table';
import { currencies } from '#shared/values/money/currency';
import type { Exception } from './exception';
import { sides } from './expected';
import { type ExceptionReason, exceptionOwners } from './match';
import type { StatementEntry } from './statement';

/** Minor units as text: the numbers of the table are not those of the code. */
const minorUnits = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);
const toText = (minor: bigint | undefined) => minor?.toString();

const sequence = z.object({
  field: z.enum(['ElctrncSeqNb', 'LglSeqNb', ':28C:']),
  number: z.number(),
  page: maybe(z.number()),
});

/** Position up to which an account is reconciled. */
const progress = z.object({
  /** The last import that stands. */
  importId: z.string(),
  currency: z.enum(currencies),
  /** Those of its last statement. */
  closing: minorUnits,
  to: z.string(),
  sequence: maybe(sequence),
  isPage: z.boolean(),
  /** The last day (UTC) whose journal was matched. */
  reconciledTo: z.string(),
});
export type Progress = z.infer<typeof progress>;

const accountItem = z.object({
  accountId: z.string(),
  /** The number of the account as its bank writes it. */
  number: z.string(),
  covers: z.array(z.enum(sides)),
  /** Partition prefix of the changes that may still have to be made. */
  changesId: z.string(),
  /** `undefined` if every import was taken back. */
  progress: maybe(progress),
  version: z.number(),
});
export type ReconciledAccount = z.infer<typeof accountItem>;

const encodeProgress = (one: Progress | undefined) => one && { ...one, closing: toText(one.closing) };
export const encodeAccount = (account: ReconciledAccount) => ({
  ...account,
  progress: encodeProgress(account.progress),
});
export const decodeAccount = (raw: StoredRecord): ReconciledAccount => accountItem.parse(raw);

const importItem = z.object({
  importId: z.string(),
  statementIds: z.array(z.string()),
  /** The account before it. */
  before: maybe(progress),
});
export type StoredImport = z.infer<typeof importItem>;

export const encodeImport = ({ importId, statementIds, before }: StoredImport) => ({
  ...{ importId, statementIds, before: encodeProgress(before) },
});
export const decodeImport = (raw: StoredRecord): StoredImport => importItem.parse(raw);

const statementItem = z.object({
  statementId: z.string(),
  accountId: z.string(),
  currency: z.enum(currencies),
  opening: minorUnits,
  closing: minorUnits,
  from: z.string(),
  to: z.string(),
  sequence: maybe(sequence),
  entries: z.number(),
  matched: z.number(),
  /** Exceptions that it has opened, and older ones that it has closed. */
  opened: z.number(),
  closed: z.number(),
  /** The books' movements of its days, and the exceptions' difference: both make its own movement. */
  books: minorUnits,
  exceptions: minorUnits,
  importId: z.string(),
  /** Partition prefix of its entries. */
  entriesId: z.string(),
  importedAt: z.string(),
});
export type ImportedStatement = z.infer<typeof statementItem>;

export const encodeStatement = ({ opening, closing, books, exceptions, ...rest }: ImportedStatement) => ({
  ...rest,
  ...{ opening: toText(opening), closing: toText(closing), books: toText(books), exceptions: toText(exceptions) },
});
export const decodeStatement = (raw: StoredRecord): ImportedStatement => statementItem.parse(raw);

const entryItem = z.object({
  position: z.number(),
  amount: minorUnits,
  bookedOn: z.string(),
  valueOn: maybe(z.string()),
  bankReference: z.string(),
  references: z.array(z.string()),
  name: maybe(z.string()),
  details: z.string(),
  /** Ids of the movements of the books that it was matched with; none where it is part of an exception. */
  matched: z.array(z.string()),
});
export type ImportedEntry = Omit<z.infer<typeof entryItem>, 'references'> & Pick<StatementEntry, 'references'>;

export const encodeEntry = (entry: ImportedEntry) => ({ ...entry, amount: toText(entry.amount) });
export const decodeEntry = (raw: StoredRecord): ImportedEntry => entryItem.parse(raw);

const movement = z.object({
  id: z.string(),
  amount: minorUnits,
  day: z.string(),
  references: z.array(z.string()),
  bankReference: maybe(z.string()),
});
const reasons = Object.keys(exceptionOwners);
const exceptionItem = z.object({
  id: z.string(),
  accountId: z.string(),
  currency: z.enum(currencies),
  reason: z.custom<ExceptionReason>((reason) => typeof reason === 'string' && reasons.includes(reason)),
  expected: z.array(movement),
  entries: z.array(movement),
  expectedAmount: maybe(minorUnits),
  wasAmount: maybe(minorUnits),
  elsewhere: maybe(z.object({ minor: minorUnits, currency: z.enum(currencies) })),
  day: z.string(),
  sinceMs: z.number(),
});

export function encodeException({ expected, entries, expectedAmount, wasAmount, elsewhere, ...rest }: Exception) {
  const encode = (list: Exception['expected']) => list.map((one) => ({ ...one, amount: toText(one.amount) }));
  return {
    ...rest,
    ...{ expected: encode(expected), entries: encode(entries) },
    ...{ expectedAmount: toText(expectedAmount), wasAmount: toText(wasAmount) },
    elsewhere: elsewhere && { ...elsewhere, minor: toText(elsewhere.minor) },
  };
}
export const decodeException = (raw: StoredRecord): Exception => exceptionItem.parse(raw);

/** A change that an import makes once it is on record. */
const changeItem = z.object({
  /** The item that goes, and has to be there. */
  remove: maybe(z.object({ PK: z.string(), SK: z.string() })),
  /** The item that comes; without `remove` only if none has its key. */
  put: maybe(z.record(z.string(), z.unknown())),
  /** Partition prefix of the entries that go. */
  entriesId: maybe(z.string()),
});
export type ItemChange = z.infer<typeof changeItem>;
export const decodeChange = (raw: StoredRecord): ItemChange => changeItem.parse(raw);
