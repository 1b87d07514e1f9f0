/** Exceptions: movements in the books or in a statement that do not match. */
import { digest } from '#shared/dynamodb/keys';
import type { Currency } from '#shared/values/money/currency';
import type { Exception } from './item';
import { type Movement, total, type Unmatched } from './match';

/** Maximum number of expected movements, and of entries, in an exception, so that its table item stays below 400 KB. */
const MAX_KEPT = 20;

const sumOf = (movements: readonly Movement[]) => (movements.length === 0 ? undefined : total(movements));

/** Builds the exception of unmatched movements. The same movements always give the same exception id. */
export function toException(
  { reason, expected, entries, elsewhere }: Unmatched,
  { accountId, currency, atMs }: { readonly accountId: string; readonly currency: Currency; readonly atMs: number },
): Exception {
  const movements = [...expected, ...entries];
  const ids = movements.map(({ id }) => id).toSorted();
  return {
    // People type the id, so it is only as long as necessary.
    id: `${accountId}-${digest(ids.join(' ')).slice(0, 16)}`,
    ...{ accountId, currency, reason, elsewhere },
    ...{ expected: kept(expected), entries: kept(entries) },
    ...{ expectedAmount: sumOf(expected), wasAmount: sumOf(entries) },
    day: movements.map(({ day }) => day).toSorted()[0] ?? '',
    sinceMs: atMs,
  };
}

function kept(movements: readonly Movement[]): Exception['entries'] {
  return movements.slice(0, MAX_KEPT).map(({ id, amount, day, references, bankReference }) => ({
    ...{ id, amount, day, bankReference, references: references.slice(0, MAX_KEPT) },
  }));
}

/** Returns the movement of an exception that has only one movement. A later import may find the matching movement. */
export function carried({ expected, entries }: Exception): Partial<Record<'expected' | 'entry', Movement>> {
  const [[first], [entry]] = [expected, entries];
  if (expected.length + entries.length !== 1) return {};
  return { ...(first && { expected: first }), ...(entry && { entry }) };
}

/** Returns the bank's amount minus the books' amount of an exception, in minor units. */
export function exceptionDifference({ expectedAmount = 0n, wasAmount = 0n }: Exception): bigint {
  return wasAmount - expectedAmount;
}

/** Returns the account id in the id of an exception. */
export function accountIn(exceptionId: string): string {
  return exceptionId.split('-', 1).join('');
}
