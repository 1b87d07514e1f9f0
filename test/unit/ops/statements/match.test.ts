import { describe, expect, it } from 'vitest';
import { difference, type Known, type Movement, match, total, type Unmatched } from '#ops/statements/match';
import { money } from '#shared/values/money/money';
import { faults, type Planted, plantedDays } from '#test/support/planted-days';

const tolerances = { days: 3, amount: 0n };
const text = ({ reason, ...sides }: Planted) =>
  [reason, ...[sides.expected, sides.entries].map((ids) => ids.toSorted().join('+'))].join(' ');
const ids = ({ reason, expected, entries }: Unmatched): Planted => {
  const [left, right] = [expected, entries].map((list) => list.map(({ id }) => id));
  return { reason, expected: left ?? [], entries: right ?? [] };
};

/**
 * Matches a statement. Expects each entry and each expected movement exactly once in the matches and exceptions. Expects that the
 * exceptions add up to the difference between the totals of entries and expected movements.
 */
function proven({ expected, entries, elsewhere }: ReturnType<typeof plantedDays>, seed: number) {
  const { matches, exceptions } = match(expected, entries, { tolerances, elsewhere });
  const groups = [...matches, ...exceptions];
  const used = groups.flatMap((group) => [...group.expected, ...group.entries].map(({ id }) => id));
  expect(used.toSorted(), `seed ${seed}`).toEqual([...expected, ...entries].map(({ id }) => id).toSorted());
  const named = difference(exceptions);
  expect(total(entries) - total(expected), `seed ${seed}`).toBe(named);
  return exceptions.map(ids).map(text).toSorted();
}

it('differs from the books by the planted faults alone, over 3,000 runs of random days', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const planted = faults.filter((_, index) => (seed >> index) % 2 === 1);
    const days = plantedDays(seed, seed % 23, planted);
    expect(proven(days, seed), `seed ${seed}`).toEqual(days.exceptions.map(text).toSorted());
  }
});

const movement = (id: string, amount: bigint, day: string, references: string[] = []) =>
  ({ id, amount, day, references }) as const;

it('takes a difference within the tolerance, and days beyond theirs for other movements', () => {
  const off = match([movement('E', 100n, '2026-01-01', ['A'])], [movement('B', 99n, '2026-01-09', ['A'])], {
    tolerances: { days: 3, amount: 1n },
  });
  expect([difference(off.matches), off.exceptions]).toEqual([-1n, []]);
  const late = match([movement('E', 100n, '2026-01-01')], [movement('B', 100n, '2026-01-05')], { tolerances });
  expect(late.exceptions.map(({ reason }) => reason)).toEqual(['MISSING_ON_STATEMENT', 'MISSING_IDENTIFIER']);
});

it('matches no money that comes in with money that goes out', () => {
  const { matches } = match([movement('E', 100n, '2026-01-01', ['A'])], [movement('B', -100n, '2026-01-01', ['A'])], {
    tolerances,
  });
  expect(matches).toEqual([]);
});

describe('an entry whose reference names a movement of ours counts for no other one', () => {
  const missing = movement('MISSING', 100n, '2026-01-02', ['T2']);
  const reasons = (expected: readonly Movement[], entries: readonly Movement[], known: Known = {}) =>
    match(expected, entries, { tolerances, ...known })
      .exceptions.map(({ reason, expected: one, entries: other }) => [
        reason,
        ...[...one, ...other].map(({ id }) => id),
      ])
      .toSorted();
  const again = movement('B', 100n, '2026-01-02', ['T1']);
  const isMissing = ['MISSING_ON_STATEMENT', 'MISSING'];

  const naming = (...references: string[]) => ({ ...again, references });
  const byBank = { ...naming(), bankReference: 'T1' };
  const settled = { settled: new Set(['+T1']) };
  const abroad = { elsewhere: [{ references: ['T1'], amount: money(100n, 'USD') }] };

  it.each<[string, Movement, Known, string]>([
    ['matched on an earlier statement', again, settled, 'DUPLICATE'],
    ['matched by the bank’s own reference', byBank, settled, 'DUPLICATE'],
    ['matched, and another reference', naming('X1', 'T1'), settled, 'DUPLICATE'],
    ['matched in the other direction', again, { settled: new Set(['-T1']) }, 'NO_EXPECTED_ENTRY'],
    ['expected in another currency', again, abroad, 'CURRENCY_MISMATCH'],
    ['not on the books yet, by our form of deposits', naming('PR4A69B569829BEF'), {}, 'NO_EXPECTED_ENTRY'],
    ['not on the books yet, by an id', naming('019BAC4E1C0071238ABCDEF012345678'), {}, 'NO_EXPECTED_ENTRY'],
  ])('%s', (_, entry, known, reason) => {
    expect(reasons([missing], [entry], known)).toEqual([[reason, 'B'], isMissing].toSorted());
  });

  it('expected in the other direction', () => {
    const payout = movement('PAYOUT', -100n, '2026-01-02', ['T2']);
    const deposit = movement('DEPOSIT', 100n, '2026-01-02', ['T1']);
    const returned = movement('RETURNED', -100n, '2026-01-02', ['T1']);
    expect(reasons([payout, deposit], [movement('B', 100n, '2026-01-02', ['T1']), returned])).toEqual([
      ['MISSING_ON_STATEMENT', 'PAYOUT'],
      ['NO_EXPECTED_ENTRY', 'RETURNED'],
    ]);
  });

  it('matched with another amount on the same statement', () => {
    const paid = movement('PAID', 250n, '2026-01-02', ['T1']);
    const entries = [movement('B1', 250n, '2026-01-02', ['T1']), again];
    expect(reasons([missing, paid], entries)).toEqual([['DUPLICATE', 'B'], isMissing]);
  });

  it('but the reference of the payer, such as a UETR, leads to amount and day', () => {
    const own = movement('B', 100n, '2026-01-02', ['INVOICE7', '019BAC4E1C0041238ABCDEF012345678']);
    expect(reasons([missing], [own])).toEqual([]);
  });
});
