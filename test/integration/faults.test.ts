/**
 * Tests the failures that docs/reliability.md lists, on the local stack with real handlers, table, stream, bus and queues. A
 * crash point ends one invocation. Instead of waiting for a visibility timeout, tests advance the clock of this process, which
 * functions and queues share.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { until } from '#local/partner/api-client';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import type { CrashPoint } from '#shared/platform/observability/crash-point';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';

/** Delay of a sandbox step, in ms. No test waits this long, so a step runs only when a test advances the clock. */
const STEP_MS = 60_000;

const found = z.record(z.string(), z.number());

const realNow = Date.now;
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;
const running = await ownStack({ crashPoints: true, settings: { SANDBOX_STEP_MS: String(STEP_MS) } });
const receiver = await newReceiver();
const partner = await running.newPartner();
await partner.put('/webhook-settings', { url: receiver.url });
const userId = await partner.verifiedUser();
await ended();
receiver.received.length = 0;
afterEach(() => {
  globalThis.atCrashPoint = undefined;
  receiver.respond = () => ({ status: 200 });
  receiver.received.length = 0;
});
afterAll(() => {
  Date.now = realNow;
});

/** Ends each invocation that reaches a crash point, at most `times` invocations. */
function crashAt(point: CrashPoint, times = 1): { readonly left: number } {
  const state = { left: times };
  globalThis.atCrashPoint = (name) => {
    if (name !== point || state.left === 0) return;
    state.left -= 1;
    throw new Error(`Crash at ${point}`);
  };
  return state;
}

/** Advances the clock while no function runs, so that no function sees two times. */
async function advance(seconds: number): Promise<void> {
  await running.stack.idle();
  aheadMs += seconds * 1000;
}

/** Advances the clock and runs the redrive. @returns the number of items that the redrive found, by entity */
async function pass(seconds: number): Promise<Record<string, number>> {
  await advance(seconds);
  const result = await running.stack.invoke('redriveOverdue', {});
  return result.ok ? found.parse(result.payload) : {};
}

async function count(status: string): Promise<number> {
  return (await partner.get(`/webhook-notifications?status=${status}`)).body.data.count;
}

/** Calls `step` until the condition is true. `step` can advance the clock. Pauses between calls, so that queues can deliver. */
function advanceUntil(condition: () => boolean | Promise<boolean>, step: () => Promise<unknown>): Promise<void> {
  return until(async () => {
    if (await condition()) return true;
    await step();
    return false;
  });
}

/** Advances the clock until no notification is pending. */
async function ended(): Promise<void> {
  let looks = 0;
  await advanceUntil(
    async () => (await count('PENDING')) === 0,
    async () => {
      looks += 1;
      if (looks % 8 === 0) await pass(31);
    },
  );
}

/** Creates a cross-ramp that waits for its deposit. It causes one notification. */
async function create(key: string = randomUUID()) {
  const body = partner.crossRamp(userId, { sourceAmount: 1500 });
  return partner.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
}

/** Counts the received attempts per notification id. All bodies of an id must be equal. */
function postsById(): number[] {
  const bodies = new Map<string, string[]>();
  for (const { id, body } of receiver.received) bodies.set(id, [...(bodies.get(id) ?? []), body]);
  for (const sameId of bodies.values()) expect(new Set(sameId).size).toBe(1);
  return [...bodies.values()].map(({ length }) => length);
}

describe('a crash', () => {
  it('F01 before a creation is written leaves nothing', async () => {
    crashAt('api.beforeTx');
    const key = randomUUID();
    const before = (await partner.get('/transactions')).body.data.total;
    expect((await create(key)).status).toBe(500);
    expect((await partner.get('/transactions')).body.data.total).toBe(before);
    expect((await create(key)).status).toBe(201);
    await ended();
    expect(postsById()).toEqual([1]);
  });

  it('F03 after a creation is written is resolved by the replay, and the webhook is sent', async () => {
    crashAt('api.afterTx');
    const key = randomUUID();
    expect((await create(key)).status).toBe(500);
    const again = await create(key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    await ended();
    expect(postsById()).toEqual([1]);
  });

  it.each<[string, CrashPoint, number]>([
    ['F05 before anything is sent', 'stream.beforeSend', 1],
    ['F06 before the bus is called', 'stream.beforePut', 1],
    ['F06 after the bus was called', 'stream.afterPut', 1],
    ['F15 before the claim', 'delivery.afterOrderCheck', 1],
    ['F16 after the claim', 'delivery.afterClaim', 1],
    ['F17 after the post', 'delivery.afterPost', 2],
    ['F19 after the outcome', 'delivery.afterResult', 1],
    ['F20 after everything but the deletion', 'delivery.afterWakeNext', 1],
  ])('%s: delivered, %s', async (_, point, posts) => {
    const crash = crashAt(point);
    expect((await create()).status).toBe(201);
    await until(() => crash.left === 0);
    await ended();
    expect(postsById()).toEqual([posts]);
  });

  it('of every attempt to send a step back to its queue delays no journey: the redrive finds each step', async () => {
    const denied = crashAt('step.beforeSend', Number.POSITIVE_INFINITY);
    const tries: CrashPoint[] = [];
    const deny = globalThis.atCrashPoint;
    globalThis.atCrashPoint = (name) => {
      if (name === 'step.beforeSend') tries.push(name);
      deny?.(name);
    };
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 2000.01 }), {
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(created.status).toBe(201);
    const path = `/transactions/${created.body.data.id}`;
    const isCompleted = async () => (await partner.get(path)).body.data.status === 'COMPLETED';
    let redriven = 0;
    for (let seen = 0; !(await isCompleted()); ) {
      // If a step is not yet due, the worker sends it back to its queue. Here, the worker crashes before it sends the step. The
      // test waits for each crash before it advances the clock.
      await until(async () => tries.length > seen || (await isCompleted()));
      seen = tries.length;
      const before = redriven;
      while (redriven === before && !(await isCompleted())) redriven += (await pass(60)).SIM ?? 0;
    }
    expect(denied.left).toBe(Number.POSITIVE_INFINITY);
    expect(tries.length).toBeGreaterThan(2);
    expect(redriven).toBeGreaterThan(2);
    globalThis.atCrashPoint = undefined;
    await ended();
    expect(new Set(postsById())).toEqual(new Set([1]));
  });

  it('F41 of the redrive leaves its items to the next one', async () => {
    crashAt('delivery.received');
    expect((await create()).status).toBe(201);
    // Allows one crash for each partition of the index of due items.
    const redrives = crashAt('redrive.afterReschedule', DUE_SHARDS);
    await pass(125);
    globalThis.atCrashPoint = undefined;
    expect(redrives.left).toBeLessThan(DUE_SHARDS);
    await pass(301);
    await ended();
    expect(postsById()).toEqual([1]);
  });
});
