/**
 * Matches the entries of a statement with the movements that the books expect on it. The difference of all entries and all
 * expected movements is that of the matches and exceptions together, whatever the input is.
 */
import { type CalendarDay, daysBetween } from '#shared/values/calendar/calendar-day';
import type { Money } from '#shared/values/money/money';

/** One movement of an account: as the books expect it, or as the bank booked it. */
export interface Movement {
  readonly id: string;
  /** Minor units; positive where money comes in. */
  readonly amount: bigint;
  readonly day: CalendarDay;
  /** In the form of `canonicalReference`. */
  readonly references: readonly string[];
  /** The bank's own, in the same form. It may be that of the rail, but says by itself nothing of the payment. */
  readonly bankReference?: string | undefined;
  /** The other party's, in the same form. */
  readonly name?: string | undefined;
}

/** A movement that the books expect on an account in another currency. */
export interface ElsewhereExpected {
  readonly references: readonly string[];
  readonly amount: Money;
}

/** The reasons of exceptions, each with who looks into it. */
export const exceptionOwners = {
  NO_EXPECTED_ENTRY: 'SUPPORT',
  MISSING_IDENTIFIER: 'SUPPORT',
  MISSING_ON_STATEMENT: 'TREASURY',
  AMOUNT_OVER: 'TREASURY',
  AMOUNT_UNDER: 'TREASURY',
  CURRENCY_MISMATCH: 'TREASURY',
  DUPLICATE: 'TREASURY',
  SEVERAL_EXPECTED: 'TREASURY',
} as const;
export type ExceptionReason = keyof typeof exceptionOwners;

/** Movements of both sides that belong together. */
export interface Group {
  readonly expected: readonly Movement[];
  readonly entries: readonly Movement[];
}

export interface Unmatched extends Group {
  readonly reason: ExceptionReason;
  /** The amount that is expected in another currency. */
  readonly elsewhere?: Money;
}

export interface Tolerances {
  /** Days between the books and the bank, for movements without a common reference. */
  readonly days: number;
  /** Minor units by which amounts of one reference may differ. */
  readonly amount: bigint;
}

export interface Matched {
  readonly matches: readonly Group[];
  readonly exceptions: readonly Unmatched[];
}

/** A reference as it is compared: banks change case, and cut and add spaces and hyphens. */
export function canonicalReference(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** The amounts of one side together, in minor units. */
export function total(movements: readonly Movement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The amount by which the entries of groups exceed what was expected, in minor units. */
export function difference(groups: readonly Group[]): bigint {
  return groups.reduce((sum, { expected, entries }) => sum + total(entries) - total(expected), 0n);
}

/** Matches by reference first, then by amount and day, with the name where several would do. Takes linear time. */
export function match(
  expected: readonly Movement[],
  entries: readonly Movement[],
  {
    tolerances,
    elsewhere = [],
  }: { readonly tolerances: Tolerances; readonly elsewhere?: readonly ElsewhereExpected[] },
): Matched {
  const matches: Group[] = [];
  const exceptions: Unmatched[] = [];
  const rest: { expected: Movement[]; entries: Movement[] } = { expected: [], entries: [] };
  for (const group of groupsByReference(expected, entries)) {
    const solved = solveReference(group, tolerances.amount);
    matches.push(...solved.matches);
    exceptions.push(...solved.exceptions);
    rest.expected.push(...solved.rest.expected);
    rest.entries.push(...solved.rest.entries);
  }
  for (const group of groupsByAmount(rest, tolerances.days)) {
    const solved = solveAmount(group);
    matches.push(...solved.matches);
    exceptions.push(...solved.exceptions);
  }
  const byReference = new Map(elsewhere.flatMap((one) => one.references.map((reference) => [reference, one.amount])));
  return { matches, exceptions: exceptions.map((one) => namedElsewhere(one, byReference)) };
}

function namedElsewhere(exception: Unmatched, byReference: ReadonlyMap<string, Money>): Unmatched {
  const [entry] = exception.entries;
  if (exception.reason !== 'NO_EXPECTED_ENTRY' || entry === undefined) return exception;
  const found = entry.references.flatMap((reference) => byReference.get(reference) ?? [])[0];
  return found === undefined ? exception : { ...exception, reason: 'CURRENCY_MISMATCH', elsewhere: found };
}

/** Movements of one direction that references lead to from one another. Every movement is in one group. */
function* groupsByReference(expected: readonly Movement[], entries: readonly Movement[]): Generator<Group> {
  const isExpected = new Set(expected);
  const keys = ({ amount, references, bankReference }: Movement) =>
    [...references, bankReference ?? []].flat().map((one) => `${amount < 0n ? '-' : '+'}${one}`);
  const byKey = new Map<string, Movement[]>();
  for (const one of expected) for (const key of keys(one)) push(byKey, key, one);
  // A reference that no expected movement has connects nothing.
  for (const one of entries) for (const key of keys(one)) if (byKey.has(key)) push(byKey, key, one);
  const seen = new Set<Movement>();
  for (const start of [...expected, ...entries]) {
    if (seen.has(start)) continue;
    const reached = [start];
    seen.add(start);
    for (const one of reached)
      for (const key of keys(one)) {
        for (const next of byKey.get(key) ?? []) {
          if (!seen.has(next)) reached.push(next);
          seen.add(next);
        }
        byKey.delete(key);
      }
    yield {
      expected: reached.filter((one) => isExpected.has(one)),
      entries: reached.filter((one) => !isExpected.has(one)),
    };
  }
}

function push<K>(map: Map<K, Movement[]>, key: K, movement: Movement): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [movement]);
  else list.push(movement);
}

interface Solved extends Matched {
  readonly rest: Group;
}

const NOTHING: Group = { expected: [], entries: [] };

/** Pairs equal amounts of one reference; what is left on both sides counts as one payment in parts, or as a wrong amount. */
function solveReference(group: Group, tolerance: bigint): Solved {
  const { pairs, rest } = pairsOf(group, ({ amount }) => String(amount));
  const isLeft = { expected: rest.expected.length > 0, entries: rest.entries.length > 0 };
  if (isLeft.expected && isLeft.entries) {
    const off = difference([rest]);
    if (off <= tolerance && off >= -tolerance) return { matches: [...pairs, rest], exceptions: [], rest: NOTHING };
    const isOver = off > 0n === total(rest.expected) > 0n;
    const exception = { ...rest, reason: isOver ? 'AMOUNT_OVER' : 'AMOUNT_UNDER' } as const;
    return { matches: pairs, exceptions: [exception], rest: NOTHING };
  }
  const paid = new Set(pairs.flatMap(({ entries }) => entries.map(({ amount }) => amount)));
  const [doubled, others] = [true, false].map((is) => rest.entries.filter(({ amount }) => paid.has(amount) === is));
  return {
    matches: pairs,
    exceptions: (doubled ?? []).map((entry) => ({ expected: [], entries: [entry], reason: 'DUPLICATE' })),
    rest: { expected: rest.expected, entries: others ?? [] },
  };
}

/** Pairs movements of both sides that are alike, the earliest first. */
function pairsOf({ expected, entries }: Group, likeness: (movement: Movement) => string | undefined) {
  const waiting = new Map<string, Movement[]>();
  for (const one of byDay(expected).toReversed()) push(waiting, likeness(one) ?? '', one);
  const pairs: Group[] = [];
  const left: Movement[] = [];
  for (const entry of byDay(entries)) {
    const like = likeness(entry);
    const partner = like === undefined ? undefined : waiting.get(like)?.pop();
    if (partner === undefined) left.push(entry);
    else pairs.push({ expected: [partner], entries: [entry] });
  }
  return { pairs, rest: { expected: [...waiting.values()].flat(), entries: left } };
}

function byDay(movements: readonly Movement[]): Movement[] {
  return movements.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

/** Movements of one amount whose days follow one another within the tolerance. */
function* groupsByAmount({ expected, entries }: Group, days: number): Generator<Group> {
  const isExpected = new Set(expected);
  const byAmount = new Map<bigint, Movement[]>();
  for (const one of [...expected, ...entries]) push(byAmount, one.amount, one);
  for (const movements of byAmount.values()) {
    let group: Movement[] = [];
    const split = () => ({
      expected: group.filter((one) => isExpected.has(one)),
      entries: group.filter((one) => !isExpected.has(one)),
    });
    for (const one of byDay(movements)) {
      const last = group.at(-1);
      if (last !== undefined && daysBetween(last.day, one.day) > days) {
        yield split();
        group = [];
      }
      group.push(one);
    }
    yield split();
  }
}

/** Pairs movements of one amount by their names, then those that are left, where as many entries as expected ones are. */
function solveAmount(group: Group): Matched {
  const { pairs, rest } = pairsOf(group, ({ name }) => name);
  const { expected, entries } = rest;
  if (entries.length > 0 && entries.length < expected.length)
    return { matches: pairs, exceptions: [{ ...rest, reason: 'SEVERAL_EXPECTED' }] };
  const { pairs: others, rest: last } = pairsOf(rest, () => '');
  const missing = last.expected.map(
    (one) => ({ expected: [one], entries: [], reason: 'MISSING_ON_STATEMENT' }) as const,
  );
  const unknown = last.entries.map(
    (one) =>
      ({
        ...{ expected: [], entries: [one] },
        reason: one.references.length === 0 ? 'MISSING_IDENTIFIER' : 'NO_EXPECTED_ENTRY',
      }) as const,
  );
  return { matches: [...pairs, ...others], exceptions: [...missing, ...unknown] };
}
