/** Imports a statement: holds it to the one before it, matches it with the books, and puts what differs on record. */
import { OperationFailed } from '#ops/errors';
import { digest } from '#shared/dynamodb/keys';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite, PLATFORM } from '#shared/partners/audit/repository';
import { addDays, type CalendarDay, daysBetween, utcDay } from '#shared/values/calendar/calendar-day';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { money, moneyText } from '#shared/values/money/money';
import { carried, type Exception, exceptionDifference, toException } from './exception';
import { readExpected, type Side } from './expected';
import { canonicalReference, difference, type Matched, type Movement, match, type Tolerances, total } from './match';
import {
  applyChanges,
  type ExceptionChange,
  findAccount,
  findOpenExceptions,
  findStatement,
  type ImportedStatement,
  type ReconciledAccount,
  statementWrites,
  storeImport,
} from './repository';
import type { Statement, StatementEntry } from './statement';

export interface ImportTerms {
  readonly covers: readonly Side[];
  readonly tolerances: Tolerances;
}

interface Stamp {
  readonly atMs: number;
  readonly operator: string;
  readonly verb: string;
}

/** More of them say that the account or its sides are the wrong ones. */
const MAX_OPENED = 10_000;
/** Days of the journal that are read at most. */
const MAX_DAYS = 366;

/** A short name of an account in keys: its number is not repeated there. */
export function accountIdFor(number: string): string {
  return digest(canonicalReference(number)).slice(0, 12);
}

/** The same for the same content, whatever file or format it came in. */
export function statementIdFor({ account, entries, ...rest }: Statement): string {
  const figures = entries.map(({ bankReference, references, amount, bookedOn }) =>
    [bankReference, ...references, amount, bookedOn].join('|'),
  );
  const { currency, opening, closing, to } = rest;
  return digest([canonicalReference(account), currency, opening, closing, to, ...figures].join('\n')).slice(0, 32);
}

/**
 * Imports a statement that adds up. The same one twice adds nothing.
 * @throws OperationFailed where it does not follow the one before it, or another import came in between: nothing has changed
 */
export async function importStatement(
  statement: Statement,
  { covers, tolerances }: ImportTerms,
  stamp: Stamp,
): Promise<{ readonly isNew: boolean; readonly statement: ImportedStatement }> {
  const accountId = accountIdFor(statement.account);
  const before = await findAccount(accountId);
  if (before !== undefined) await applyChanges(before.importId);
  const statementId = statementIdFor(statement);
  const known = await findStatement(accountId, statement.to, statementId);
  if (known !== undefined) return { isNew: false, statement: known };
  assertFollows(statement, before);
  const { currency, opening, closing, from, to } = statement;
  const days = daysToMatch(statement, before, stamp.atMs);
  const books = await readExpected(days, { currency, covers });
  const older = await findOpenExceptions(accountId);
  const entries = statement.entries.map((entry, position) => toMovement(entry, `${statementId}#${position}`));
  const sidesOf = older.map(carried);
  const matched = match(
    [...sidesOf.flatMap(({ expected }) => expected ?? []), ...books.expected],
    [...sidesOf.flatMap(({ entry }) => entry ?? []), ...entries],
    { tolerances, elsewhere: books.elsewhere },
  );
  const changes = changesOf(matched, older, { statementId, accountId, currency, atMs: stamp.atMs });
  const opened = changes.filter(({ closedBy }) => closedBy === undefined).length;
  if (opened > MAX_OPENED)
    throw new OperationFailed(`${opened} movements do not match: check --account, --covers and the file.`);
  const importId = newId(stamp.atMs);
  const partners = new Map(
    matched.matches.flatMap((group) =>
      group.entries.map(({ id }) => [id, group.expected.map((one) => one.id)] as const),
    ),
  );
  await storeImport({
    ...{ importId, changes, atMs: stamp.atMs },
    entries: statement.entries.map((entry, position) => ({
      ...entry,
      ...{ position, matched: (partners.get(`${statementId}#${position}`) ?? []).slice(0, 20) },
    })),
  });
  const imported: ImportedStatement = {
    ...{ statementId, accountId, currency, opening, closing, from, to, importId },
    ...{ entries: entries.length, matched: entries.filter(({ id }) => partners.has(id)).length },
    ...{ opened, closed: changes.length - opened },
    ...{ books: total(books.expected), exceptions: closing - opening - total(books.expected) },
    importedAt: toIsoTime(stamp.atMs),
  };
  assertNamed(imported, matched, older);
  const account = {
    ...{ accountId, number: statement.account, currency, covers: [...covers], closing, importId },
    reconciledTo: days.at(-1) ?? before?.reconciledTo ?? addDays(from, -1),
  };
  const noted = { accountId, statementId, to, entries: entries.length, opened, closed: imported.closed };
  const writes = [...statementWrites(before, account, imported), auditWrite(PLATFORM, noted, stamp)];
  if (!(await writeIfConditionsHold(writes)))
    throw new OperationFailed('Another statement of the account was imported in between: nothing has changed.');
  await applyChanges(importId);
  return { isNew: true, statement: imported };
}

/** @throws OperationFailed where statements are missing in between, or overlap */
function assertFollows({ currency, opening, from, to }: Statement, before: ReconciledAccount | undefined): void {
  if (before === undefined) return;
  if (before.currency !== currency) throw new OperationFailed(`The account is in ${before.currency}, not ${currency}.`);
  if (before.closing === opening) return;
  const [found, last] = [opening, before.closing].map((minor) => moneyText(money(minor, currency)));
  throw new OperationFailed(
    `The statement of ${from} to ${to} opens with ${found} ${currency}; the last one closed with ${last}.`,
  );
}

/** The days whose journal is matched with it: from the last one that was, and none that has not ended. */
function daysToMatch({ from, to }: Statement, before: ReconciledAccount | undefined, atMs: number): CalendarDay[] {
  const first = before === undefined ? from : addDays(before.reconciledTo, 1);
  const yesterday = addDays(utcDay(atMs), -1);
  const count = daysBetween(first, to < yesterday ? to : yesterday) + 1;
  if (count > MAX_DAYS) throw new OperationFailed(`${count} days are to be matched at once; ${MAX_DAYS} are taken.`);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Words of free text that may be a reference: they have a digit, and so are no names. */
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

interface Frame {
  readonly statementId: string;
  readonly accountId: string;
  readonly currency: Statement['currency'];
  readonly atMs: number;
}

/** The exceptions to open and to close. One that is still what it was is left alone. */
function changesOf({ exceptions }: Matched, older: readonly Exception[], frame: Frame): ExceptionChange[] {
  const found = exceptions.map((one) => toException(one, frame));
  const isOpen = new Set(older.map(({ id }) => id));
  const isFound = new Set(found.map(({ id }) => id));
  const isSettled = (one: Exception) => Object.keys(carried(one)).length > 0 && !isFound.has(one.id);
  return [
    ...found.filter(({ id }) => !isOpen.has(id)).map((exception) => ({ exception })),
    ...older.filter(isSettled).map((exception) => ({ exception, closedBy: `statement ${frame.statementId}` })),
  ];
}

/** Proves that the statement's movement is the books' and that of named exceptions. @throws Error where it is not: a bug */
function assertNamed({ exceptions: stated }: ImportedStatement, matched: Matched, older: readonly Exception[]): void {
  const named = difference([...matched.matches, ...matched.exceptions]);
  const before = older.filter((one) => Object.keys(carried(one)).length > 0);
  if (stated === named - before.reduce((sum, one) => sum + exceptionDifference(one), 0n)) return;
  throw new Error('The statement differs from the books by more than its exceptions');
}
