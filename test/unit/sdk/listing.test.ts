import { describe, expect, it, vi } from 'vitest';
import { scriptedClient, success } from './scripted-fetch';

const wallet = (id: string) => ({ id });
const pages = [
  { count: 3, total: 3, data: [wallet('1'), wallet('2')], nextCursor: 'b' },
  { count: 3, total: 3, data: [], nextCursor: 'c' },
  { count: 3, total: 3, data: [wallet('3')] },
];

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('a list', () => {
  const script = pages.map((page) => () => success(page));

  it('awaited is its first page', async () => {
    const { client, sent } = scriptedClient(script);
    expect(await client.wallets.list('u', { limit: 2 })).toEqual(pages[0]);
    expect(sent).toHaveLength(1);
  });

  it('iterated is every item of all pages, with the same filters', async () => {
    const { client, sent } = scriptedClient(script);
    const items = await collect(client.wallets.list('u', { limit: 2, skip: 0, vmType: 'EVM' }));
    expect(items.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?limit=2&skip=0&vmType=EVM',
      '?cursor=b&limit=2&vmType=EVM',
      '?cursor=c&limit=2&vmType=EVM',
    ]);
  });

  it('reads no further than the loop goes', async () => {
    const { client, sent } = scriptedClient(script);
    for await (const _ of client.wallets.list('u')) break;
    expect(sent).toHaveLength(1);
  });

  it('gives its pages', async () => {
    const { client } = scriptedClient(script);
    expect(await collect(client.wallets.list('u').pages())).toEqual(pages);
  });
});

const change = (id: string) => ({ type: 'USER', id, version: 1, at: '2026-01-15T16:30:00.000Z', resource: {} });

describe('the change feed', () => {
  const script = [
    () => success({ data: [change('1')], nextCursor: 'a' }),
    () => success({ data: [], nextCursor: 'b' }),
    () => success({ data: [change('2')], nextCursor: 'c' }),
    () => success({ data: [], nextCursor: 'c' }),
  ];

  it('ends where the cursor stays the same', async () => {
    const { client, sent } = scriptedClient(script);
    expect((await collect(client.changes.list())).map(({ id }) => id)).toEqual(['1', '2']);
    expect(sent.map(({ url }) => url.search)).toEqual(['', '?cursor=a', '?cursor=b', '?cursor=c']);
  });

  it('costs one request where there is nothing new', async () => {
    const { client, sent } = scriptedClient(script.slice(3));
    expect(await collect(client.changes.list({ cursor: 'c' }))).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('is followed from page to page, and goes on after a pause', async () => {
    const controller = new AbortController();
    const later = () => success({ data: [change('3')], nextCursor: 'd' });
    const { client, sent } = scriptedClient([...script, later, () => success({ data: [], nextCursor: 'd' })]);
    const seen: string[] = [];
    const feed = client.changes.follow({ types: ['USER', 'KYC'] }, { pollIntervalMs: 1, signal: controller.signal });
    for await (const { data, nextCursor } of feed.pages()) {
      seen.push(...data.map(({ id }) => id), nextCursor);
      if (nextCursor === 'd') controller.abort();
    }
    expect(seen).toEqual(['1', 'a', '2', 'c', '3', 'd']);
    expect(sent[4]?.url.search).toBe('?types=USER%2CKYC&cursor=c');
  });

  it('ends at the signal without an error, also while it waits', async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const { client } = scriptedClient(script);
      const ended = collect(client.changes.follow({}, { signal: controller.signal }));
      setTimeout(() => controller.abort(), 2_000);
      await vi.runAllTimersAsync();
      expect((await ended).map(({ id }) => id)).toEqual(['1', '2']);
    } finally {
      vi.useRealTimers();
    }
  });
});
