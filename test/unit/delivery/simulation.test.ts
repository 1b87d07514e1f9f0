/**
 * The real workers over in-memory fakes that lose, repeat and break off: every call of a worker may crash it, every
 * message may come twice, several workers run at once, events get lost, endpoints fail, partners retry by hand and replay.
 * In every case each notification ends, in order, with one body. The seed of a failing run is printed.
 */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { markUndeliverable } from '#functions/workers/mark-undeliverable/mark-undeliverable';
import { Crash, notification } from '#test/unit/delivery/fakes';
import { type FailureRates, World } from '#test/unit/delivery/world';

const COUNT = 6;

async function letGo(world: World): Promise<void> {
  const { waiting } = world.scheduler;
  const [next] = waiting.splice(Math.floor(world.random() * waiting.length), 1);
  next?.();
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}

async function run(seed: number, rates: FailureRates): Promise<World> {
  const world = new World(seed, rates);
  let created = 0;
  for (let step = 0; step < 6000; step += 1) {
    if (created < COUNT && world.random() < 0.05) {
      created += 1;
      const item = notification(created, {
        createdAt: new Date(world.clock.ms).toISOString(),
        dueAt: world.clock.ms + 120_000,
      });
      world.store.put(item);
      world.publish(item);
    }
    const ready = world.queue.filter(({ deleted, visibleAtMs }) => !deleted && visibleAtMs <= world.clock.ms);
    const entry = ready[Math.floor(world.random() * ready.length)];
    if (entry !== undefined && world.random() < 0.3) world.receive(entry);
    if (world.scheduler.waiting.length > 0) await letGo(world);
    else if (entry === undefined && created === COUNT) {
      const letter = world.dead.pop();
      if (letter !== undefined) {
        world.track(
          markUndeliverable(world.dependencies(), letter).catch((error) => {
            if (!(error instanceof Crash)) throw error;
            world.dead.push(letter);
          }),
        );
        continue;
      }
      const items = [...world.store.items.values()];
      const failed = items.find(({ status, manualRetryCount }) => status === 'FAILED' && manualRetryCount < 1);
      const sent = items.find(({ status, replayCount = 0 }) => status === 'SENT' && replayCount < 1);
      if (failed !== undefined && world.random() < 0.5) world.retryByHand(failed);
      else if (sent !== undefined && world.random() < 0.2) world.replay(sent);
      else if (
        world.running === 0 &&
        items.every(({ status }) => status !== 'PENDING') &&
        world.queue.every(({ deleted }) => deleted)
      )
        break;
      world.clock.ms += 20_000;
      if (step % 3 === 0) await world.redrive();
    }
  }
  return world;
}

function check(world: World): void {
  expect(world.failures).toEqual([]);
  const items = [...world.store.items.values()];
  expect(items).toHaveLength(COUNT);
  for (const item of items) {
    expect(['SENT', 'FAILED']).toContain(item.status);
    expect(item.duePk ?? '').not.toMatch(/^DUE#/);
    if (item.status === 'SENT') expect(world.accepted).toContain(item.id);
    const posts = world.posts.filter(({ sequence }) => sequence === Number(item.id.slice(-12)));
    if (item.failedReason === 'ATTEMPTS_EXHAUSTED') expect(posts.length).toBeGreaterThanOrEqual(5);
    expect(new Set(posts.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
  }
  const firsts = world.posts.filter(({ first }) => first);
  for (const [index, post] of firsts.entries()) {
    const before = firsts[index - 1];
    if (before === undefined) continue;
    expect(post.sequence).toBeGreaterThan(before.sequence);
    expect(post.startedMs).toBeGreaterThan(before.endedAt);
  }
}

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent';
});

describe('delivery under failures', () => {
  const none: FailureRates = { crash: 0, repeat: 0, lose: 0, refuse: 0, poison: 0 };
  it.each<[string, number, FailureRates]>([
    ['none', 10, none],
    ['crashes', 40, { ...none, crash: 0.03, refuse: 0.3 }],
    ['repeated messages', 25, { ...none, repeat: 0.2, refuse: 0.5 }],
    ['lost events', 25, { ...none, lose: 0.3, refuse: 0.3 }],
    ['all of them', 50, { crash: 0.02, repeat: 0.1, lose: 0.1, refuse: 0.4, poison: 0 }],
    ['a poison notification', 25, { ...none, crash: 0.01, repeat: 0.05, poison: 3 }],
  ])('%s', async (_, numRuns, rates) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => check(await run(seed, rates))),
      { numRuns },
    );
  });
});
