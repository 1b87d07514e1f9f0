import { describe, expect, it } from 'vitest';
import { endpointsIn } from '#shared/api/endpoints';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const created: string[] = [];

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();
const otherUser = await partner.verifiedUser();
for (let index = 0; index < 25; index += 1) {
  const answer = await partner.post(
    '/cross-ramp',
    partner.crossRamp(index % 5 === 0 ? otherUser : userId, { sourceAmount: 1000 + index }),
  );
  created.push(answer.body.data.id);
  // Ids sort by the millisecond of their creation.
  await new Promise((resolve) => setTimeout(resolve, 2));
}

const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
const list = async (query: string) => (await partner.get(`/transactions?${query}`)).body.data;

describe('a list', () => {
  it('shows the newest first, 20 at a time, with a cursor', async () => {
    const first = await list('');
    expect([first.count, first.total, first.data.length]).toEqual([25, 25, 20]);
    expect(ids(first)).toEqual(created.toReversed().slice(0, 20));
    const second = await list(`cursor=${first.nextCursor}`);
    expect(ids(second)).toEqual(created.toReversed().slice(20));
    expect(second.nextCursor).toBeUndefined();
  });

  it('shows what the caller has just created', async () => {
    const answer = await partner.post('/users', { type: 'INDIVIDUAL', email: 'fresh@example.com' });
    const users = (await partner.get('/users?limit=1')).body.data;
    expect(ids(users)).toEqual([answer.body.data.userId]);
  });

  it.each([
    ['limit=5&skip=10', (all: string[]) => all.slice(10, 15)],
    ['limit=5&sortOrder=asc', (all: string[]) => all.toReversed().slice(0, 5)],
    ['limit=5&sortOrder=ASC&sortBy=createdAt', (all: string[]) => all.toReversed().slice(0, 5)],
    ['skip=25', () => []],
    ['skip=100000', () => []],
    ['limit=100', (all: string[]) => all],
  ])('pages by %s', async (query, expected) => {
    const page = await list(query);
    expect(ids(page)).toEqual(expected(created.toReversed()));
    expect(page.count).toBe(25);
  });

  it('filters by user, type, status, currency, id and time', async () => {
    const others = created.filter((_, index) => index % 5 === 0).toReversed();
    expect(ids(await list(`userId=${otherUser}`))).toEqual(others);
    expect((await list(`userId=${otherUser}`)).count).toBe(5);
    expect((await list('type=CROSS_RAMP')).count).toBe(25);
    expect((await list('type=ON_RAMP')).count).toBe(0);
    expect((await list('status=PENDING')).count).toBe(25);
    expect((await list(`status=PENDING&userId=${otherUser}&type=CROSS_RAMP&fiatCurrency=USD`)).count).toBe(5);
    expect((await list('fiatCurrency=MXN')).count).toBe(25);
    expect((await list('fiatCurrency=EUR')).count).toBe(0);
    expect(ids(await list(`id=${created[3]}`))).toEqual([created[3]]);
    const middle = (await partner.get(`/transactions/${created[12]}`)).body.data.createdAt;
    expect((await list(`createdFrom=${middle}`)).count).toBe(13);
    expect((await list(`createdTo=${middle}&createdFrom=${middle}`)).count).toBe(1);
  });
});

describe('every list', () => {
  const lists = endpointsIn('sandbox').filter(({ id, method }) => method === 'GET' && id.startsWith('list'));

  it.each(lists.map((row) => [row.path, row] as const))(
    '%s refuses a parameter that it does not know, and one that is given twice',
    async (_path, { path, id }) => {
      const place = path.replaceAll(/\{\w+\}/g, userId);
      const refusedFields = async (query: string) => {
        const { status, body } = await partner.get(`${place}?${query}`);
        return [status, body.code, body.errors?.map(({ field }: { field: string }) => field)];
      };
      const refused = [400, 'INVALID_USER_INPUT_ERROR'];
      expect(await refusedFields('stauts=FAILED&Limit=5')).toEqual([...refused, ['stauts', 'Limit']]);
      if (['listTransactionEvents', 'listTransactionLedger'].includes(id)) return;
      expect(await refusedFields('limit=5&limit=5')).toEqual([...refused, ['limit']]);
      expect(await refusedFields('limit=x&limit=5&z=1')).toEqual([...refused, ['limit', 'z']]);
    },
  );

  it('is one of these', () => {
    expect(lists.length).toBeGreaterThan(10);
  });

  it('refuses unknown names, which other operations ignore', async () => {
    expect((await partner.get('/settlement-calendar?country=MX&unknown=1&unknown=2')).status).toBe(200);
    const twice = await partner.get('/settlement-calendar?country=MX&country=MX');
    expect([twice.status, twice.body.errors]).toEqual([400, [{ field: 'country', message: 'Must be given once' }]]);
  });
});
