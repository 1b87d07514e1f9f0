import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ceilingsOf, remainingOf, takeFrom } from '#shared/limits/domain/allotments';

const ALLOTMENTS = 8;
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

const cents = fc.bigInt({ min: 0n, max: 2_000n });
const used = fc.array(cents, { minLength: ALLOTMENTS, maxLength: ALLOTMENTS });
const amounts = fc.bigInt({ min: 1n, max: 2_000n });
const first = fc.nat({ max: ALLOTMENTS - 1 });

it('gives out the whole maximum and no cent more, whatever is used of it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 12_000n }), used, (maximum, held) => {
      const ceilings = ceilingsOf(maximum, held);
      const most = sum(ceilings.map((ceiling, index) => larger(ceiling, held[index] ?? 0n)));
      expect(most).toBe(larger(maximum, sum(held)));
    }),
  );
});

it('takes an amount whole exactly where it fits, each part within its ceiling', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 12_000n }), used, amounts, first, (maximum, held, amount, start) => {
      const takes = takeFrom({ maximum, used: held }, amount, start);
      expect(takes !== undefined).toBe(amount <= remainingOf(maximum, held));
      if (takes === undefined) return;
      expect(sum(takes.map(({ cents: part }) => part))).toBe(amount);
      for (const { allotment, cents: part, ceiling } of takes)
        expect((held[allotment] ?? 0n) + part).toBeLessThanOrEqual(ceiling);
    }),
  );
});

/**
 * Random operations of concurrent transactions: read the counters (`isRead`), or write the result of an earlier read. With
 * `givesBack`, the operation first subtracts an earlier amount from its counter.
 */
const steps = fc.array(
  fc.record({ isRead: fc.boolean(), amount: amounts, first, givesBack: fc.boolean(), pick: fc.nat() }),
  { maxLength: 60 },
);

it('never passes the maximum by what was read long ago, while amounts are given back and the maximum was lowered before', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 8_000n }), used, steps, (maximum, before, sequence) => {
      const held = [...before];
      const bound = larger(maximum, sum(before));
      const pending: NonNullable<ReturnType<typeof takeFrom>>[] = [];
      const taken: { allotment: number; cents: bigint }[] = before.map((part, allotment) => ({
        allotment,
        cents: part,
      }));
      for (const { isRead, amount, first: start, givesBack, pick } of sequence) {
        const [given] = givesBack && taken.length > 0 ? taken.splice(pick % taken.length, 1) : [];
        if (given !== undefined) held[given.allotment] = (held[given.allotment] ?? 0n) - given.cents;
        const takes = isRead ? takeFrom({ maximum, used: held }, amount, start) : pending.splice(pick % 7, 1)[0];
        if (takes === undefined) continue;
        if (isRead) pending.push(takes);
        // As in a DynamoDB transaction: if any condition fails, nothing is written.
        else if (takes.every(({ allotment, cents: part, ceiling }) => (held[allotment] ?? 0n) <= ceiling - part))
          for (const { allotment, cents: part } of takes) {
            held[allotment] = (held[allotment] ?? 0n) + part;
            taken.push({ allotment, cents: part });
          }
        expect(sum(held)).toBeLessThanOrEqual(bound);
      }
    }),
    { numRuns: 1000 },
  );
});

it('takes from one allotment where one has room, the first one that is tried', () => {
  const held = Array.from({ length: ALLOTMENTS }, () => 0n);
  expect(takeFrom({ maximum: 800n, used: held }, 100n, 5)).toEqual([{ allotment: 5, cents: 100n, ceiling: 100n }]);
  expect(takeFrom({ maximum: 800n, used: held }, 250n, 0)?.length).toBe(3);
  expect(takeFrom({ maximum: 800n, used: held }, 801n, 0)).toBeUndefined();
  expect(takeFrom({ maximum: 50n, used: [49n] }, 1n, 0)).toEqual([{ allotment: 0, cents: 1n, ceiling: 50n }]);
});
