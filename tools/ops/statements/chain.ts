/** Checks the order of an account's statements by period, number and balances. */
import { OperationFailed } from '#ops/errors';
import { digest } from '#shared/dynamodb/keys';
import { addDays, type CalendarDay, calendarYear } from '#shared/values/calendar/calendar-day';
import type { Currency } from '#shared/values/money/currency';
import { money, moneyText } from '#shared/values/money/money';
import { canonicalAccount } from './accounts';
import type { ImportedStatement } from './item';
import type { Sequence, Statement } from './statement';

/** Data of an account's last imported statement. The next statement must agree with these data. */
export interface ChainEnd {
  readonly currency: Currency;
  /** Minor units. */
  readonly closing: bigint;
  readonly to: CalendarDay;
  readonly sequence?: Sequence | undefined;
  /** True if the statement has several pages and more pages follow. */
  readonly isPage: boolean;
}

/** Returns a short id of an account for keys, without the account number. */
export function accountIdFor(number: string): string {
  return digest(canonicalAccount(number)).slice(0, 12);
}

/**
 * Returns the same id for the same statement in every file format. The id does not contain the days and texts of entries, because
 * they differ by format.
 */
export function statementIdFor({ account, currency, opening, closing, to, entries, sequence }: Statement): string {
  const sorted = entries.map(({ amount }) => amount).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const amounts = sorted.length === 0 ? [`number ${sequence?.number ?? ''}`] : sorted;
  const accountId = accountIdFor(account);
  return `${accountId}-${digest([accountId, currency, opening, closing, to, ...amounts].join('\n')).slice(0, 20)}`;
}

/** Returns true if a statement equals a stored one with the same last day. Compares empty statements by balance and number. */
export function isSame(stored: ImportedStatement, statement: Statement): boolean {
  if (stored.statementId === statementIdFor(statement)) return true;
  const [one, other] = [stored.sequence, statement.sequence];
  const isEmpty = stored.entries === 0 && statement.entries.length === 0;
  if (!isEmpty || stored.currency !== statement.currency || stored.closing !== statement.closing) return false;
  return one === undefined || other === undefined || one.field !== other.field || one.number === other.number;
}

export function chainEndOf({ currency, closing, to, sequence, pageEnds = [] }: Statement): ChainEnd {
  return { currency, closing, to, sequence, isPage: pageEnds.includes('closing') };
}

/** Sorts the statements of an account by last day, first day, number and page. Combines the pages of a statement. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  const ordered: Statement[] = [];
  for (const next of statements.toSorted(compare)) {
    const last = ordered.at(-1);
    if (last !== undefined && isNextPage(last, next)) ordered.splice(-1, 1, joined(last, next));
    else ordered.push(next);
  }
  return ordered;
}

function compare(one: Statement, other: Statement): number {
  const keys = ({ to, from, sequence, pageEnds = [] }: Statement) =>
    [to, from, sequence?.number ?? 0, pageEnds.includes('opening') ? 1 : 0, sequence?.page ?? 0] as const;
  const [left, right] = [keys(one), keys(other)];
  for (const [index, value] of left.entries()) {
    const against = right[index] ?? 0;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

function isNextPage(last: Statement, next: Statement): boolean {
  const isPaged = last.pageEnds?.includes('closing') === true && next.pageEnds?.includes('opening') === true;
  const [one, other] = [last.sequence?.number, next.sequence?.number];
  return isPaged && last.closing === next.opening && (one === undefined || other === undefined || one === other);
}

function joined(first: Statement, last: Statement): Statement {
  const pageEnds = [
    ...(first.pageEnds?.includes('opening') === true ? (['opening'] as const) : []),
    ...(last.pageEnds?.includes('closing') === true ? (['closing'] as const) : []),
  ];
  const { opening, opensOn } = first;
  const [from = first.from] = [first.from, last.from].toSorted();
  const sequence = last.sequence ?? first.sequence;
  return { ...last, opening, opensOn, from, sequence, pageEnds, entries: [...first.entries, ...last.entries] };
}

/**
 * Checks that a statement follows the last imported statement of its account.
 * @throws OperationFailed for another currency, an overlap, a missing statement or an unexpected opening balance
 */
export function assertFollows(statement: Statement, last: ChainEnd, numbers: 'consecutive' | 'ignored'): void {
  const { currency, opening, from, to } = statement;
  if (last.currency !== currency) throw new OperationFailed(`The account is in ${last.currency}, not ${currency}.`);
  if (to < last.to || isOverlapping(statement, last, numbers))
    throw new OperationFailed(
      `The statement of ${from} to ${to} is earlier than the last statement, or overlaps it. The last statement ends on ${last.to}.`,
    );
  const missing = numbers === 'consecutive' ? missingBefore(statement, last) : undefined;
  if (missing !== undefined) throw new OperationFailed(`${missing} Import it first.`);
  if (last.closing === opening) return;
  const [found, stated] = [opening, last.closing].map((minor) => moneyText(money(minor, currency)));
  throw new OperationFailed(
    `The statement of ${from} to ${to} opens with ${found} ${currency}, but the last statement closed with ${stated} on ${last.to}: ${daysMissing(statement, last)}`,
  );
}

function daysMissing({ from }: Statement, last: ChainEnd): string {
  const [first, final] = [addDays(last.to, 1), addDays(from, -1)];
  if (first > final) return 'a statement between the two is missing, or one of the two was corrected.';
  return `the statement of ${first === final ? first : `${first} to ${final}`} is missing.`;
}

function isOverlapping(statement: Statement, last: ChainEnd, numbers: 'consecutive' | 'ignored'): boolean {
  const { from, to, opensOn, entries, pageEnds = [] } = statement;
  const isNext = isNumberedNext(statement.sequence, last.sequence) || (last.isPage && pageEnds.includes('opening'));
  // `assertFollows` also requires that a statement opens with the last closing balance. A repeat of the last statement does this
  // only if its opening and closing balances are equal.
  const isDistinct = numbers === 'ignored' && statement.opening !== statement.closing;
  if (to === last.to) return !isNext && !isDistinct && entries.length > 0;
  const start = opensOn ?? addDays(from, -1);
  return start < last.to && !(isNext && (opensOn !== undefined || from === last.to));
}

function isNumberedNext(next: Sequence | undefined, last: Sequence | undefined): boolean {
  if (next === undefined || last === undefined || next.field !== last.field) return false;
  if (next.number === last.number + 1) return true;
  return next.number === last.number && last.page !== undefined && next.page === last.page + 1;
}

/** Returns a sentence about missing statement numbers; `undefined` if no number is missing or the bank gives no numbers. */
function missingBefore({ sequence, to }: Statement, last: ChainEnd): string | undefined {
  if (sequence === undefined || last.sequence === undefined || sequence.field !== last.sequence.field) return undefined;
  const [number, before] = [sequence.number, last.sequence.number];
  if (number === before) return missingPage(sequence, last.sequence);
  if (number === before + 1) return undefined;
  const isNewYear = calendarYear(to) > calendarYear(last.to);
  if (number < before && !isNewYear)
    return `Statement number ${number} (${sequence.field}) comes after number ${before}: number ${before + 1} is missing.`;
  const first = number < before ? 1 : before + 1;
  if (first >= number) return undefined;
  const missing =
    first === number - 1 ? `Statement number ${first} is` : `Statements number ${first} to ${number - 1} are`;
  return `${missing} missing before number ${number} (${sequence.field}).`;
}

/** Returns a sentence about missing pages. Page numbers can repeat: some banks give every statement the same number and page. */
function missingPage({ number, page = 0 }: Sequence, { page: before = 0 }: Sequence): string | undefined {
  return page <= before + 1 ? undefined : `Page ${before + 1} of statement number ${number} is missing.`;
}
