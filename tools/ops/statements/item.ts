/** Stored forms of accounts, statements, entries and exceptions. */
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import type { StoredRecord } from '#shared/dynamodb/table';
import { currencies } from '#shared/values/money/currency';
import { sides } from './expected';
import { type ExceptionReason, exceptionOwners } from './match';

/** Converts a value for DynamoDB. Amounts in minor units become text, because JSON has no `bigint`. */
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

/** Reconciliation progress of an account. */
const progress = z.object({
  /** Id of the last import that was not reverted. */
  importId: z.string(),
  currency: z.enum(currencies),
  /** Closing balance of the import's last statement. */
  closing: minorUnits,
  to: z.string(),
  sequence: maybe(sequence),
  isPage: z.boolean(),
  /** Last day (UTC) of the journal that was matched. */
  reconciledTo: z.string(),
});
export type Progress = z.infer<typeof progress>;

const accountItem = z.object({
  accountId: z.string(),
  /** Account number as written by the bank. */
  number: z.string(),
  covers: z.array(z.enum(sides)),
  /** Partition key prefix of the account's last changes. Some of the changes may still be pending. */
  changesId: z.string(),
  /** `undefined` if all imports were reverted. */
  progress: maybe(progress),
  version: z.number(),
});
export type ReconciledAccount = z.infer<typeof accountItem>;
export const decodeAccount = (raw: StoredRecord): ReconciledAccount => accountItem.parse(raw);

const importItem = z.object({
  importId: z.string(),
  statementIds: z.array(z.string()),
  /** Progress of the account before the import. */
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
  /** Number of exceptions that the statement opened (`opened`), and of earlier exceptions that it closed (`closed`). */
  opened: z.number(),
  closed: z.number(),
  /**
   * `books`: sum of the expected movements of the days that were matched with the statement. `exceptions`: closing minus opening
   * balance minus `books`. The statement's exceptions explain this difference.
   */
  books: minorUnits,
  exceptions: minorUnits,
  importId: z.string(),
  /** Partition key prefix of the statement's entries. */
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
  /** Ids of the matched movements in the books, at most 20; empty if the entry belongs to an exception. */
  matched: z.array(z.string()),
});
export type ImportedEntry = z.infer<typeof entryItem>;
export const decodeEntry = (raw: StoredRecord): ImportedEntry => entryItem.parse(raw);

/** A movement of an exception. Contains no names of people, because an open exception has no expiry time. */
const movement = z.object({
  id: z.string(),
  amount: minorUnits,
  day: z.string(),
  references: z.readonly(z.array(z.string())),
  bankReference: maybe(z.string()),
});
const reasons = Object.keys(exceptionOwners);

/** A difference between a statement and the books. It is open until a later statement matches or a person resolves it. */
const exceptionItem = z.object({
  id: z.string(),
  accountId: z.string(),
  currency: z.enum(currencies),
  reason: z.custom<ExceptionReason>((reason) => typeof reason === 'string' && reasons.includes(reason)),
  /**
   * The first 20 movements of the books (`expected`) and of the bank (`entries`). `expectedAmount` and `wasAmount` are totals of
   * all movements; `undefined` without movements.
   */
  expected: z.array(movement),
  entries: z.array(movement),
  expectedAmount: maybe(minorUnits),
  wasAmount: maybe(minorUnits),
  elsewhere: maybe(z.object({ minor: minorUnits, currency: z.enum(currencies) })),
  /** Day of the earliest movement. */
  day: z.string(),
  sinceMs: z.number(),
});
export type Exception = z.infer<typeof exceptionItem>;
export const decodeException = (raw: StoredRecord): Exception => exceptionItem.parse(raw);

/** A stored change of one item. `applyChanges` applies the change after the account refers to it with `changesId`. */
const changeItem = z.object({
  /** Key of the item to delete. The change has no effect if this item does not exist. */
  remove: maybe(z.object({ PK: z.string(), SK: z.string() })),
  /** Item to write. It replaces an existing item with the same key only if `remove` is given. */
  put: maybe(z.record(z.string(), z.unknown())),
  /** Partition key prefix of the statement entries to delete. */
  entriesId: maybe(z.string()),
});
export type ItemChange = z.infer<typeof changeItem>;
export const decodeChange = (raw: StoredRecord): ItemChange => changeItem.parse(raw);
