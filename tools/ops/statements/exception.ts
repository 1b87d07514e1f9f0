/** Exceptions of movements that do not match. */
import { digest } from '#shared/dynamodb/keys';
import type { Currency } from '#shared/values/money/currency';
import type { Exception } from './item';
import { type Movement, total, type Unmatched } from './match';

/** Movements of a side that are kept: an item has 400 KB. */
const MAX_KEPT = 20;

const sumOf = (movements: readonly Movement[]) => (movements.length === 0 ? undefined : total(movements));

/** The exception of movements that do not match: of the same movements always the same one. */
export function toException(
  { reason, expected, entries, elsewhere }: Unmatched,
  { accountId, currency, atMs }: { readonly accountId: string; readonly currency: Currency; readonly atMs: number },
): Exception {
  const movements = [...expected, ...entries];
  const ids = movements.map(({ id }) => id).toSorted();
  return {
    // Typed by people: as long as it takes to be unique.
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

/** The one movement of an exception that has one: the next statement may have its other side. */
export function carried({ expected, entries }: Exception): Partial<Record<'expected' | 'entry', Movement>> {
  const [[first], [entry]] = [expected, entries];
  if (expected.length + entries.length !== 1) return {};
  return { ...(first && { expected: first }), ...(entry && { entry }) };
}

/** The amount by which the bank's side of an exception exceeds the books', in minor units. */
export function exceptionDifference({ expectedAmount = 0n, wasAmount = 0n }: Exception): bigint {
  return wasAmount - expectedAmount;
}

/** The account of an exception. */
export function accountIn(exceptionId: string): string {
  return exceptionId.split('-', 1).join('');
}
