/** Random expected movements and statement entries of a bank account. Each planted fault must cause a statement exception. */

import type { ElsewhereExpected, ExceptionReason, Movement } from '#ops/statements/match';
import { addDays } from '#shared/values/calendar/calendar-day';
import { money } from '#shared/values/money/money';
import { Chance } from '#test/support/chance';

export const faults = [
  'NO_EXPECTED_ENTRY',
  'MISSING_IDENTIFIER',
  'MISSING_ON_STATEMENT',
  'AMOUNT_OVER',
  'AMOUNT_UNDER',
  'CURRENCY_MISMATCH',
  'DUPLICATE',
  'SEVERAL_EXPECTED',
] as const satisfies readonly ExceptionReason[];

/** A statement exception that a planted fault must cause, with the ids of its movements. */
export interface Planted {
  readonly reason: ExceptionReason;
  readonly expected: readonly string[];
  readonly entries: readonly string[];
}

/**
 * @param regular number of cases without a fault, each with one or two expected movements and entries
 * @param planted the faults, each with one statement exception
 */
export function plantedDays(seed: number, regular: number, planted: readonly ExceptionReason[]) {
  const chance = new Chance(seed);
  const expected: Movement[] = [];
  const entries: Movement[] = [];
  const elsewhere: ElsewhereExpected[] = [];
  const exceptions: Planted[] = [];
  let count = 0;
  // Amounts never match by accident, because each amount has a different number of thousands.
  const anAmount = () => BigInt((count + 1) * 1000 + chance.between(0, 400)) * (chance.between(0, 2) === 0 ? -1n : 1n);
  const aMovement = (kind: string, changes: Partial<Movement> = {}): Movement => {
    count += 1;
    const day = addDays('2026-01-01', chance.between(0, 27));
    return { id: `${kind}${count}`, amount: anAmount(), day, references: [`REF${count}X`], ...changes };
  };
  const expect = (changes?: Partial<Movement>) => {
    const one = aMovement('E', changes);
    expected.push(one);
    return one;
  };
  const enter = (like: Movement, changes: Partial<Movement> = {}) => {
    const one = { ...aMovement('B', like), id: `B${count}`, ...changes };
    entries.push(one);
    return one;
  };
  const parts = (amount: bigint) => {
    const part = amount / 3n;
    return [part, amount - part];
  };

  const regularKinds = [
    // An entry with two references: the reference of the expected movement, and another one.
    () => {
      const one = expect();
      enter(one, { references: [`BANK${count}`, ...one.references] });
    },
    // Two entries with the same reference.
    () => {
      const one = expect();
      for (const amount of parts(one.amount)) enter(one, { amount });
    },
    // One entry for two expected movements.
    () => {
      const one = expect();
      const other = expect({ day: one.day, amount: one.amount * 2n });
      enter(one, { amount: one.amount * 3n, references: [...one.references, ...other.references] });
    },
    // An entry without a reference, to match by amount and day.
    () => {
      const one = expect();
      enter(one, { references: [], day: addDays(one.day, chance.between(0, 2)) });
    },
    // Two expected movements of equal amounts and different names, each with an entry. The second entry has no name.
    () => {
      const one = expect({ name: 'ANA' });
      const other = expect({ amount: one.amount, day: one.day, name: 'BEN' });
      enter(one, { references: [] });
      enter(other, { references: [], name: undefined });
    },
  ];
  const faultKinds: Readonly<Record<ExceptionReason, () => Omit<Planted, 'reason'>>> = {
    NO_EXPECTED_ENTRY: () => ({ expected: [], entries: [enter(aMovement('N')).id] }),
    MISSING_IDENTIFIER: () => ({ expected: [], entries: [enter(aMovement('N'), { references: [] }).id] }),
    MISSING_ON_STATEMENT: () => ({ expected: [expect().id], entries: [] }),
    AMOUNT_OVER: () => wrong(1n),
    AMOUNT_UNDER: () => wrong(-1n),
    CURRENCY_MISMATCH() {
      const one = enter(aMovement('N'));
      elsewhere.push({ references: one.references, amount: money(one.amount, 'USD') });
      return { expected: [], entries: [one.id] };
    },
    DUPLICATE() {
      const one = expect();
      const day = addDays(one.day, 1);
      enter(one);
      return { expected: [], entries: [enter(one, { day }).id] };
    },
    SEVERAL_EXPECTED() {
      const one = expect();
      const other = expect({ amount: one.amount, day: one.day });
      return { expected: [one.id, other.id], entries: [enter(one, { references: [] }).id] };
    },
  };
  const wrong = (more: bigint) => {
    const one = expect();
    const amount = one.amount + (one.amount < 0n ? -more : more) * BigInt(chance.between(1, 300));
    return { expected: [one.id], entries: [enter(one, { amount }).id] };
  };
  for (let index = 0; index < regular; index += 1) regularKinds[index % regularKinds.length]?.();
  for (const reason of planted) exceptions.push({ reason, ...faultKinds[reason]() });
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((one) => [chance.between(0, 1_000_000), one] as const)
      .toSorted(([left], [right]) => left - right)
      .map(([, one]) => one);
  return { expected: shuffled(expected), entries: shuffled(entries), elsewhere, exceptions };
}
