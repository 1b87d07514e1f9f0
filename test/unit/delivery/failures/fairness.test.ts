/** Row F42 (docs/reliability.md): delays that the dead endpoint of one partner causes for other partners, in virtual time. */
import { describe, expect, it } from 'vitest';
import { readersOfUsualAccount, shippedCapacity } from '#infra/config/capacity';
import { Crowd, type CrowdOptions, percentile } from '#test/unit/delivery/failures/crowd';
import { FIRST_ATTEMPTS_QUEUE, notification, RETRIES_QUEUE, START_MS } from '#test/unit/delivery/fakes';

const [BUSY, QUIET] = ['partner-busy', 'partner-quiet'];
const SECONDS = 300;

const dead: CrowdOptions['endpoint'] = (partnerId) =>
  partnerId === BUSY ? { takesMs: 10_000, succeeds: false } : { takesMs: 50, succeeds: true };

/** Fields that all notifications in this file have in common. */
const COMMON = notification();

const numbered = (number: number, partnerId: string, atMs: number) => {
  const at = atMs === START_MS ? COMMON.createdAt : new Date(atMs).toISOString();
  const id = `01939000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { ...COMMON, id, PK: `TX#${number}`, partnerId, createdAt: at, updatedAt: at };
};

/** Commits `count` notifications of the busy partner at once, and one notification a second of the quiet partner. */
async function runCrowd(count: number, seconds: number, options: Partial<CrowdOptions> = {}): Promise<Crowd> {
  const crowd = new Crowd({ endpoint: dead, ...options });
  for (let index = 1; index <= count; index += 1) crowd.commit(numbered(index, BUSY, START_MS));
  for (let second = 0; second < seconds; second += 1) {
    const atMs = START_MS + second * 1000 + 1;
    crowd.at(atMs, () => crowd.commit(numbered(1_000_000 + second, QUIET, atMs)));
  }
  await crowd.run(START_MS + (seconds + 20) * 1000);
  expect(crowd.waits.get(QUIET)).toHaveLength(seconds);
  return crowd;
}

it("F42 100,000 failing notifications of one partner do not change another's first-attempt p95", async () => {
  const alone = await runCrowd(0, SECONDS);
  const beside = await runCrowd(100_000, SECONDS);
  const p95 = (crowd: Crowd) => percentile(crowd.waits.get(QUIET) ?? [], 0.95);
  expect([p95(alone), p95(beside)]).toEqual([0, 0]);
  // Messages to a slow endpoint leave the first-attempt queue at once. Other partners' first attempts do not wait for a timeout.
  expect(Math.max(...(beside.waits.get(QUIET) ?? []))).toBeLessThan(1000);
  // The retry queue still delivers the notifications of the busy partner.
  expect(beside.waits.get(BUSY)?.length).toBeGreaterThan(3000);
});

describe.each([
  ['readers of a usual account', undefined],
  ['readers of the shipped sandbox', shippedCapacity.sandbox.queueReaders],
])('F42 with the %s', (_, workers) => {
  it.each([500, 1500, 9000])(
    "20,000 webhooks to an endpoint that responds in %i ms leave another's first-attempt p95 below 1.5 s",
    async (takesMs) => {
      const endpoint = (partnerId: string) => ({ takesMs: partnerId === BUSY ? takesMs : 50, succeeds: true });
      // A short simulation: a longer one would average out a delay in the first seconds.
      const crowd = await runCrowd(20_000, 12, { endpoint, ...(workers && { workers }) });
      const waits = crowd.waits.get(QUIET) ?? [];
      expect(percentile(waits, 0.95)).toBeLessThanOrEqual(1500);
      expect(Math.max(...waits)).toBeLessThanOrEqual(1500);
    },
  );
});

it('F42 nine seconds would delay the other partner if a crowd stayed in the queue of first attempts', async () => {
  const endpoint = (partnerId: string) => ({ takesMs: partnerId === BUSY ? 9000 : 50, succeeds: true });
  const crowd = await runCrowd(20_000, 12, { endpoint, movesCrowds: false });
  expect(percentile(crowd.waits.get(QUIET) ?? [], 0.95)).toBeGreaterThan(1500);
});

it('F42 two endpoints that respond in nine seconds delay a third no more than one does', async () => {
  const endpoint = (partnerId: string) => ({ takesMs: partnerId === QUIET ? 50 : 9000, succeeds: true });
  const crowd = new Crowd({ endpoint });
  for (let index = 1; index <= 20_000; index += 1)
    crowd.commit(numbered(index, index % 2 === 0 ? BUSY : 'partner-busy-too', START_MS));
  for (let second = 0; second < 12; second += 1) {
    const atMs = START_MS + second * 1000 + 1;
    crowd.at(atMs, () => crowd.commit(numbered(1_000_000 + second, QUIET, atMs)));
  }
  await crowd.run(START_MS + 20_000);
  const waits = crowd.waits.get(QUIET) ?? [];
  expect(waits).toHaveLength(12);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1500);
});

describe('F42 a replay of 20,000 to an endpoint that responds in nine seconds', () => {
  const REPLAYING = 'partner-replaying';

  /**
   * Replays many notifications of the busy partner at once. In addition, each second the quiet partner has a new notification,
   * and a third partner starts a replay.
   */
  async function replayed(fair: boolean) {
    const endpoint = (partnerId: string) => ({ takesMs: partnerId === BUSY ? 9000 : 50, succeeds: true });
    const crowd = new Crowd({ endpoint, fair });
    const replay = (number: number, partnerId: string, atMs: number) =>
      crowd.commit({ ...numbered(number, partnerId, atMs), queue: 'RETRY' });
    for (let number = 1; number <= 20_000; number += 1) replay(number, BUSY, START_MS);
    for (let second = 0; second < 20; second += 1) {
      const atMs = START_MS + second * 1000 + 1;
      crowd.at(atMs, () => crowd.commit(numbered(1_000_000 + second, QUIET, atMs)));
      crowd.at(atMs, () => replay(2_000_000 + second, REPLAYING, atMs));
    }
    await crowd.run(START_MS + 60_000);
    return { first: crowd.waits.get(QUIET) ?? [], replays: crowd.waits.get(REPLAYING) ?? [] };
  }

  it("delays no first attempt, and another partner's replay by one attempt", async () => {
    const { first, replays } = await replayed(true);
    expect([first.length, Math.max(...first)]).toEqual([20, 0]);
    expect(replays).toHaveLength(20);
    expect(Math.max(...replays)).toBeLessThanOrEqual(9000);
  });

  it('would leave no place for another replay if all partners had one message group', async () => {
    const { first, replays } = await replayed(false);
    expect([first.length, replays.length]).toEqual([20, 0]);
  });
});

it('F42 one message group for all partners, as a rule of the bus would set it, delays the other partner', async () => {
  const { queueReaders } = shippedCapacity.sandbox;
  const endpoint = (partnerId: string) => ({ takesMs: partnerId === BUSY ? 500 : 50, succeeds: true });
  const crowd = new Crowd({ endpoint, fair: false, workers: queueReaders });
  for (let index = 1; index <= 20_000; index += 1) crowd.commit(numbered(index, BUSY, START_MS));
  const atMs = START_MS + 1000;
  crowd.at(atMs, () => crowd.commit(numbered(1_000_000, QUIET, atMs)));
  await crowd.run(atMs + 60_000);
  expect(crowd.waits.get(QUIET)).toBeUndefined();
});

it('F42 the same load in plain queues, or without quarantine, would delay the other partner', async () => {
  const p95 = (crowd: Crowd) => percentile(crowd.waits.get(QUIET) ?? [], 0.95);
  expect(p95(await runCrowd(3000, 50, { fair: false, quarantines: false }))).toBeGreaterThan(2000);
  expect(p95(await runCrowd(20_000, 100, { quarantines: false }))).toBeGreaterThan(2000);
});

it('F42 an endpoint that never responds keeps no other waiting, at a quarter of its rate and a message a batch', async () => {
  // A partner at its rate limit causes 62 webhooks a second, and a batch contains four of them. This test sends only a quarter of
  // the webhooks, so that a batch contains one webhook.
  const perSecond = 15.5;
  const spareBatches = 155;
  const longestWait = async (workers: typeof readersOfUsualAccount) => {
    const crowd = new Crowd({ endpoint: dead, workers });
    for (let number = 1; number <= 20 * perSecond; number += 1) {
      const atMs = START_MS + Math.round((number * 1000) / perSecond);
      crowd.at(atMs, () => crowd.commit(numbered(number, BUSY, atMs)));
      if (number % 2 === 0) crowd.at(atMs + 1, () => crowd.commit(numbered(1_000_000 + number, QUIET, atMs + 1)));
    }
    await crowd.run(START_MS + 30_000);
    return Math.max(...(crowd.waits.get(QUIET) ?? []));
  };
  expect(await longestWait(readersOfUsualAccount)).toBe(0);
  // With 155 workers fewer, the queue can process its load, but not if an endpoint times out.
  const fewer = { ...readersOfUsualAccount, firstAttempts: readersOfUsualAccount.firstAttempts - spareBatches };
  expect(await longestWait(fewer)).toBeGreaterThan(2000);
});

it('F42 ten failing notifications a second of one partner, for ten minutes, do not change it either', async () => {
  const crowd = new Crowd({ endpoint: dead });
  for (let tenth = 0; tenth < 6000; tenth += 1) {
    const atMs = START_MS + tenth * 100;
    crowd.at(atMs, () => crowd.commit(numbered(tenth, BUSY, atMs)));
    if (tenth % 5 === 0) crowd.at(atMs + 1, () => crowd.commit(numbered(1_000_000 + tenth, QUIET, atMs + 1)));
  }
  await crowd.run(START_MS + 620_000);
  const waits = crowd.waits.get(QUIET) ?? [];
  expect(waits).toHaveLength(1200);
  expect(percentile(waits, 0.95)).toBe(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
});

it('F42 counts: the queue of first attempts gets first attempts only, one each', async () => {
  const crowd = new Crowd({ endpoint: (partnerId) => ({ takesMs: 20, succeeds: partnerId === QUIET }) });
  for (let number = 1; number <= 2000; number += 1) {
    const atMs = START_MS + number;
    crowd.at(atMs, () => crowd.commit(numbered(number, BUSY, atMs)));
    if (number % 400 === 0) crowd.at(atMs, () => crowd.commit(numbered(1_000_000 + number, QUIET, atMs)));
  }
  await crowd.run(START_MS + 25_000);
  const sent = (queue: string, partnerId: string) =>
    crowd.sent.filter((one) => one.queue === queue && one.partnerId === partnerId).length;
  expect([sent(FIRST_ATTEMPTS_QUEUE, BUSY), sent(FIRST_ATTEMPTS_QUEUE, QUIET)]).toEqual([2000, 5]);
  expect([sent(RETRIES_QUEUE, BUSY), sent(RETRIES_QUEUE, QUIET)]).toEqual([2000, 0]);
});

it('F42 a partner that responds quickly again is back in the queue of first attempts', async () => {
  let slow = true;
  const crowd = new Crowd({
    endpoint: () => (slow ? { takesMs: 10_000, succeeds: true } : { takesMs: 50, succeeds: true }),
  });
  const commit = (number: number, atS: number) =>
    crowd.at(START_MS + atS * 1000, () => crowd.commit(numbered(number, BUSY, crowd.clock.ms)));
  commit(1, 0);
  commit(2, 11);
  crowd.at(START_MS + 15_000, () => {
    slow = false;
  });
  commit(3, 640);
  await crowd.run(START_MS + 660_000);
  expect(crowd.sent.map(({ queue }) => queue)).toEqual([
    FIRST_ATTEMPTS_QUEUE,
    FIRST_ATTEMPTS_QUEUE,
    RETRIES_QUEUE,
    FIRST_ATTEMPTS_QUEUE,
  ]);
  // The second notification was delivered through the retry queue.
  expect(crowd.waits.get(BUSY)).toEqual([0, 20, 0]);
});
