import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#functions/changes/list/contract';
import { handler } from '#functions/changes/list/handler';
import { insufficientScope, invalidInput } from '#shared/api/problems';
import { type ChangeType, changeTypes } from '#shared/changes/change-type';
import { appendChanges } from '#shared/changes/repository';
import { feedPageKey } from '#shared/dynamodb/keys';
import { deleteItem } from '#shared/dynamodb/writes';
import { foreignCursor } from '#shared/http/cursor';
import type { KeyScope } from '#shared/partners/domain/key-scopes';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: () => ({}),
  refuses: [
    ...['from=yesterday', 'from=2026-02-30', 'limit=0', 'limit=101', 'types=USER,WALLET', 'types='],
    ...['cursor=nonsense', 'cursor=MTow', 'cursor=\u0000', `cursor=${'x'.repeat(101)}`, 'type=USER', 'skip=1'],
  ],
});
afterEach(() => vi.unstubAllEnvs());

const RETENTION_MS = 35 * 24 * 3_600_000;

/** Returns a change as callers read it. */
function change(number: number, type: ChangeType = 'USER') {
  return { type, id: `id-${number}`, version: number, at: '2026-01-15T12:00:00.000Z', resource: { number } };
}

/** Adds changes to the feed of the partner, as one batch of the stream. */
async function append(world: World, ...changes: readonly ReturnType<typeof change>[]) {
  const streamed = changes.map(({ resource, ...others }) => ({
    change: { ...others, resource: JSON.stringify(resource) },
    ...{ partition: `USER#${others.id}`, seq: String(others.version).padStart(40, '0') },
  }));
  await appendChanges(world.partner.id, streamed, Date.now());
}

const list = (world: World, query: Readonly<Record<string, string>> = {}) => world.call(handler, { query });

it('is empty at first, with a cursor that leads to what comes', async () => {
  const world = await createWorld('listChanges');
  const first = await list(world);
  const { nextCursor: cursor } = first.body.data;
  expect(first.body).toEqual({ success: true, data: { data: [], nextCursor: cursor } });
  expect((await list(world, { cursor })).body.data).toEqual({ data: [], nextCursor: cursor });
  await append(world, change(1));
  expect((await list(world, { cursor })).body.data).toMatchObject({ data: [change(1)] });
});

it('reads on from a cursor, over the pages that are stored, each change once', async () => {
  const world = await createWorld('listChanges');
  await append(world, change(1), change(2), change(3));
  await append(world, change(4));
  const first = (await list(world, { limit: '2' })).body.data;
  expect(first.data).toEqual([change(1), change(2)]);
  const second = (await list(world, { limit: '2', cursor: first.nextCursor })).body.data;
  expect(second.data).toEqual([change(3), change(4)]);
  const end = (await list(world, { cursor: second.nextCursor })).body.data;
  expect(end).toEqual({ data: [], nextCursor: second.nextCursor });
  await append(world, change(5));
  expect((await list(world, { cursor: end.nextCursor })).body.data.data).toEqual([change(5)]);
});

it('shows twenty changes unless asked otherwise', async () => {
  const world = await createWorld('listChanges');
  await append(world, ...Array.from({ length: 30 }, (_, index) => change(index + 1)));
  expect((await list(world)).body.data.data).toHaveLength(20);
  expect((await list(world, { limit: '100' })).body.data.data).toHaveLength(30);
});

it('shows the types that are asked for, and leads past the others', async () => {
  const world = await createWorld('listChanges');
  const all = [change(1), change(2, 'KYC'), change(3, 'TRANSACTION'), change(4)];
  await append(world, ...all);
  const { data, nextCursor } = (await list(world, { types: 'KYC,TRANSACTION' })).body.data;
  expect(data).toEqual(all.slice(1, 3));
  expect(nextCursor).toBe((await list(world)).body.data.nextCursor);
});

it("shows nothing of another partner's feed, also by its cursor", async () => {
  const world = await createWorld('listChanges');
  await append(world, change(1));
  const { nextCursor: cursor } = (await list(world, { limit: '1' })).body.data;
  const partner = await world.newPartner();
  expect((await world.call(handler, { partner })).body.data.data).toEqual([]);
  expect(await world.call(handler, { partner, query: { cursor } })).toMatchObject(refusal(foreignCursor()));
});

it('goes 35 days back, also where older pages are still stored', async () => {
  const world = await createWorld('listChanges');
  await append(world, change(1));
  world.advance(RETENTION_MS - 1);
  expect((await list(world)).body.data.data).toEqual([change(1)]);
  await append(world, change(2));
  world.advance(1);
  expect((await list(world)).body.data.data).toEqual([change(2)]);
});

describe('from a time', () => {
  const STEP_MS = 300_000;
  /** Writes feed pages five minutes apart. @returns the time of each page */
  async function writtenFeed(pages: number) {
    const world = await createWorld('listChanges');
    const times: string[] = [];
    for (let number = 1; number <= pages; number += 1) {
      world.advance(STEP_MS);
      times.push(new Date().toISOString());
      await append(world, change(number));
    }
    return { world, times };
  }
  const numbers = (response: Awaited<ReturnType<typeof list>>) =>
    response.body.data.data.map(({ version }: { version: number }) => version);

  it.each([1, 2, 3, 7, 16])('begins with each of %i pages', async (pages) => {
    const { world, times } = await writtenFeed(pages);
    for (const [at, from] of times.entries()) {
      const expected = Array.from({ length: pages - at }, (_, index) => at + index + 1);
      expect(numbers(await list(world, { from }))).toEqual(expected);
    }
    expect(numbers(await list(world, { from: '2026-01-01' }))).toHaveLength(pages);
  });

  it('leads to what comes where nothing is as young, also in an empty feed', async () => {
    const { world } = await writtenFeed(3);
    const later = { from: new Date(Date.now() + STEP_MS).toISOString() };
    const { data, nextCursor: cursor } = (await list(world, later)).body.data;
    expect(data).toEqual([]);
    await append(world, change(4));
    expect(numbers(await list(world, { cursor }))).toEqual([4]);
    const empty = await createWorld('listChanges');
    expect(numbers(await list(empty, later))).toEqual([]);
  });

  it('finds its place among pages whose time to live has ended', async () => {
    const { world, times } = await writtenFeed(9);
    for (const number of [1, 3, 4]) await world.store(deleteItem(feedPageKey(world.partner.id, number)));
    expect(numbers(await list(world, { from: String(times[6]) }))).toEqual([7, 8, 9]);
  });

  it('begins early enough for pages whose writers began before they wrote', async () => {
    const { world } = await writtenFeed(4);
    world.advance(30_000);
    const from = new Date().toISOString();
    const late = change(5);
    const streamed = { change: { ...late, resource: JSON.stringify(late.resource) }, partition: 'USER#late', seq: '1' };
    await appendChanges(world.partner.id, [streamed], Date.now() - 30_000);
    await append(world, change(6));
    expect(numbers(await list(world, { from }))).toEqual(expect.arrayContaining([5, 6]));
  });

  it('is refused beside a cursor', async () => {
    const { world, times } = await writtenFeed(1);
    const { nextCursor: cursor } = (await list(world)).body.data;
    const wrong = invalidInput([{ field: 'from', message: 'Must not be sent together with cursor' }]);
    expect(await list(world, { cursor, from: String(times[0]) })).toMatchObject(refusal(wrong));
  });
});

describe('a restricted key', () => {
  const notice = (number: number, type: string) => ({
    ...change(number, 'NOTIFICATION'),
    resource: { number, payload: { type } },
  });
  const erased = { ...change(11, 'NOTIFICATION'), resource: { number: 11, state: 'ERASED' } };
  const all = [
    ...changeTypes.slice(0, -1).map((type, index) => change(index + 1, type)),
    ...[notice(7, 'TRANSACTION'), notice(8, 'KYC'), notice(9, 'SIGNATURE')],
    ...[notice(10, 'TEST'), erased],
  ];

  it.each<[KeyScope[], number[]]>([
    [[], []],
    [['users:read'], [1]],
    [
      ['users:write', 'kyc:read', 'owners:read', 'bank-accounts:read'],
      [1, 2, 3, 4],
    ],
    [['quotes:read'], []],
    [['transactions:read'], [6]],
    [
      ['quotes:write', 'transactions:write'],
      [5, 6],
    ],
    [['webhooks:read'], [10]],
    [
      ['webhooks:read', 'transactions:read'],
      [6, 7, 10],
    ],
    [
      ['webhooks:write', 'kyc:write', 'owners:write'],
      [2, 3, 8, 9, 10],
    ],
  ])('with changes:read and %j reads what these show, and is led past the rest', async (scopes, numbers) => {
    const world = await createWorld('listChanges');
    await append(world, ...all);
    const partner = await world.restricted('changes:read', ...scopes);
    const { data, nextCursor } = (await world.call(handler, { partner })).body.data;
    expect(data.map(({ version }: { version: number }) => version)).toEqual(numbers);
    expect(nextCursor).toBe((await list(world)).body.data.nextCursor);
  });

  it('is refused types that its scopes do not show', async () => {
    const world = await createWorld('listChanges');
    await append(world, ...all);
    const partner = await world.restricted('changes:read', 'users:read', 'quotes:read');
    const read = (types: string) => world.call(handler, { partner, query: { types } });
    expect((await read('USER')).body.data.data).toEqual([all[0]]);
    for (const types of ['TRANSACTION', 'USER,TRANSACTION', 'QUOTE'])
      expect(await read(types)).toMatchObject(refusal(insufficientScope('transactions:read')));
    expect(await read('KYC')).toMatchObject(refusal(insufficientScope('kyc:read')));
  });
});
