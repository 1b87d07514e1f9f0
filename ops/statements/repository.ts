import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { UnitRate } from '#ops/unit-rate';
import { maybe } from '#shared/dynamodb/attributes';
import { itemExists } from '#shared/dynamodb/expressions';
import {
  EXCEPTION_CHANGE_PREFIX,
  exceptionChangeKey,
  IMPORT_SHARDS,
  importedEntryKey,
  importPartition,
  OPEN_PREFIX,
  openExceptionKey,
  reconciledAccountKey,
  resolvedExceptionKey,
  STATEMENT_PREFIX,
  statementKey,
} from '#shared/dynamodb/keys';
import { findOpenExceptionKeys, openExceptionEntry } from '#shared/dynamodb/look-ups';
import {
  readPages,
  readPartition,
  readRange,
  readRecord,
  readRecords,
  type StoredRecord,
} from '#shared/dynamodb/table';
import { type PendingWrite, writeAtomically, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { mapWithConcurrency } from '#shared/platform/map-with-concurrency';
import { currencies } from '#shared/values/money/currency';
import { accountIn, type Exception } from './exception';
import { sides } from './expected';
import { type ExceptionReason, exceptionOwners } from './match';
import type { StatementEntry } from './statement';

/** Days that entries and resolved exceptions are kept: a year and its audit. */
const KEPT_DAYS = 400;
const endOf = (atMs: number) => Math.floor(atMs / 1000) + KEPT_DAYS * 86_400;

/** Minor units as text: the numbers of the table are not those of the code. */
const minorUnits = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);
const toText = (minor: bigint | undefined) => minor?.toString();

const accountItem = z.object({
  accountId: z.string(),
  /** The number of the account as its bank writes it. */
  number: z.string(),
  currency: z.enum(currencies),
  covers: z.array(z.enum(sides)),
  /** That of its last statement. */
  closing: minorUnits,
  importId: z.string(),
  /** The last day (UTC) whose journal was matched. */
  reconciledTo: z.string(),
  version: z.number(),
});
export type ReconciledAccount = z.infer<typeof accountItem>;

export function findAccount(accountId: string): Promise<ReconciledAccount | undefined> {
  return readRecord(reconciledAccountKey(accountId), (raw) => accountItem.parse(raw));
}

const statementItem = z.object({
  statementId: z.string(),
  accountId: z.string(),
  currency: z.enum(currencies),
  opening: minorUnits,
  closing: minorUnits,
  from: z.string(),
  to: z.string(),
  entries: z.number(),
  matched: z.number(),
  /** Exceptions that it has opened, and older ones that it has closed. */
  opened: z.number(),
  closed: z.number(),
  /** The books' movements of its days, and the exceptions' difference: both make its own movement. */
  books: minorUnits,
  exceptions: minorUnits,
  importId: z.string(),
  importedAt: z.string(),
});
export type ImportedStatement = z.infer<typeof statementItem>;

export function findStatement(accountId: string, to: string, statementId: string) {
  return readRecord(statementKey(accountId, to, statementId), (raw) => statementItem.parse(raw));
}

/** The statements of an account, newest first. */
export async function findStatements(accountId: string, limit: number): Promise<ImportedStatement[]> {
  const partition = reconciledAccountKey(accountId).PK;
  const { items } = await readRange({ partition, prefix: STATEMENT_PREFIX, newestFirst: true, limit });
  return items.map((raw) => statementItem.parse(raw));
}

/** The actions that put a statement on record; they fail when its account has changed since it was read. */
export function statementWrites(
  before: ReconciledAccount | undefined,
  account: Omit<ReconciledAccount, 'version'>,
  statement: ImportedStatement,
): PendingWrite[] {
  const { accountId, to, statementId } = statement;
  return [
    putIfVersion(before?.version, {
      ...reconciledAccountKey(accountId),
      entity: 'RECONCILED_ACCOUNT',
      ...{ ...account, closing: toText(account.closing), version: (before?.version ?? 0) + 1 },
    }),
    putIfAbsent({
      ...statementKey(accountId, to, statementId),
      entity: 'STATEMENT',
      ...statement,
      ...{ opening: toText(statement.opening), closing: toText(statement.closing) },
      ...{ books: toText(statement.books), exceptions: toText(statement.exceptions) },
    }),
  ];
}

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

/** An exception to open, or one to close with the reason. */
export interface ExceptionChange {
  readonly exception: Exception;
  readonly closedBy?: string;
}

export interface Import {
  readonly importId: string;
  readonly entries: readonly ImportedEntry[];
  readonly changes: readonly ExceptionChange[];
  readonly atMs: number;
}

/** Items of one transaction. */
const ITEMS = 100;
/** Units a second that an import writes: half of what a new table takes, so that partners' calls have the other half. */
const UNITS_PER_SECOND = 2000;
/** An item of a transaction is written twice; few are longer than 1 KB. */
const UNITS_PER_ITEM = 2;
/** Changes of exceptions that are made at the same time. */
const AT_ONCE = 8;

/** Stores what an import will show once its statement is on record. Nothing reads it before. */
export async function storeImport({ importId, entries, changes, atMs }: Import): Promise<void> {
  const ttl = endOf(atMs);
  const writes = [
    ...entries.map((entry) => () => {
      const item = { ...importedEntryKey(importId, entry.position), entity: 'STATEMENT_ENTRY', ttl };
      return putItem({ ...item, ...entry, amount: toText(entry.amount) });
    }),
    ...changes.map(({ exception, closedBy }, position) => () => {
      const item = { ...exceptionChangeKey(importId, position), entity: 'EXCEPTION_CHANGE', ttl };
      return putItem({ ...item, closedBy, atMs, exception: encodeException(exception) });
    }),
  ];
  const rate = new UnitRate(UNITS_PER_SECOND, { now: () => performance.now(), pause: (ms) => pause(ms) });
  for (let start = 0; start < writes.length; start += ITEMS) {
    const batch = writes.slice(start, start + ITEMS).map((write) => write());
    await rate.run(
      () => writeAtomically(batch),
      () => batch.length * UNITS_PER_ITEM,
    );
  }
}

/** The entries of an import in no particular order, up to a limit. */
export async function findEntries(importId: string, limit: number): Promise<ImportedEntry[]> {
  const found: ImportedEntry[] = [];
  for (let shard = 0; shard < IMPORT_SHARDS; shard += 1)
    for await (const page of readPages({ partition: importPartition(importId, shard), prefix: 'ENTRY#', limit })) {
      found.push(...page.map((raw) => entryItem.parse(raw)));
      if (page.length >= limit) break;
    }
  return found.toSorted((one, other) => one.position - other.position).slice(0, limit);
}

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

function encodeException({ expected, entries, expectedAmount, wasAmount, elsewhere, ...rest }: Exception) {
  const encode = (list: Exception['expected']) => list.map((one) => ({ ...one, amount: toText(one.amount) }));
  return {
    ...rest,
    ...{ expected: encode(expected), entries: encode(entries) },
    ...{ expectedAmount: toText(expectedAmount), wasAmount: toText(wasAmount) },
    elsewhere: elsewhere && { ...elsewhere, minor: toText(elsewhere.minor) },
  };
}

const changeItem = z.object({ exception: exceptionItem, closedBy: maybe(z.string()), atMs: z.number() });

/**
 * Makes the changes of an import that are still to be made, each once: a run that was ended is finished by the next one.
 * An exception that a person has resolved in between stays resolved.
 */
export async function applyChanges(importId: string): Promise<void> {
  for (let shard = 0; shard < IMPORT_SHARDS; shard += 1) {
    const changes = await readPartition(importPartition(importId, shard), EXCEPTION_CHANGE_PREFIX);
    await mapWithConcurrency(changes, AT_ONCE, async (raw) => {
      const taken = deleteItem({ PK: String(raw.PK), SK: String(raw.SK) }, itemExists);
      const { exception, closedBy, atMs } = changeItem.parse(raw);
      const writes =
        closedBy === undefined ? [putIfAbsent(openItem(exception))] : resolutionWrites(exception, { closedBy, atMs });
      if (!(await writeIfConditionsHold([taken, ...writes]))) await writeIfConditionsHold([taken]);
    });
  }
}

function openItem(exception: Exception): StoredRecord {
  const key = openExceptionKey(exception.accountId, exception.id);
  return { ...key, entity: 'EXCEPTION', ...encodeException(exception), ...openExceptionEntry(exception.sinceMs) };
}

/** The actions that resolve an exception; they fail where it is not open. */
export function resolutionWrites(
  exception: Exception,
  { closedBy, atMs }: { readonly closedBy: string; readonly atMs: number },
): PendingWrite[] {
  const { accountId, id } = exception;
  const resolved = { entity: 'RESOLVED_EXCEPTION', ...encodeException(exception), closedBy, closedAtMs: atMs };
  return [
    deleteItem(openExceptionKey(accountId, id), itemExists),
    putItem({ ...resolvedExceptionKey(accountId, id), ...resolved, ttl: endOf(atMs) }),
  ];
}

const decodeException = (raw: StoredRecord): Exception => exceptionItem.parse(raw);

export function findException(id: string): Promise<Exception | undefined> {
  return readRecord(openExceptionKey(accountIn(id), id), decodeException);
}

/** The open exceptions of an account. */
export async function findOpenExceptions(accountId: string): Promise<Exception[]> {
  return (await readPartition(reconciledAccountKey(accountId).PK, OPEN_PREFIX)).map(decodeException);
}

/** The open exceptions of all accounts, the oldest first. The index is read eventually consistently. */
export async function listExceptions(limit: number): Promise<Exception[]> {
  const keys = await findOpenExceptionKeys(limit);
  const found = await Promise.all(
    Array.from({ length: Math.ceil(keys.length / ITEMS) }, (_, index) =>
      readRecords(keys.slice(index * ITEMS, (index + 1) * ITEMS), decodeException),
    ),
  );
  return found.flat().toSorted((one, other) => one.sinceMs - other.sinceMs);
}
