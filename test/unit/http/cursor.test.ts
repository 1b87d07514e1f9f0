import { expect, it } from 'vitest';
import { Problem } from '#shared/api/problems';
import { type CursorScope, openCursor, sealCursor } from '#shared/http/cursor';

const POSITION = '019bc1c5-0000-7000-8000-000000000001';
const list: CursorScope = {
  id: 'listTransactions',
  caller: { partnerId: 'P' },
  params: { userId: 'U' },
  query: { status: 'COMPLETED', limit: 20 },
};
const cursor = sealCursor(list, { data: [], nextCursor: POSITION }).nextCursor;

/** Returns the position in a cursor, or the error. */
function open(scope: Partial<CursorScope>, query: object = {}): unknown {
  try {
    return openCursor({ ...list, ...scope, query: { status: 'COMPLETED', cursor, ...query } });
  } catch (error) {
    return error instanceof Problem ? error.details.errors : error;
  }
}

const FOREIGN = [{ field: 'cursor', message: 'Is not a cursor of this list' }];

it.each([
  ['the same request', {}],
  ['another limit', { limit: 5 }],
  ['the order by its name', { sortOrder: 'DESC', sortBy: 'createdAt' }],
])('leads on with %s', (_, query) => {
  expect(open({}, query)).toMatchObject({ ...query, cursor: POSITION });
});

it.each<[string, Partial<CursorScope>, object]>([
  ['operation', { id: 'listUsers' }, {}],
  ['partner', { caller: { partnerId: 'Q' } }, {}],
  ['user', { params: { userId: 'V' } }, {}],
  ['filter', {}, { status: 'CANCELED' }],
  ['number of filters', {}, { type: 'ON_RAMP' }],
  ['order', {}, { sortOrder: 'asc' }],
])('is not one of another %s', (_, scope, query) => {
  expect(open(scope, query)).toEqual(FOREIGN);
});

it.each(['', 'x', '1', Buffer.from(`1:${POSITION}`).toString('base64url'), Buffer.from(POSITION).toString('base64')])(
  'is not the text %j',
  (text) => {
    expect(open({}, { cursor: text })).toEqual(FOREIGN);
  },
);

it.each([0, 20])('is refused together with a skip of %s', (skip) => {
  expect(open({}, { skip })).toEqual([
    { field: 'cursor', message: 'Must not be sent together with skip' },
    { field: 'skip', message: 'Must not be sent together with cursor' },
  ]);
});

it('leads through the feed for any choice of types', () => {
  const feed = { ...list, id: 'listChanges', params: {} };
  const at = sealCursor({ ...feed, query: {} }, { nextCursor: '4:2' }).nextCursor;
  expect(openCursor({ ...feed, query: { types: ['USER'], cursor: at } })).toMatchObject({ cursor: '4:2' });
});

it('leaves data without a next page unchanged', () => {
  for (const data of [{ data: [] }, { nextCursor: undefined }, 'text', null]) expect(sealCursor(list, data)).toBe(data);
});
