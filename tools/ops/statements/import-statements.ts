/** Imports an account's statements: checks that they are consecutive, matches entries with the books, and stores exceptions. */
import { OperationFailed } from '#ops/errors';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite, PLATFORM } from '#shared/partners/repository';
import { addDays, type CalendarDay, daysBetween, utcDay } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { otherName } from './accounts';
import { accountIdFor, assertFollows, type ChainEnd, chainEndOf, inOrder, isSame, statementIdFor } from './chain';
import { carried, exceptionDifference, toException } from './exception';
import { readExpected, type Side } from './expected';
import type { Exception, ImportedEntry, ImportedStatement, Progress, ReconciledAccount } from './item';
import {
  canonicalReference,
  difference,
  type Matched,
  type Movement,
  match,
  signedReferences,
  type Tolerances,
  total,
} from './match';
import {
  accountWrite,
  applyChanges,
  type ExceptionChange,
  findAccount,
  findOpenExceptions,
  findSettled,
  findStatementsOf,
  type Import,
  storeImport,
} from './repository';
import type { Statement, StatementEntry } from './statement';

export interface ImportTerms {
  readonly covers: readonly Side[];
  readonly tolerances: Tolerances;
  /** `consecutive` if the bank numbers its statements without gaps, `ignored` otherwise. @default consecutive */
  readonly numbers?: 'consecutive' | 'ignored';
}

export interface Stamp {
  readonly atMs: number;
  readonly operator: string;
  readonly verb: string;
}

export interface ImportResult {
  readonly isNew: boolean;
  readonly statement: ImportedStatement;
}

/** Maximum number of exceptions that an import opens or closes. More changes indicate a wrong account or wrong `covers`. */
const MAX_OPENED = 10_000;
/** Maximum number of days of the journal that an import reads for a statement. */
const MAX_DAYS = 366;

/** State of an account after the import has matched some of its statements. */
interface State {
  readonly progress: Progress | undefined;
  readonly open: readonly Exception[];
}

interface Run {
  readonly accountId: string;
  readonly importId: string;
  readonly terms: ImportTerms;
  readonly atMs: number;
  /** Movements of the books that this import has already matched or reported as exceptions, and their `signedReferences`. */
  readonly used: Movement[];
  readonly usedReferences: Set<string>;
}

/**
 * Imports all statements of one account in the order of their periods, or none of them. Skips statements that are already stored.
 * @throws OperationFailed if a statement does not follow the previous statement, or a concurrent import changed the account
 */
export async function importStatements(
  statements: readonly Statement[],
  terms: ImportTerms,
  stamp: Stamp,
): Promise<ImportResult[]> {
  const ordered = inOrder(statements);
  const [first] = ordered;
  if (first === undefined) return [];
  const { account: number, currency } = first;
  const accountId = accountIdFor(number);
  const account = await findAccount(accountId);
  const other = account?.progress ? undefined : await findAccount(accountIdFor(otherName(number, currency)));
  if (other?.progress?.currency === currency)
    throw new OperationFailed(`Use --account ${other.number}: the account was imported with this number.`);
  if (account !== undefined) await applyChanges(account.changesId);
  const { known, added } = await newStatements(ordered, accountId);
  assertChain(added, account?.progress, terms);
  if (added.length === 0) return [...known.values()].map((statement) => ({ isNew: false, statement }));
  const importId = `${accountId}-${newId(stamp.atMs)}`;
  const run: Run = { accountId, importId, terms, atMs: stamp.atMs, used: [], usedReferences: new Set() };
  const { stored, progress } = await matchAll(added, account?.progress, run);
  await storeImport(stored);
  await commit({ account, number, progress, stored }, terms, stamp);
  await applyChanges(run.importId);
  const imported = new Map(stored.statements.map((one) => [one.imported.statementId, one.imported]));
  return ordered.flatMap((statement) => {
    const id = statementIdFor(statement);
    const [old, made] = [known.get(id), imported.get(id)];
    if (old !== undefined) return { isNew: false, statement: old };
    return made === undefined ? [] : { isNew: true, statement: made };
  });
}

async function newStatements(ordered: readonly Statement[], accountId: string) {
  const known = new Map<string, ImportedStatement>();
  const added = new Map<string, Statement>();
  for (const statement of ordered) {
    const id = statementIdFor(statement);
    const stored = (await findStatementsOf(accountId, statement.to)).find((one) => isSame(one, statement));
    if (stored !== undefined) known.set(id, stored);
    else if (!added.has(id)) added.set(id, statement);
  }
  return { known, added: [...added.values()] };
}

/** Checks that every statement follows the previous statement. @throws OperationFailed before the first write of the import */
function assertChain(statements: readonly Statement[], progress: Progress | undefined, terms: ImportTerms): void {
  let last: ChainEnd | undefined = progress;
  for (const statement of statements) {
    if (last !== undefined) assertFollows(statement, last, terms.numbers ?? 'consecutive');
    last = chainEndOf(statement);
  }
}

/** Matches the statements in sequence, with the same result as separate imports. */
async function matchAll(statements: readonly Statement[], before: Progress | undefined, run: Run) {
  const open = await findOpenExceptions(run.accountId);
  let state: State = { progress: before, open };
  const done: Import['statements'][number][] = [];
  for (const statement of statements) {
    const next = await matchOne(statement, state, run);
    done.push(next.done);
    ({ state } = next);
  }
  const changes = changesBetween(open, state.open, run);
  const { accountId, importId, atMs, used: books } = run;
  const statementIds = done.map(({ imported }) => imported.statementId);
  const stored: Import = { accountId, importId, before, statementIds, statements: done, changes, books, atMs };
  if (changes.length > MAX_OPENED)
    throw new OperationFailed(`${changes.length} movements do not match: check --account, --covers and the file.`);
  return { stored, progress: state.progress };
}

async function matchOne(statement: Statement, { progress, open }: State, run: Run) {
  const { accountId, importId, terms, atMs } = run;
  const statementId = statementIdFor(statement);
  const { currency, opening, closing, from, to, sequence } = statement;
  const days = daysToMatch(statement, progress, atMs);
  const books = await readExpected(days, { currency, covers: terms.covers });
  const entries = statement.entries.map((entry, position) => toMovement(entry, `${statementId}#${position}`));
  const sides = open.map(carried);
  const toMatch = {
    expected: [...sides.flatMap(({ expected }) => expected ?? []), ...books.expected],
    entries: [...sides.flatMap(({ entry }) => entry ?? []), ...entries],
  };
  const reconciledTo = days.at(-1) ?? progress?.reconciledTo ?? addDays(from, -1);
  const settled = await settledReferences(toMatch, run, reconciledTo);
  const matched = match(toMatch.expected, toMatch.entries, {
    ...{ tolerances: terms.tolerances, elsewhere: books.elsewhere, settled },
  });
  const left = exceptionsAfter(matched, open, { accountId, currency, atMs });
  const partners = partnersOf(matched);
  const imported: ImportedStatement = {
    ...{ statementId, accountId, currency, opening, closing, from, to, sequence, importId },
    ...{ entriesId: `${importId}#${statementId}`, importedAt: toIsoTime(atMs) },
    ...{ entries: entries.length, matched: entries.filter(({ id }) => partners.has(id)).length },
    ...{ opened: countMissing(left, open), closed: countMissing(open, left) },
    ...{ books: total(books.expected), exceptions: closing - opening - total(books.expected) },
  };
  assertNamed(imported, matched, open);
  const stored = statement.entries.map((entry, position): ImportedEntry => {
    const ids = partners.get(`${statementId}#${position}`) ?? [];
    return { ...entry, position, matched: ids.slice(0, 20) };
  });
  const next: State = {
    progress: { ...chainEndOf(statement), importId, reconciledTo, sequence },
    open: left,
  };
  for (const movement of books.expected) {
    run.used.push(movement);
    for (const reference of signedReferences(movement)) run.usedReferences.add(reference);
  }
  return { done: { imported, entries: stored }, state: next };
}

/**
 * Returns the `signedReferences` of movements that an earlier statement matched or reported as exceptions. Looks up the
 * references of entries that share no signed reference with an expected movement, each with `+` and `-`.
 */
async function settledReferences(
  { expected, entries }: { readonly expected: readonly Movement[]; readonly entries: readonly Movement[] },
  { accountId, usedReferences }: Run,
  reconciledTo: CalendarDay,
): Promise<Set<string>> {
  const isExpected = new Set(expected.flatMap(signedReferences));
  const unknown = entries.filter((entry) => !signedReferences(entry).some((one) => isExpected.has(one)));
  const unsigned = new Set(unknown.flatMap(signedReferences).map((one) => one.slice(1)));
  const both = [...unsigned].flatMap((one) => [`+${one}`, `-${one}`]);
  const settled = await findSettled(accountId, both, reconciledTo);
  for (const one of both) if (usedReferences.has(one)) settled.add(one);
  return settled;
}

function partnersOf({ matches }: Matched): ReadonlyMap<string, readonly string[]> {
  return new Map(
    matches.flatMap((group) => group.entries.map(({ id }) => [id, group.expected.map((one) => one.id)] as const)),
  );
}

interface Committed {
  readonly account: ReconciledAccount | undefined;
  readonly number: string;
  readonly progress: Progress | undefined;
  readonly stored: Import;
}

/** @throws OperationFailed if a concurrent command changed the account */
async function commit({ account, number, progress, stored }: Committed, { covers }: ImportTerms, stamp: Stamp) {
  const { accountId, importId, statementIds, statements } = stored;
  const next = { accountId, number, covers: [...covers], changesId: importId, progress };
  const sumOf = (name: 'entries' | 'opened' | 'closed') =>
    statements.reduce((sum, { imported }) => sum + imported[name], 0);
  const noted = {
    ...{ accountId, importId, statements: statementIds.length, to: progress?.to },
    ...{ entries: sumOf('entries'), opened: sumOf('opened'), closed: sumOf('closed') },
  };
  if (await writeIfConditionsHold([accountWrite(account, next), auditWrite(PLATFORM, noted, stamp)])) return;
  throw new OperationFailed('Nothing was imported: another command changed the account in the meantime.');
}

/** Returns the days of the journal to match: they begin after the last matched day and end yesterday (UTC) at the latest. */
function daysToMatch({ from, to }: Statement, before: Progress | undefined, atMs: number): CalendarDay[] {
  const first = before === undefined ? from : addDays(before.reconciledTo, 1);
  const yesterday = addDays(utcDay(atMs), -1);
  const count = daysBetween(first, to < yesterday ? to : yesterday) + 1;
  if (count > MAX_DAYS) throw new OperationFailed(`${count} days to match exceed the maximum of ${MAX_DAYS}.`);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Words of free text that can be references. Only words with a digit are used, because names have no digits. */
const REFERENCE_WORD = /[A-Za-z0-9-]{6,36}/g;

function toMovement({ references, bankReference, details, ...entry }: StatementEntry, id: string): Movement {
  const words = (details.match(REFERENCE_WORD) ?? []).filter((word) => /\d/.test(word));
  const given = [...references, ...words].map(canonicalReference).filter((one) => one !== '');
  return {
    ...{ id, amount: entry.amount, day: entry.bookedOn, references: [...new Set(given)] },
    bankReference: canonicalReference(bankReference) || undefined,
    name: entry.name === undefined ? undefined : canonicalReference(entry.name),
  };
}

const isCarried = (one: Exception) => Object.keys(carried(one)).length > 0;

/** Returns the exceptions that are open after a statement. An exception that was already open before keeps its `sinceMs`. */
function exceptionsAfter(
  { exceptions }: Matched,
  open: readonly Exception[],
  frame: Parameters<typeof toException>[1],
): Exception[] {
  const before = new Map(open.map((one) => [one.id, one]));
  const found = exceptions.map((one) => toException(one, frame)).map((one) => before.get(one.id) ?? one);
  return [...open.filter((one) => !isCarried(one)), ...found];
}

function countMissing(exceptions: readonly Exception[], others: readonly Exception[]): number {
  const ids = new Set(others.map(({ id }) => id));
  return exceptions.filter(({ id }) => !ids.has(id)).length;
}

/** Returns the exceptions to open and to close. */
function changesBetween(
  before: readonly Exception[],
  after: readonly Exception[],
  { importId }: Run,
): ExceptionChange[] {
  const [old, left] = [before, after].map((list) => new Set(list.map(({ id }) => id)));
  return [
    ...after.filter(({ id }) => old?.has(id) === false).map((exception) => ({ exception })),
    ...before
      .filter(({ id }) => left?.has(id) === false)
      .map((exception) => ({ exception, closedBy: `import ${importId}` })),
  ];
}

/**
 * Checks that the exceptions explain the whole difference between the statement and the books.
 * @throws Error if a part of the difference is unexplained, which is a bug
 */
function assertNamed({ exceptions: stated }: ImportedStatement, matched: Matched, older: readonly Exception[]): void {
  const named = difference([...matched.matches, ...matched.exceptions]);
  const before = older.filter(isCarried);
  if (stated === named - before.reduce((sum, one) => sum + exceptionDifference(one), 0n)) return;
  throw new Error('The statement differs from the books by more than its exceptions');
}
