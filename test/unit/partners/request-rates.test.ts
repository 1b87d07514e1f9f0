import { describe, expect, it } from 'vitest';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { chargeRequests, takeRequest } from '#shared/partners/request-rates/repository';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const policy = { perSecond: 50, burst: 100 };

startedForTests(startMemoryTable);

describe('the record of a partner’s request rate', () => {
  it('admits exactly the burst when 150 requests come at once', async () => {
    const atMs = 1_800_000_000_000;
    const responses = await Promise.all(
      Array.from({ length: 150 }, () => takeRequest('partner-a', policy, () => atMs)),
    );
    expect(responses.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(responses.filter(({ allowed }) => !allowed).every(({ waitMs }) => waitMs > 0)).toBe(true);
  });

  it('counts a heavy request afterwards, and makes the next ones wait for it', async () => {
    const atMs = 1_850_000_000_000;
    // The bucket contains 100 requests. The heavy request costs one request first, and 25 more afterwards.
    expect((await takeRequest('partner-d', policy, () => atMs)).remaining).toBe(99);
    await chargeRequests('partner-d', policy, { requests: 25, nowMs: atMs });
    expect((await takeRequest('partner-d', policy, () => atMs)).remaining).toBe(73);
    await Promise.all(
      Array.from({ length: 4 }, () => chargeRequests('partner-d', policy, { requests: 25, nowMs: atMs })),
    );
    // 127 requests are used, 27 more than the bucket contains. The next request needs 28 refilled requests, at 20 ms each.
    const refused = await takeRequest('partner-d', policy, () => atMs);
    expect(refused).toEqual({ allowed: false, remaining: 0, waitMs: 560 });
    expect(await takeRequest('partner-d', policy, () => atMs + 1000)).toMatchObject({ allowed: true });
  });

  it('starts with a heavy request when the bucket was full', async () => {
    const atMs = 1_860_000_000_000;
    await chargeRequests('partner-e', policy, { requests: 10, nowMs: atMs });
    expect((await takeRequest('partner-e', policy, () => atMs)).remaining).toBe(89);
    await chargeRequests('partner-e', policy, { requests: 10, nowMs: atMs + 60_000 });
    expect((await takeRequest('partner-e', policy, () => atMs + 60_000)).remaining).toBe(89);
  });

  it('does not affect other partners', async () => {
    const response = await takeRequest('partner-b', policy, () => 1_800_000_000_000);
    expect(response).toEqual({ allowed: true, remaining: 99, waitMs: 20 });
  });

  it('refuses a flood from memory, without a write while the bucket is empty', async () => {
    const atMs = 1_800_000_000_001;
    const before = await readItem(requestRateKey('partner-a'));
    const responses = await Promise.all(Array.from({ length: 50 }, () => takeRequest('partner-a', policy, () => atMs)));
    expect(responses.some(({ allowed }) => allowed)).toBe(false);
    expect(await readItem(requestRateKey('partner-a'))).toEqual(before);
  });

  it('is accurate to a tenth over ten seconds of 20 clients that send as fast as they can', async () => {
    const startMs = 1_900_000_000_000;
    let taken = 0;
    // All 20 clients send a request every 10 ms of the test's clock.
    for (let ms = 0; ms < 10_000; ms += 10) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => takeRequest('partner-c', policy, () => startMs + ms)),
      );
      taken += responses.filter(({ allowed }) => allowed).length;
    }
    expect(taken).toBeGreaterThanOrEqual(600 * 0.9);
    expect(taken).toBeLessThanOrEqual(600);
  });

  it('refuses no one for the time that the table took to respond', async () => {
    const atMs = 1_950_000_000_000;
    const take = (nowMs: number) => takeRequest('partner-f', policy, () => nowMs);
    await Promise.all(Array.from({ length: 100 }, () => take(atMs)));
    // At 2 s, other requests empty the bucket, so the first write of the request fails. The table's response arrives at 5 s, when
    // the bucket is full again.
    const times = [atMs + 2000];
    await Promise.all(Array.from({ length: 100 }, () => take(atMs + 2000)));
    const response = await takeRequest('partner-f', policy, () => times.shift() ?? atMs + 5000);
    expect(response).toMatchObject({ allowed: true });
  });

  it('admits no more from 20 requests at once if the table responds more slowly than the bucket fills', async () => {
    const slow = { perSecond: 5, burst: 10 };
    // Each response takes 300 ms. A request's fourth and last write starts after 900 ms. By then, 4.5 requests are refilled.
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => {
        let atMs = 1_970_000_000_000 - 300;
        return takeRequest('partner-h', slow, () => {
          atMs += 300;
          return atMs;
        });
      }),
    );
    const admitted = responses.filter(({ allowed }) => allowed).length;
    expect(admitted).toBeGreaterThanOrEqual(10);
    expect(admitted).toBeLessThanOrEqual(10 + 0.9 * 5);
  });

  it('refuses a request whose room others take each time that it asks', async () => {
    const atMs = 1_960_000_000_000;
    await Promise.all(Array.from({ length: 100 }, () => takeRequest('partner-g', policy, () => atMs)));
    let looks = 0;
    // Each time `takeRequest` reads the clock again, one request is refilled and another process uses it first.
    const clock = () => {
      const nowMs = atMs + 20 * looks;
      if (looks > 0) void chargeRequests('partner-g', policy, { requests: 1, nowMs });
      looks += 1;
      return nowMs;
    };
    expect(await takeRequest('partner-g', policy, clock)).toMatchObject({ allowed: false, remaining: 0 });
    expect(looks).toBe(5);
  });

  it('is full again after a pause', async () => {
    const response = await takeRequest('partner-c', policy, () => 1_900_000_100_000);
    expect(response).toEqual({ allowed: true, remaining: 99, waitMs: 20 });
  });
});
