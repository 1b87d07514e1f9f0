/** Stored forms of accounts, statements, entries and exceptions. */
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import type { StoredRecord } from '#shared/dynamodb/table';
import { currencies } from '#shared/values/money/currency';
import { sides } from './expected';
import { type ExceptionReason, exceptionOwners } from './match';

/** A value as it is stored: minor units are text, because the table has another kind of numbers than the code. */
export function toStored(value: object): StoredRecord {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)));
}

const minorUnits = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);

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
  /** Closing balance of its last statement. */
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
export const decodeAccount = (raw: StoredRecord): ReconciledAccount => accountItem.parse(raw);

const importItem = z.object({
  importId: z.string(),
  statementIds: z.array(z.string()),
  /** The account before it. */
  before: maybe(progress),
});
export type StoredImport = z.infer<typeof importItem>;
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
export const decodeStatement = (raw: StoredRecord): ImportedStatement => statementItem.parse(raw);

const entryItem = z.object({
  position: z.number(),
  amount: minorUnits,
  bookedOn: z.string(),
  valueOn: maybe(z.string()),
  bankReference: z.string(),
  references: z.readonly(z.array(z.string())),
  name: maybe(z.string()),
  details: z.string(),
  /** Ids of the matched movements of the books; empty if it is part of an exception. */
  matched: z.array(z.string()),
});
export type ImportedEntry = z.infer<typeof entryItem>;
export const decodeEntry = (raw: StoredRecord): ImportedEntry => entryItem.parse(raw);

/** A movement of an exception, never with a name: an open exception stays until somebody has looked into it. */
const movement = z.object({
  id: z.string(),
  amount: minorUnits,
  day: z.string(),
  references: z.readonly(z.array(z.string())),
  bankReference: maybe(z.string()),
});
const reasons = Object.keys(exceptionOwners);

/** A statement exception: a difference between a statement and the books, open until they match or a person resolves it. */
const exceptionItem = z.object({
  id: z.string(),
  accountId: z.string(),
  currency: z.enum(currencies),
  reason: z.custom<ExceptionReason>((reason) => typeof reason === 'string' && reasons.includes(reason)),
  /** The first movements of both sides; the amounts are of all, and `undefined` for a side that has none. */
  expected: z.array(movement),
  entries: z.array(movement),
  expectedAmount: maybe(minorUnits),
  wasAmount: maybe(minorUnits),
  elsewhere: maybe(z.object({ minor: minorUnits, currency: z.enum(currencies) })),
  /** The day of its earliest movement. */
  day: z.string(),
  sinceMs: z.number(),
});
export type Exception = z.infer<typeof exceptionItem>;
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
