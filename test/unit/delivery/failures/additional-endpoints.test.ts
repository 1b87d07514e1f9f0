/** Deliveries to additional endpoints use the code of deliveries to the default endpoint, but have a separate order and state. */

import { afterEach, describe, expect, it } from 'vitest';
import { crowdsIn } from '#functions/workers/deliver-webhook/quarantine';
import type { CrashPoint } from '#shared/platform/observability/crash-point';
import { newItem } from '#shared/webhooks/deliveries/item';
import { firstReplay } from '#shared/webhooks/domain/delivery';
import { type EndpointDeliveryItem, readSequence } from '#shared/webhooks/item';
import { newEndpointDelivery } from '#shared/webhooks/repository';
import { type Target, trackSlowTargets } from '#shared/webhooks/slow-targets';
import { configuredTargets } from '#shared/webhooks/targets';
import { crashAt, Line } from '#test/unit/delivery/failures/line';
import {
  additionalEndpoint,
  FIRST_ATTEMPTS_QUEUE,
  notification,
  ok,
  RETRIES_QUEUE,
  refused,
  START_MS,
  type StoredNotification,
} from '#test/unit/delivery/fakes';

afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

/** Returns a simulation with the default endpoint and the additional endpoints `a` and `b`. Secrets are in plain text. */
function lineToThree(): Line {
  const line = new Line();
  for (const id of ['a', 'b']) line.store.endpoints.set(id, additionalEndpoint(id));
  const targets = configuredTargets({
    readEndpoint: (partnerId, endpointId) => line.store.readEndpoint(partnerId, endpointId),
    openSecret: async (sealed) => sealed,
    now: line.clock.now,
  });
  Object.assign(line.on, { targets });
  return line;
}

/** Stores a notification and its deliveries in one write, as the API does. */
function commit(line: Line, sequence: number, endpointIds: string[], overrides: Partial<StoredNotification> = {}) {
  const item = notification(sequence, { endpointIds, ...overrides });
  const deliveries = endpointIds.map((endpointId) => newEndpointDelivery(item, endpointId, line.clock.ms));
  if (item.status === 'PENDING') line.commit(item, ...deliveries.map(newItem));
  else {
    line.store.put(item);
    line.commit(...deliveries.map(newItem));
  }
  return { item, deliveries };
}

const notSent = { status: 'NOT_SENT', outbox: undefined, duePk: undefined, dueAt: undefined } as const;
const host = ({ url }: { readonly url: string }) => new URL(url).hostname.replace('.example', '');
/** Returns the sequence numbers that an endpoint received, in order. */
const sentTo = (line: Line, endpoint: string) =>
  line.posts.filter((post) => host(post) === endpoint).map(({ body }) => JSON.parse(body).sequence);
const stateOf = (line: Line, { PK, SK }: EndpointDeliveryItem) => line.store.get({ PK, SK });

it('sends the same bytes under the same id to every endpoint, signed by its own secret', async () => {
  const line = lineToThree();
  const { item, deliveries } = commit(line, 1, ['a', 'b']);
  expect(await line.run()).toBe(true);
  expect(line.posts.map((post) => [host(post), post.secrets]).toSorted()).toEqual([
    ['a', ['secret of a']],
    ['b', ['secret of b']],
    ['partner', ['sealed-1']],
  ]);
  expect(new Set(line.posts.map(({ id, body }) => `${id} ${body}`))).toEqual(new Set([`${item.id} ${item.body}`]));
  for (const one of [item, ...deliveries]) expect(line.store.get(one)).toMatchObject({ status: 'SENT', version: 2 });
});

it('keeps each endpoint its own order, over the events that it did not choose', async () => {
  const line = lineToThree();
  commit(line, 1, []);
  commit(line, 2, ['a'], notSent);
  commit(line, 3, ['b']);
  commit(line, 4, ['a', 'b'], notSent);
  commit(line, 5, ['a']);
  // The stream delivers the newest notification first. Each delivery except an endpoint's first must wait for the previous one.
  line.stream.reverse();
  expect(await line.run()).toBe(true);
  expect(sentTo(line, 'partner')).toEqual([1, 3, 5]);
  expect(sentTo(line, 'a')).toEqual([2, 4, 5]);
  expect(sentTo(line, 'b')).toEqual([3, 4]);
});

it('gives an endpoint up that refuses everything, and delays no other one', async () => {
  const line = lineToThree();
  line.respond = (post) => (host(post) === 'a' ? refused : ok);
  const { deliveries } = commit(line, 1, ['a', 'b']);
  commit(line, 2, ['a', 'b']);
  expect(await line.run()).toBe(true);
  const [dead] = deliveries;
  if (dead === undefined) throw new Error('No delivery');
  expect(stateOf(line, dead)).toMatchObject({ status: 'FAILED', retryAttempts: 5, failedReason: 'ATTEMPTS_EXHAUSTED' });
  expect(sentTo(line, 'a')).toHaveLength(10);
  const late = line.posts.filter((post) => host(post) !== 'a' && post.atMs > START_MS);
  expect(late).toEqual([]);
});

it('sends first attempts of a slow endpoint to the other queue, and those of no other endpoint', () => {
  const slow = trackSlowTargets(() => START_MS);
  slow.recordDuration({ partnerId: 'p', endpointId: 'a' }, 10_000);
  expect(slow.isSlow({ partnerId: 'p', endpointId: 'a' })).toBe(true);
  expect(slow.isSlow({ partnerId: 'p', endpointId: 'b' })).toBe(false);
  expect(slow.isSlow({ partnerId: 'p' })).toBe(false);
});

it('knows an endpoint as slow or quick by its last attempt, for ten minutes', () => {
  let atMs = START_MS;
  const slow = trackSlowTargets(() => atMs);
  const target = { partnerId: 'p' };
  const known = () => [slow.isSlow(target), slow.isQuick(target)];
  expect(known()).toEqual([false, false]);
  slow.recordDuration(target, 1000);
  expect(known()).toEqual([true, false]);
  slow.recordDuration(target, 999);
  expect(known()).toEqual([false, true]);
  atMs += 599_999;
  expect(known()).toEqual([false, true]);
  atMs += 1;
  expect(known()).toEqual([false, false]);
});

it('counts a crowd by endpoint: half of a full batch', () => {
  const of = (count: number, target: Target) => Array.from({ length: count }, () => target);
  const batch = [
    ...of(5, { partnerId: 'p', endpointId: 'a' }),
    ...of(4, { partnerId: 'p' }),
    ...of(1, { partnerId: 'q' }),
  ];
  expect(crowdsIn(batch)).toEqual(new Set(['a']));
  expect(crowdsIn([])).toEqual(new Set());
});

it('ends a pending delivery at its next attempt when its endpoint was deleted, and says so', async () => {
  const line = lineToThree();
  line.respond = (post) => {
    if (host(post) === 'a') line.store.endpoints.delete('a');
    return host(post) === 'a' ? refused : ok;
  };
  const { item, deliveries } = commit(line, 1, ['a']);
  expect(await line.run()).toBe(true);
  const [gone] = deliveries;
  if (gone === undefined) throw new Error('No delivery');
  expect(stateOf(line, gone)).toMatchObject({
    ...{ status: 'FAILED', retryAttempts: 2 },
    attempts: [{ error: 'HTTP 503' }, { error: 'The webhook endpoint was deleted', statusCode: null }],
  });
  expect(sentTo(line, 'a')).toEqual([1]);
  expect(line.store.get(item)).toMatchObject({ status: 'SENT' });
});

const points = [
  ...['stream.beforeSend', 'stream.beforePut', 'stream.afterPut', 'delivery.received', 'delivery.afterOrderCheck'],
  ...['delivery.afterBlock', 'delivery.afterClaim', 'delivery.afterPost', 'delivery.afterResult'],
  ...['delivery.afterResend', 'delivery.afterWakeNext'],
] as const satisfies readonly CrashPoint[];

describe('a crash of a worker', () => {
  it.each(points)('%s loses no delivery, and changes no order', async (point) => {
    const line = lineToThree();
    line.respond = (_, nth) => (nth % 2 === 1 ? refused : ok);
    const crash = crashAt(point, 3);
    for (const sequence of [1, 2, 3]) commit(line, sequence, sequence === 2 ? ['b'] : ['a', 'b']);
    // The stream delivers the newest notification first, so some deliveries must wait for the previous delivery.
    line.stream.reverse();
    expect(await line.run()).toBe(true);
    expect(crash.left).toBe(0);
    const firsts = (endpoint: string) => [...new Set(sentTo(line, endpoint))];
    expect([firsts('partner'), firsts('a'), firsts('b')]).toEqual([
      [1, 2, 3],
      [1, 3],
      [1, 2, 3],
    ]);
    const items = [...line.store.items.values()];
    expect(items).toHaveLength(8);
    for (const item of items) expect(item).toMatchObject({ status: 'SENT' });
    for (const item of items) expect(item).not.toHaveProperty('dueAt');
  });
});

it('gives a delivery up whose handling keeps failing, and sends what follows', async () => {
  const line = lineToThree();
  const { deliveries } = commit(line, 1, ['a'], notSent);
  commit(line, 2, ['a'], notSent);
  const { acquireLease } = line.store;
  line.store.acquireLease = (claim) =>
    readSequence(claim.delivery) === 1 ? Promise.reject(new Error('down')) : acquireLease.call(line.store, claim);
  expect(await line.run()).toBe(true);
  const [given] = deliveries;
  if (given === undefined) throw new Error('No delivery');
  expect(stateOf(line, given)).toMatchObject({ status: 'FAILED', failedReason: 'INFRASTRUCTURE' });
  expect(sentTo(line, 'a')).toEqual([2]);
});

describe('an endpoint that a replay sends what came before it', () => {
  /**
   * Stores three notifications before the endpoint exists, and prepares their replay to the endpoint. `live` commits the fourth
   * notification, which has a normal delivery to the endpoint.
   */
  function replayed(line: Line) {
    const before = [1, 2, 3].map((sequence) => commit(line, sequence, [], notSent).item);
    const replay = before.map((item) => firstReplay(newEndpointDelivery(item, 'a', line.clock.ms), {}));
    return { replay, live: () => commit(line, 4, ['a'], notSent) };
  }

  it.each(points)('gets it once and in order, with what happens in between, through a crash at %s', async (point) => {
    const line = lineToThree();
    const { replay, live } = replayed(line);
    line.commit(...replay.slice(0, 2));
    live();
    line.commit(...replay.slice(2));
    line.stream.reverse();
    const crash = crashAt(point, 2);
    expect(await line.run()).toBe(true);
    expect(crash.left).toBe(0);
    expect([...new Set(sentTo(line, 'a'))]).toEqual([1, 2, 3, 4]);
    for (const item of line.store.items.values())
      if (item.entity === 'DELIVERY') expect(item).toMatchObject({ status: 'SENT', deliveryRun: 1 });
  });

  it('takes nothing from the queue of new events', async () => {
    const line = lineToThree();
    const { replay, live } = replayed(line);
    line.commit(...replay);
    live();
    await line.publish();
    const queues = line.queued.map(({ queueUrl }) => queueUrl);
    expect(queues).toEqual([FIRST_ATTEMPTS_QUEUE, ...replay.map(() => RETRIES_QUEUE)]);
  });

  it('goes on where it is blocked by one that was refused by it for good', async () => {
    const line = lineToThree();
    line.respond = (post) => (JSON.parse(post.body).sequence === 1 ? refused : ok);
    const { replay } = replayed(line);
    line.commit(...replay);
    expect(await line.run()).toBe(true);
    expect([...new Set(sentTo(line, 'a'))]).toEqual([1, 2, 3]);
    expect(replay.map((item) => stateOf(line, item).status)).toEqual(['FAILED', 'SENT', 'SENT']);
  });
});
