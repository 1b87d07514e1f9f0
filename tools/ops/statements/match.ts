/**
 * Matches the entries of a statement with the movements that the books expect. Every entry and
 * every movement appears exactly once in the matches or exceptions, so no difference between bank and books is lost.
 */
import { type CalendarDay, daysBetween } from '#shared/values/calendar/calendar-day';
import type { Money } from '#shared/values/money/money';

/** One movement of an account, either expected by the books or booked by the bank. */
export interface Movement {
  readonly id: string;
  /** Minor units; positive for incoming money. */
  readonly amount: bigint;
  readonly day: CalendarDay;
  /** References in the format of `canonicalReference`. */
  readonly references: readonly string[];
  /** The bank's reference (`canonicalReference`). It can equal the rail's reference, but alone does not identify a payment. */
  readonly bankReference?: string | undefined;
  /** Name of the other party, in the format of `canonicalReference`. */
  readonly name?: string | undefined;
}

/** A movement that the books expect on an account in another currency. */
export interface ElsewhereExpected {
  readonly references: readonly string[];
  readonly amount: Money;
}

/** Team that investigates the exceptions of each reason. */
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

/** Expected movements and statement entries that belong together. */
export interface Group {
  readonly expected: readonly Movement[];
  readonly entries: readonly Movement[];
}

export interface Unmatched extends Group {
  readonly reason: ExceptionReason;
  /** Amount that the books expect in another currency. */
  readonly elsewhere?: Money;
}

export interface Tolerances {
  /** Maximum days between the dates in the books and at the bank, for movements without a common reference. */
  readonly days: number;
  /** Maximum difference of amounts with a common reference, in minor units. */
  readonly amount: bigint;
}

export interface Matched {
  readonly matches: readonly Group[];
  readonly exceptions: readonly Unmatched[];
}

/** Converts a reference to a form for comparisons: banks change the case, and add or remove spaces and hyphens. */
export function canonicalReference(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** Returns the sum of the amounts, in minor units. */
export function total(movements: readonly Movement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Returns the total of the entries minus the total of the expected movements, in minor units. */
export function difference(groups: readonly Group[]): bigint {
  return groups.reduce((sum, { expected, entries }) => sum + total(entries) - total(expected), 0n);
}

/** Optional data for `match`, in addition to the movements. */
export interface Known {
  /** Expected movements in other currencies, to detect payments in the wrong currency. @default none */
  readonly elsewhere?: readonly ElsewhereExpected[];
  /** `signedReferences` of movements that were matched with an earlier statement or reported as exceptions. @default none */
  readonly settled?: ReadonlySet<string>;
}

/**
 * Matches by reference first, then by amount and day. Names decide between several candidates. An entry with a reference to one
 * of our movements never matches a different movement. Runs in O(n log n) time.
 */
export function match(
  expected: readonly Movement[],
  entries: readonly Movement[],
  { tolerances, elsewhere = [], settled = new Set() }: { readonly tolerances: Tolerances } & Known,
): Matched {
  const ours = new Set([...expected, ...elsewhere].flatMap(({ references }) => references));
  const byReference = new Map(elsewhere.flatMap((one) => one.references.map((reference) => [reference, one.amount])));
  const solved: Solved[] = [];
  const named: Unmatched[] = [];
  for (const group of groupsByReference(expected, entries)) solved.push(solveReference(group, tolerances.amount));
  const rest = solved.map((one) => one.rest);
  const unnamed: Movement[] = [];
  for (const entry of rest.flatMap((group) => group.entries)) {
    if (signedReferences(entry).some((one) => settled.has(one)))
      named.push({ expected: [], entries: [entry], reason: 'DUPLICATE' });
    else if (namesOurs(entry, ours, settled))
      named.push(namedElsewhere({ expected: [], entries: [entry], reason: 'NO_EXPECTED_ENTRY' }, byReference));
    else unnamed.push(entry);
  }
  const left = { expected: rest.flatMap((group) => group.expected), entries: unnamed };
  for (const group of groupsByAmount(left, tolerances.days)) solved.push({ ...solveAmount(group), rest: NOTHING });
  return {
    matches: solved.flatMap(({ matches }) => matches),
    exceptions: [...solved.flatMap(({ exceptions }) => exceptions), ...named],
  };
}

/** Returns a movement's references with a sign for the direction: a refund and its deposit have the same references. */
export function signedReferences({ amount, references, bankReference }: Movement): string[] {
  return namesOf({ references, bankReference }).map((one) => `${amount < 0n ? '-' : '+'}${one}`);
}

function namesOf({ references, bankReference }: Pick<Movement, 'references' | 'bankReference'>): string[] {
  return bankReference === undefined ? [...references] : [...references, bankReference];
}

/**
 * Format of our deposit references and transaction ids. An entry with one of these is never matched by amount alone, because its
 * movement can be booked later.
 */
const OUR_FORM = /^(?:PR[0-9A-Z]{14}|[0-9A-F]{12}7[0-9A-F]{3}[89AB][0-9A-F]{15})$/;

function namesOurs(entry: Movement, ours: ReadonlySet<string>, settled: ReadonlySet<string>): boolean {
  return namesOf(entry).some(
    (one) => ours.has(one) || settled.has(`+${one}`) || settled.has(`-${one}`) || OUR_FORM.test(one),
  );
}

function namedElsewhere(exception: Unmatched, byReference: ReadonlyMap<string, Money>): Unmatched {
  const found = exception.entries.flatMap(namesOf).flatMap((reference) => byReference.get(reference) ?? [])[0];
  return found === undefined ? exception : { ...exception, reason: 'CURRENCY_MISMATCH', elsewhere: found };
}

/** Groups the movements that share a signed reference, directly or through others. Every movement is in exactly one group. */
function* groupsByReference(expected: readonly Movement[], entries: readonly Movement[]): Generator<Group> {
  const isExpected = new Set(expected);
  const byKey = new Map<string, Movement[]>();
  for (const one of expected) for (const key of signedReferences(one)) push(byKey, key, one);
  // Ignore references that no expected movement has.
  for (const one of entries) for (const key of signedReferences(one)) if (byKey.has(key)) push(byKey, key, one);
  const seen = new Set<Movement>();
  for (const start of [...expected, ...entries]) {
    if (seen.has(start)) continue;
    const reached = [start];
    seen.add(start);
    for (const one of reached)
      for (const key of signedReferences(one)) {
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

/**
 * Pairs equal amounts with a common reference. If both expected movements and entries remain, the payment came in parts or with a
 * wrong amount. Remaining entries that refer only to matched movements are duplicates.
 */
function solveReference(group: Group, tolerance: bigint): Solved {
  if (group.expected.length === 0 || group.entries.length === 0) return { matches: [], exceptions: [], rest: group };
  // Pair entries with few references first, because they have fewer candidates.
  const entries = byDay(group.entries).toSorted((one, other) => one.references.length - other.references.length);
  const { pairs, rest } = pairsOf({ ...group, entries }, (movement) =>
    signedReferences(movement).map((one) => `${movement.amount} ${one}`),
  );
  const missing = new Set(rest.expected.flatMap(signedReferences));
  const isPart = (entry: Movement) => signedReferences(entry).some((one) => missing.has(one));
  const parts: Group = { expected: rest.expected, entries: rest.entries.filter(isPart) };
  const exceptions: Unmatched[] = rest.entries
    .filter((entry) => !isPart(entry))
    .map((entry) => ({ expected: [], entries: [entry], reason: 'DUPLICATE' }));
  if (parts.entries.length === 0) return { matches: pairs, exceptions, rest: parts };
  const off = difference([parts]);
  if (off <= tolerance && off >= -tolerance) return { matches: [...pairs, parts], exceptions, rest: NOTHING };
  const reason = off > 0n === total(parts.expected) > 0n ? 'AMOUNT_OVER' : 'AMOUNT_UNDER';
  return { matches: pairs, exceptions: [...exceptions, { ...parts, reason }], rest: NOTHING };
}

/** Pairs each entry, in the given order, with the earliest expected movement that shares a key. `likenesses` returns the keys. */
function pairsOf({ expected, entries }: Group, likenesses: (movement: Movement) => readonly string[]) {
  const waiting = new Map<string, Movement[]>();
  for (const one of byDay(expected).toReversed()) for (const like of likenesses(one)) push(waiting, like, one);
  const used = new Set<Movement>();
  const pairs: Group[] = [];
  const left: Movement[] = [];
  const partnerOf = (entry: Movement): Movement | undefined => {
    for (const like of likenesses(entry)) {
      const list = waiting.get(like) ?? [];
      for (let one = list.pop(); one !== undefined; one = list.pop()) if (!used.has(one)) return one;
    }
    return undefined;
  };
  for (const entry of entries) {
    const partner = partnerOf(entry);
    if (partner === undefined) left.push(entry);
    else {
      used.add(partner);
      pairs.push({ expected: [partner], entries: [entry] });
    }
  }
  return { pairs, rest: { expected: expected.filter((one) => !used.has(one)), entries: left } };
}

function byDay(movements: readonly Movement[]): Movement[] {
  return movements.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

/** Groups movements of equal amount. Each day in a group is at most `days` after the previous day. */
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

/** Pairs movements of equal amount by name, and the rest by day, unless the rest has fewer entries than expected movements. */
function solveAmount(group: Group): Matched {
  const entriesByDay = { ...group, entries: byDay(group.entries) };
  const { pairs, rest } = pairsOf(entriesByDay, ({ name }) => (name === undefined ? [] : [name]));
  const { expected, entries } = rest;
  if (entries.length > 0 && entries.length < expected.length)
    return { matches: pairs, exceptions: [{ ...rest, reason: 'SEVERAL_EXPECTED' }] };
  const { pairs: others, rest: last } = pairsOf(rest, () => ['']);
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
