import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestRateKey } from '#shared/data/keys';
import { takeRequest } from '#shared/data/request-rates';
import { readItem } from '#shared/data/table';
import { startTable } from '#test/unit/delivery/table';

const policy = { perSecond: 50, burst: 100 };
let table: Awaited<ReturnType<typeof startTable>>;

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table?.stop());

describe('the record of a partner’s request rate', () => {
  it('takes exactly the burst when 150 requests come at once', async () => {
    const atMs = 1_800_000_000_000;
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => takeRequest('partner-a', policy, atMs)),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(answers.filter(({ allowed }) => !allowed).every(({ waitMs }) => waitMs > 0)).toBe(true);
  });

  it('leaves other partners alone', async () => {
    const answer = await takeRequest('partner-b', policy, 1_800_000_000_000);
    expect(answer).toEqual({ allowed: true, remaining: 99, waitMs: 20 });
  });

  it('refuses a flood from memory: the record does not change while the bucket is empty', async () => {
    const atMs = 1_800_000_000_001;
    const before = await readItem(requestRateKey('partner-a'));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => takeRequest('partner-a', policy, atMs)),
    );
    expect(answers.some(({ allowed }) => allowed)).toBe(false);
    expect(await readItem(requestRateKey('partner-a'))).toEqual(before);
  });

  it('holds within a tenth over ten seconds of 20 clients that ask as fast as they can', async () => {
    const startMs = 1_900_000_000_000;
    let taken = 0;
    // The clock goes on by 10 ms a round; each round all clients ask at once.
    for (let ms = 0; ms < 10_000; ms += 10) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => takeRequest('partner-c', policy, startMs + ms)),
      );
      taken += answers.filter(({ allowed }) => allowed).length;
    }
    expect(taken).toBeGreaterThanOrEqual(600 * 0.9);
    expect(taken).toBeLessThanOrEqual(600);
  });

  it('is full again after a pause', async () => {
    const answer = await takeRequest('partner-c', policy, 1_900_000_100_000);
    expect(answer).toEqual({ allowed: true, remaining: 99, waitMs: 20 });
  });
});
