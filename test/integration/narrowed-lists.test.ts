import { beforeAll, describe, expect, it } from 'vitest';
import { addToLists, allFacet } from '#shared/dynamodb/lists/list-rows';
import { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { minIdAt } from '#shared/values/ids';
import { ownStack } from '#test/support/own-stack';
import { writeItems } from '#test/support/write-items';

/** More than one request scans. */
const OLD_ROWS = 5100;
const OLD_MS = Date.UTC(2025, 0, 1);

const created: { readonly id: string; readonly type: string }[] = [];
const cancelled: string[] = [];
const users: { readonly id: string; readonly type: string }[] = [];

const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const bodies = (userId: string) => ({
  ON_RAMP: {
    ...{ userId, ...pair, fiatAmount: 500 },
    destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  },
  OFF_RAMP: {
    ...{ userId, ...pair, cryptoAmount: 50 },
    userBankInformation: { accountIdentifier: '012180015500000008' },
  },
  CROSS_RAMP: partner.crossRamp(userId, { sourceAmount: 1500 }),
});
const paths = { ON_RAMP: '/on-ramp', OFF_RAMP: '/off-ramp', CROSS_RAMP: '/cross-ramp' } as const;

// Nothing runs in the background.
const running = await ownStack({ settings: { SANDBOX_STEP_MS: '3600000' } });
const partner = await running.newPartner();
const userId = await partner.newUser();
await partner.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
for (const type of ['BUSINESS', 'INDIVIDUAL', 'INDIVIDUAL', 'BUSINESS', 'INDIVIDUAL'] as const) {
  const name = type === 'BUSINESS' ? { businessName: 'ACME' } : {};
  users.push({ id: await partner.newUser({ type, ...name }), type });
}
for (const [round, type] of [
  ...(['OFF_RAMP', 'ON_RAMP', 'CROSS_RAMP', 'ON_RAMP', 'OFF_RAMP', 'OFF_RAMP'] as const),
  ...(['ON_RAMP', 'CROSS_RAMP', 'OFF_RAMP'] as const),
].entries()) {
  const answer = await partner.post(paths[type], bodies(userId)[type]);
  expect(answer.status, answer.text).toBe(201);
  created.push({ id: answer.body.data.id, type });
  if (round >= 6) {
    await partner.put(`/transactions/${answer.body.data.id}/cancel`);
    cancelled.push(answer.body.data.id);
  }
  // Ids sort by the millisecond of their creation.
  await new Promise((resolve) => setTimeout(resolve, 2));
}

interface PageBody {
  readonly count: number;
  readonly countIsLowerBound?: boolean;
  readonly total: number;
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor?: string;
}
const read = async (path: string, by = partner): Promise<PageBody> => {
  const answer = await by.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const toIds = (pages: readonly PageBody[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));

/** Every page that a reader by cursor gets. */
async function walk(path: string, by = partner): Promise<PageBody[]> {
  const pages: PageBody[] = [];
  let rest = '';
  do {
    const page = await read(`${path}${rest}`, by);
    pages.push(page);
    rest = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
  } while (rest !== '');
  return pages;
}

describe('transactions of a status', () => {
  const waiting = () =>
    created.filter(({ id, type }) => type !== 'CROSS_RAMP' && !cancelled.includes(id)).map(({ id }) => id);

  it('are those of every type, in one order', async () => {
    const ascending = await walk('/transactions?status=PENDING_PAYMENT&limit=2&sortOrder=asc');
    expect(toIds(ascending)).toEqual(waiting());
    expect(ascending.map(({ count, total }) => [count, total])).toEqual([
      [5, 9],
      [5, 9],
      [5, 9],
    ]);
    expect(toIds(await walk('/transactions?status=PENDING_PAYMENT&limit=2'))).toEqual(waiting().toReversed());
    expect(toIds([await read('/transactions?status=PENDING_PAYMENT&skip=1&limit=3')])).toEqual(
      waiting().toReversed().slice(1, 4),
    );
    expect(toIds([await read('/transactions?status=CANCELLED')])).toEqual(cancelled.toReversed());
  });

  it('are those of one type where that is asked for', async () => {
    for (const type of ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP']) {
      const own = created.filter((one) => one.type === type).map(({ id }) => id);
      const page = await read(`/transactions?status=CANCELLED&type=${type}`);
      expect(toIds([page])).toEqual(own.filter((id) => cancelled.includes(id)));
      expect(page).toMatchObject({ count: 1, total: 9 });
      expect(page).not.toHaveProperty('countIsLowerBound');
    }
  });

  it('are none of a type that has no such status', async () => {
    expect(await read('/transactions?status=PENDING_PAYMENT&type=CROSS_RAMP')).toEqual({
      count: 0,
      total: 9,
      data: [],
    });
  });
});

it('users of a verification status are those of both types, or of one', async () => {
  const own = users.map(({ id }) => id);
  expect(toIds(await walk('/users?kycStatus=NOT_STARTED&limit=2&sortOrder=asc'))).toEqual(own);
  const page = await read('/users?kycStatus=NOT_STARTED&type=BUSINESS');
  expect(toIds([page])).toEqual([own[3], own[0]]);
  expect(page).toMatchObject({ count: 2, total: 6 });
});

it('notifications are those of a transaction, a user, an event, a status and a range, in any combination', async () => {
  const list = async (query: string) => {
    const answer = await partner.get(`/webhook-notifications?sortOrder=asc&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const events = (page: { data: { eventType: string }[] }) => page.data.map(({ eventType }) => eventType);
  const [id] = cancelled;
  const { userId } = (await partner.get(`/transactions/${id}`)).body.data;
  const [first, second] = ['CREATED_ON_RAMP', 'CANCELLED_ON_RAMP'];
  const both = await list(`transactionId=${id}`);
  expect([both.count, events(both)]).toEqual([2, [first, second]]);
  const page = await list(`transactionId=${id}&limit=1`);
  expect(events(await list(`transactionId=${id}&limit=1&cursor=${page.nextCursor}`))).toEqual([second]);
  expect(events(await list(`userId=${userId}&transactionId=${id}&eventType=${second}`))).toEqual([second]);
  expect((await list(`userId=${userId}&eventType=${first}&status=NOT_SENT`)).count).toBe(3);
  expect((await list(`eventType=${first}&status=SENT`)).count).toBe(0);
  expect((await list(`userId=${users[0]?.id}&transactionId=${id}`)).count).toBe(0);
  const at = both.data[1]?.createdAt;
  expect(events(await list(`userId=${userId}&createdFrom=${at}&createdTo=${at}`))).toEqual([second]);
  // Besides nine creations and three cancellations: the verification, asked for and decided.
  expect((await list(`userId=${userId}&createdTo=${at}`)).count).toBe(2 + 7 + 1);
});

describe('a list that is longer than one request scans', () => {
  beforeAll(async () => {
    const rows = Array.from({ length: OLD_ROWS }, (_, index) =>
      addToLists(
        {
          partnerId: partner.partnerId,
          collection: 'TX',
          id: minIdAt(OLD_MS + index * 1000),
          attributes: { type: 'CROSS_RAMP', userId: '', sourceCurrency: 'EUR', targetCurrency: 'EUR' },
        },
        [allFacet],
      ),
    );
    await writeItems(PendingWrite.toTransactItems(rows.flat()).flatMap(({ Put }) => Put?.Item ?? []));
  });
  const all = () => created.map(({ id }) => id);

  it('shows every match to a reader by cursor, and says that its count is a lower bound', async () => {
    const newest = await walk('/transactions?fiatCurrency=MXN');
    expect(newest.map(({ data }) => data.length)).toEqual([9, 0]);
    expect(newest.map(({ count, countIsLowerBound }) => [count, countIsLowerBound])).toEqual([
      [9, true],
      [9, true],
    ]);
    const oldest = await walk('/transactions?fiatCurrency=MXN&sortOrder=asc&limit=5');
    expect(oldest.map(({ data }) => data.length)).toEqual([0, 5, 4]);
    expect(oldest.map(({ count }) => count)).toEqual([0, 0, 0]);
    expect(toIds(oldest)).toEqual(all());
  });

  it('is counted to the end where the dates leave few rows', async () => {
    const page = await read('/transactions?fiatCurrency=MXN&createdFrom=2026-01-01');
    expect(toIds([page])).toEqual(all().toReversed());
    expect(page.count).toBe(9);
    expect(page).not.toHaveProperty('countIsLowerBound');
    expect(page).not.toHaveProperty('nextCursor');
  });

  it.each([
    ['skip=10', 'Must not lead beyond the first 5000 items of the list; read on with the cursor of the last page'],
    ['skip=10001', 'Must be at most 10000; read on with the cursor of the last page'],
  ])('refuses %s where it cannot know the rows there', async (skip, message) => {
    const answer = await partner.get(`/transactions?fiatCurrency=MXN&${skip}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(answer.body.errors).toEqual([{ field: 'skip', message }]);
  });
});
