import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SequencedChange } from '#shared/dynamodb/apply-once';
import { apply } from '#shared/transactions/domain/apply';
import { addSettlements, type Settlements, settlementsOf } from '#shared/transactions/domain/settlement';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { readReport, toReportReply } from '#shared/transactions/settlement/report';
import { addMovements, findReport } from '#shared/transactions/settlement/repository';
import { newId } from '#shared/values/ids';
import { aCrossRamp } from '#test/support/builders/transactions';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const DAY = '2026-11-26';
const NEXT = '2026-11-27';
const noon = Date.parse(`${DAY}T12:00:00Z`);
const afterwards = Date.parse(`${NEXT}T00:15:00Z`);
startedForTests(() => startMemoryTable(20261126));

const source = aCrossRamp().sourceAmount.minor;
const target = aCrossRamp().targetAmount.minor;
const fee = aCrossRamp().fixedFee.minor;
const paid = [
  'DEPOSIT_RECEIVED',
  'CONVERSION_STARTED',
  'CONVERSION_COMPLETED',
  'PAYOUT_SUBMITTED',
  'PAYOUT_COMPLETED',
] as const;

describe('the sums of movements', () => {
  it.each<[string, readonly Trigger[], object]>([
    ['of a deposit', ['DEPOSIT_RECEIVED'], { MXN: { deposits: source, count: 1n } }],
    ['of a payment', paid, { MXN: { deposits: source, fees: fee, count: 1n }, USD: { payouts: target, count: 1n } }],
    [
      'of a payout that came back',
      [...paid, 'PAYOUT_RETURNED'],
      { MXN: { deposits: source, fees: fee, count: 1n }, USD: { payouts: target, returns: -target, count: 2n } },
    ],
    [
      'of a payout that came back and was refunded',
      [...paid, 'PAYOUT_RETURNED', 'REFUND_PAID'],
      { MXN: { deposits: source, fees: fee, count: 1n }, USD: { payouts: target, returns: 0n, count: 3n } },
    ],
    [
      'of a conversion that failed, with its refund',
      ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_FAILED', 'REFUND_PAID'],
      { MXN: { deposits: source, returns: source, count: 2n } },
    ],
    [
      'of a name that was refused after the conversion',
      ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED', 'NAME_CHECK_FAILED'],
      { MXN: { deposits: source, returns: source, fees: 0n, count: 2n } },
    ],
  ])('%s', (_name, happened, expected) => {
    let current: Transaction = aCrossRamp();
    let sums: Settlements = new Map();
    for (const trigger of happened) {
      const transition = apply(current, { trigger, atMs: current.updatedAtMs });
      if (transition === undefined) throw new Error(`No ${trigger} in ${current.status}`);
      current = transition.next;
      sums = addSettlements(sums, settlementsOf(transition.entries));
    }
    const none = { deposits: 0n, payouts: 0n, fees: 0n, returns: 0n, count: 0n };
    const known = Object.entries(expected).map(([currency, sum]) => [currency, { ...none, ...sum }]);
    expect([...sums]).toEqual(known);
  });
});

const movement = (seq: number, minor = 100n): SequencedChange<Settlements> => ({
  seq: String(seq).padStart(6, '0'),
  delta: new Map([['MXN', { deposits: minor, payouts: 0n, fees: 0n, returns: 0n, count: 1n }]]),
});
const place = (partnerId: string, shard = '0') => ({ partnerId, day: DAY, shard });
const parsed = async (partnerId: string, day: string, nowMs: number) =>
  JSON.parse(await readReport(partnerId, day, nowMs));

describe('a report', () => {
  it('grows until a quarter past the end of its day, and stays as it is then', async () => {
    const partnerId = newId(noon);
    await addMovements(place(partnerId), [movement(1)], DAY);
    expect(await parsed(partnerId, DAY, noon)).toMatchObject({
      status: 'OPEN',
      currencies: [{ deposits: '1.00', count: 1 }],
    });
    await addMovements(place(partnerId, '9'), [movement(1)], DAY);
    expect(await parsed(partnerId, DAY, afterwards - 1)).toMatchObject({
      status: 'OPEN',
      currencies: [{ deposits: '2.00' }],
    });
    expect(await findReport(partnerId, DAY)).toBeUndefined();
    const final = await readReport(partnerId, DAY, afterwards);
    expect(JSON.parse(final)).toMatchObject({ status: 'FINAL', currencies: [{ deposits: '2.00' }], corrections: [] });
    // A movement that is booked after the report of its day is final becomes a correction in the report of the next day. This
    // also applies to the first movement of a journal partition (here shard 5).
    await addMovements(place(partnerId), [movement(2, 50n)], NEXT);
    await addMovements(place(partnerId, '5'), [movement(1, 7n)], NEXT);
    expect(await readReport(partnerId, DAY, afterwards + 1e9)).toBe(final);
    expect(await parsed(partnerId, NEXT, afterwards)).toMatchObject({
      ...{ status: 'OPEN', currencies: [] },
      corrections: [{ date: DAY, currency: 'MXN', deposits: '0.57', net: '0.57', count: 2 }],
    });
  });

  it('of a day without movements is empty', async () => {
    expect(await parsed(newId(noon), DAY, afterwards)).toEqual({
      date: DAY,
      status: 'FINAL',
      currencies: [],
      corrections: [],
    });
  });

  it('counts each movement once, in whatever batches it comes, and whenever the report becomes final', async () => {
    const step = fc.oneof(
      fc.record({ shard: fc.constantFrom('0', '1'), back: fc.nat(3), on: fc.nat(3) }),
      fc.constant('final' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const partnerId = newId(noon);
        const done: Record<string, number> = { '0': 0, '1': 0 };
        let final: string | undefined;
        for (const one of steps) {
          if (one === 'final') {
            const text = await readReport(partnerId, DAY, afterwards);
            expect(text).toBe(final ?? text);
            final = text;
            continue;
          }
          // A batch can repeat earlier movements and adds new ones.
          const from = Math.max(1, (done[one.shard] ?? 0) + 1 - one.back);
          const to = (done[one.shard] ?? 0) + one.on;
          const batch = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => movement(from + index));
          await addMovements(place(partnerId, one.shard), batch, NEXT);
          done[one.shard] = Math.max(done[one.shard] ?? 0, to);
        }
        const day = await parsed(partnerId, DAY, afterwards);
        const next = await parsed(partnerId, NEXT, afterwards);
        const counts = [...day.currencies, ...next.corrections].map(({ count }: { count: number }) => count);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe((done['0'] ?? 0) + (done['1'] ?? 0));
      }),
      { numRuns: 60, seed: 20261126 },
    );
  });

  it('keeps every digit of large sums', async () => {
    const partnerId = newId(noon);
    const large = 123_456_789_012_345_678n;
    await addMovements(place(partnerId), [movement(1, large)], DAY);
    await addMovements(place(partnerId), [movement(2, large)], DAY);
    expect(await parsed(partnerId, DAY, noon)).toMatchObject({ currencies: [{ deposits: '2469135780246913.56' }] });
  });

  it('is a CSV file for whom takes that', async () => {
    const partnerId = newId(noon);
    await addMovements(place(partnerId), [movement(1)], DAY);
    const text = await readReport(partnerId, DAY, afterwards);
    await addMovements(place(partnerId), [movement(2)], NEXT);
    const next = toReportReply(await readReport(partnerId, NEXT, afterwards), 'text/csv');
    const csv = toReportReply(text, 'text/csv;q=0.9, application/pdf');
    const heading = 'row,date,currency,deposits,payouts,fees,returns,net,count\r\n';
    expect(csv.file).toMatchObject({
      contentType: 'text/csv; charset=utf-8',
      body: `${heading}DAY,${DAY},MXN,1.00,0.00,0.00,0.00,1.00,1\r\n`,
    });
    expect(next.file?.body).toBe(`${heading}CORRECTION,${DAY},MXN,1.00,0.00,0.00,0.00,1.00,1\r\n`);
    for (const accept of [undefined, '*/*', 'application/json, text/csv', 'text/html'])
      expect(toReportReply(text, accept)).toHaveProperty('data.date', DAY);
  });
});
