import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endOfFeed, type FeedPage, followNotifications } from '#sdk/cli/listen/feed';
import { brokenConnection, refusal, scriptedClient, success } from '../scripted-fetch';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const notification = (id: string, resource: object = { payload: { event: 'TEST_EVENT' } }) => ({
  ...{ type: 'NOTIFICATION', id, version: 1, at: '2026-01-15T16:00:00.000Z', resource },
});
const page = (cursor: string, ...data: readonly object[]) => success({ data, nextCursor: cursor });
const cursors = (sent: readonly { readonly url: URL }[]) => sent.map(({ url }) => url.searchParams.get('cursor'));

/** Follows a scripted change feed for a number of pages. */
async function follow(client: ReturnType<typeof scriptedClient>['client'], count: number) {
  const end = new AbortController();
  const outages: string[] = [];
  const pages: FeedPage[] = [];
  const options = { ramp: client, start: 'c0', signal: end.signal, pollIntervalMs: 1_000 };
  const reading = (async () => {
    for await (const one of followNotifications({ ...options, onOutage: ({ message }) => outages.push(message) })) {
      pages.push(one);
      if (pages.length === count) end.abort();
    }
  })();
  const settled = reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  return { outages, ids: pages.flatMap(({ changes }) => changes.map(({ id }) => id)), error: await settled };
}

it('goes on at the same place after the service was away', async () => {
  const down = Array.from(
    { length: 5 },
    (_, index) => () => (index % 2 ? refusal(503, 'SERVICE_UNAVAILABLE') : brokenConnection()),
  );
  const { client, sent } = scriptedClient([
    () => page('c1', notification('one')),
    ...down,
    () => page('c2', notification('two')),
    () => page('c2'),
  ]);
  const { outages, ids, error } = await follow(client, 2);
  expect([outages.length, ids, error]).toEqual([1, ['one', 'two'], undefined]);
  expect(cursors(sent)).toEqual(['c0', ...Array.from({ length: 6 }, () => 'c1'), 'c2']);
});

it('ends where the key is refused', async () => {
  const { client } = scriptedClient([() => refusal(401, 'UNAUTHORIZED')]);
  const { error, outages } = await follow(client, 1);
  expect([outages, String(error)]).toEqual([[], expect.stringContaining('401 UNAUTHORIZED')]);
});

it('leaves out what an erased person had', async () => {
  const { client } = scriptedClient([
    () => page('c1', notification('gone', { state: 'ERASED' }), notification('there')),
  ]);
  expect((await follow(client, 1)).ids).toEqual(['there']);
});

it('finds the end of the feed', async () => {
  const { client, sent } = scriptedClient([() => page('c1'), () => page('c2'), () => page('c2')]);
  expect(await endOfFeed(client, new AbortController().signal)).toBe('c2');
  expect(cursors(sent)).toEqual([null, 'c1', 'c2']);
});

it('begins at a time, and then goes on by cursors', async () => {
  const { client, sent } = scriptedClient([
    () => page('c1', notification('one')),
    () => page('c2', notification('two')),
    () => page('c2'),
  ]);
  const end = new AbortController();
  const start = Date.parse('2026-01-15T16:00:00.000Z');
  const options = { ramp: client, start, signal: end.signal, pollIntervalMs: 1_000, onOutage: () => undefined };
  for await (const { nextCursor } of followNotifications(options)) if (nextCursor === 'c2') end.abort();
  expect(cursors(sent)).toEqual([null, 'c1', 'c2']);
  expect(sent.map(({ url }) => url.searchParams.get('from'))).toEqual(['2026-01-15T16:00:00.000Z', null, null]);
});
