import { setTimeout as pause } from 'node:timers/promises';
import { itemExists } from '#shared/dynamodb/expressions';
import {
  CHANGE_PREFIX,
  IMPORT_SHARDS,
  importChangeKey,
  importedEntryKey,
  importKey,
  importPartition,
  OPEN_PREFIX,
  openExceptionKey,
  reconciledAccountKey,
  resolvedExceptionKey,
  STATEMENT_PREFIX,
  settledReferenceKey,
  statementKey,
  UNDO_PREFIX,
} from '#shared/dynamodb/keys';
import { findWorkKeys, workEntry } from '#shared/dynamodb/look-ups';
import {
  readItems,
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
import type { CalendarDay } from '#shared/values/calendar/calendar-day';
import { accountIn } from './exception';
import {
  decodeAccount,
  decodeChange,
  decodeEntry,
  decodeException,
  decodeImport,
  decodeStatement,
  type Exception,
  type ImportedEntry,
  type ImportedStatement,
  type ItemChange,
  type ReconciledAccount,
  type StoredImport,
  toStored,
} from './item';
import { type Movement, signedReferences } from './match';

/** Retention of entries and resolved exceptions, in days: one year plus the time for its audit. */
const KEPT_DAYS = 400;
const endOf = (atMs: number) => Math.floor(atMs / 1000) + KEPT_DAYS * 86_400;

export function findAccount(accountId: string): Promise<ReconciledAccount | undefined> {
  return readRecord(reconciledAccountKey(accountId), decodeAccount);
}

/** Reads the statements of an account that end on the given day. */
export async function findStatementsOf(accountId: string, to: CalendarDay): Promise<ImportedStatement[]> {
  const { PK, SK } = statementKey(accountId, to, '');
  return (await readPartition(PK, SK)).map(decodeStatement);
}

/** Reads the latest statements of an account, newest first. */
export async function findStatements(accountId: string, limit: number): Promise<ImportedStatement[]> {
  const partition = reconciledAccountKey(accountId).PK;
  const { items } = await readRange({ partition, prefix: STATEMENT_PREFIX, newestFirst: true, limit });
  return items.map(decodeStatement);
}

/** Returns the write of an account's new state. The write fails if the account has changed since `before` was read. */
export function accountWrite(
  before: ReconciledAccount | undefined,
  account: Omit<ReconciledAccount, 'version'>,
): PendingWrite {
  const version = (before?.version ?? 0) + 1;
  const item = { ...reconciledAccountKey(account.accountId), entity: 'RECONCILED_ACCOUNT' };
  return putIfVersion(before?.version, { ...item, ...toStored({ ...account, version }) });
}

/** An exception to open or, with `closedBy`, to close. */
export interface ExceptionChange {
  readonly exception: Exception;
  readonly closedBy?: string;
}

export interface Import extends StoredImport {
  readonly accountId: string;
  readonly statements: readonly { readonly imported: ImportedStatement; readonly entries: readonly ImportedEntry[] }[];
  readonly changes: readonly ExceptionChange[];
  /** Movements of the books that the import has matched or reported as exceptions. */
  readonly books: readonly Movement[];
  readonly atMs: number;
}

/** Maximum number of items in one DynamoDB transaction. */
const ITEMS = 100;
/** Write units per second of an import: half of a new table's capacity. The other half remains for partners' requests. */
const UNITS_PER_SECOND = 2000;
/** Write units per item. DynamoDB writes an item of a transaction twice; few items are longer than 1 KB. */
const UNITS_PER_ITEM = 2;
/** Maximum number of concurrent changes or partition reads. */
const AT_ONCE = 8;

/** Stores the items of an import. These items have no effect until the account refers to the import. */
export async function storeImport(stored: Import): Promise<void> {
  const { importId, atMs } = stored;
  const ttl = endOf(atMs);
  await writeAtomically([
    putItem({
      ...importKey(importId),
      entity: 'STATEMENT_IMPORT',
      ttl,
      ...toStored({ importId, statementIds: stored.statementIds, before: stored.before }),
    }),
  ]);
  await writeItems(function* () {
    for (const { imported, entries } of stored.statements)
      for (const entry of entries) {
        const item = { ...importedEntryKey(imported.entriesId, entry.position), entity: 'STATEMENT_ENTRY', ttl };
        yield { ...item, ...toStored(entry) };
      }
    for (const [position, { change, undo }] of changesOf(stored).entries()) {
      yield { ...importChangeKey(importId, CHANGE_PREFIX, position), entity: 'IMPORT_CHANGE', ttl, ...change };
      yield { ...importChangeKey(importId, UNDO_PREFIX, position), entity: 'IMPORT_UNDO', ttl, ...undo };
    }
    yield* settledItems(stored, ttl);
  });
}

/**
 * Writes items in several transactions at a limited rate. A partial write is harmless, because these items have no effect yet.
 */
async function writeItems(items: () => Generator<StoredRecord>): Promise<void> {
  await writeAtRate(function* () {
    for (const item of items()) yield putItem(item);
  });
}

async function writeAtRate(all: () => Iterable<PendingWrite> | AsyncIterable<PendingWrite>): Promise<void> {
  let batch: PendingWrite[] = [];
  let turnAtMs = performance.now();
  const write = async () => {
    const waitMs = turnAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    await writeAtomically(batch);
    turnAtMs = Math.max(turnAtMs, performance.now()) + (batch.length * UNITS_PER_ITEM * 1000) / UNITS_PER_SECOND;
    batch = [];
  };
  for await (const one of all()) {
    batch.push(one);
    if (batch.length === ITEMS) await write();
  }
  if (batch.length > 0) await write();
}

/** Returns the changes of an import, each with the change that reverts it. */
function changesOf({ accountId, statements, changes, atMs }: Import) {
  const rows = statements.map(({ imported }) => {
    const key = statementKey(accountId, imported.to, imported.statementId);
    const put = { ...key, entity: 'STATEMENT', ...toStored(imported) };
    return { change: { put }, undo: { remove: key, entriesId: imported.entriesId } };
  });
  const exceptions = changes.map(({ exception, closedBy }) => {
    const open = openExceptionKey(accountId, exception.id);
    if (closedBy === undefined) return { change: { put: openItem(exception) }, undo: { remove: open } };
    const resolved = resolvedItem(exception, { closedBy, atMs });
    const undo = { remove: resolvedExceptionKey(accountId, exception.id), put: openItem(exception) };
    return { change: { remove: open, put: resolved }, undo };
  });
  return [...rows, ...exceptions];
}

function* settledItems({ accountId, books }: Import, ttl: number): Generator<StoredRecord> {
  const days = new Map<string, CalendarDay>();
  for (const movement of books) for (const one of signedReferences(movement)) days.set(one, movement.day);
  for (const [reference, day] of days)
    yield { ...settledReferenceKey(accountId, reference), entity: 'SETTLED_REFERENCE', day, ttl };
}

/** Returns the signed references that an earlier import stored for a movement of the day `to` or earlier. */
export async function findSettled(
  accountId: string,
  references: readonly string[],
  to: CalendarDay,
): Promise<Set<string>> {
  const settled = new Set<string>();
  const items = await readItems(references.map((reference) => settledReferenceKey(accountId, reference)));
  for (const [index, reference] of references.entries()) {
    const day = items[index]?.day;
    if (typeof day === 'string' && day <= to) settled.add(reference);
  }
  return settled;
}

export function findImport(importId: string): Promise<StoredImport | undefined> {
  return readRecord(importKey(importId), decodeImport);
}

/** Stores the changes that revert an import, under `changesId`. Nothing reads them until the account refers to `changesId`. */
export async function storeReversal(importId: string, changesId: string, atMs: number): Promise<void> {
  const undone = await readChanges(importId, UNDO_PREFIX);
  await writeItems(function* () {
    for (const [position, { PK: _pk, SK: _sk, ...change }] of undone.entries()) {
      const item = { ...change, entity: 'IMPORT_CHANGE', ttl: endOf(atMs) };
      yield { ...item, ...importChangeKey(changesId, CHANGE_PREFIX, position) };
    }
  });
}

async function readChanges(id: string, prefix: string): Promise<StoredRecord[]> {
  const shards = Array.from({ length: IMPORT_SHARDS }, (_, shard) => importPartition(id, shard));
  return (await mapWithConcurrency(shards, AT_ONCE, (partition) => readPartition(partition, prefix))).flat();
}

async function removeEntries(entriesId: string): Promise<void> {
  await writeAtRate(async function* () {
    for (let shard = 0; shard < IMPORT_SHARDS; shard += 1)
      for await (const page of readPages({ partition: importPartition(entriesId, shard), prefix: 'ENTRY#' }))
        for (const { PK, SK } of page) yield deleteItem({ PK: String(PK), SK: String(SK) });
  });
}

/** Reads the first entries of a statement, sorted by position. */
export async function findEntries(entriesId: string, limit: number): Promise<ImportedEntry[]> {
  const found: ImportedEntry[] = [];
  for (let shard = 0; shard < IMPORT_SHARDS; shard += 1)
    for await (const page of readPages({ partition: importPartition(entriesId, shard), prefix: 'ENTRY#', limit })) {
      for (const raw of page) found.push(decodeEntry(raw));
      if (page.length >= limit) break;
    }
  return found.toSorted((one, other) => one.position - other.position).slice(0, limit);
}

/**
 * Applies all pending changes, each once. After an interrupted run, the next run applies the remaining changes. An exception that
 * a person has resolved in the meantime stays resolved.
 */
export async function applyChanges(changesId: string): Promise<void> {
  await mapWithConcurrency(await readChanges(changesId, CHANGE_PREFIX), AT_ONCE, async (raw) => {
    const taken = deleteItem({ PK: String(raw.PK), SK: String(raw.SK) }, itemExists);
    const change = decodeChange(raw);
    if (change.entriesId !== undefined) await removeEntries(change.entriesId);
    if (!(await writeIfConditionsHold([taken, ...toWrites(change)]))) await writeIfConditionsHold([taken]);
  });
}

function toWrites({ remove, put }: ItemChange): PendingWrite[] {
  const removal = remove === undefined ? [] : [deleteItem(remove, itemExists)];
  if (put === undefined) return removal;
  return [...removal, remove === undefined ? putIfAbsent(put) : putItem(put)];
}

function openItem(exception: Exception): StoredRecord {
  const key = openExceptionKey(exception.accountId, exception.id);
  return { ...key, entity: 'EXCEPTION', ...toStored(exception), ...workEntry('EXCEPTIONS', exception.sinceMs) };
}

interface Resolution {
  readonly closedBy: string;
  /** Epoch ms. */
  readonly atMs: number;
}

function resolvedItem(exception: Exception, { closedBy, atMs }: Resolution): StoredRecord {
  const resolved = { entity: 'RESOLVED_EXCEPTION', ...toStored(exception), closedBy, closedAtMs: atMs };
  return { ...resolvedExceptionKey(exception.accountId, exception.id), ...resolved, ttl: endOf(atMs) };
}

/** Returns the writes that resolve an exception. The writes fail if the exception is not open. */
export function resolutionWrites(exception: Exception, resolution: Resolution): PendingWrite[] {
  const { accountId, id } = exception;
  return [deleteItem(openExceptionKey(accountId, id), itemExists), putItem(resolvedItem(exception, resolution))];
}

export function findException(id: string): Promise<Exception | undefined> {
  return readRecord(openExceptionKey(accountIn(id), id), decodeException);
}

/** Reads the open exceptions of an account. */
export async function findOpenExceptions(accountId: string): Promise<Exception[]> {
  return (await readPartition(reconciledAccountKey(accountId).PK, OPEN_PREFIX)).map(decodeException);
}

/** Reads the open exceptions of all accounts, oldest first. The newest can be missing: the index is eventually consistent. */
export async function listExceptions(limit: number): Promise<Exception[]> {
  const found = await readRecords(await findWorkKeys('EXCEPTIONS', limit), decodeException);
  return found.toSorted((one, other) => one.sinceMs - other.sinceMs);
}
