import { expect, it } from 'vitest';
import { contract } from '#functions/user-accounts/list/contract';
import { handler } from '#functions/user-accounts/list/handler';
import { invalidInput } from '#shared/api/problems';
import { bankAccountCreationWrites, deleteBankAccounts } from '#shared/bank-accounts/repository';
import { toBankAccountResponse } from '#shared/bank-accounts/response';
import { createReceiver } from '#shared/receivers/repository';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aReceiver } from '#test/support/builders/receivers';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';

describeEndpoint(contract, handler, {
  request: async (world) => {
    const user = await world.user();
    await world.store(...bankAccountCreationWrites(aUserAccount(user)));
    return { path: { userId: user.id } };
  },
  foreign: 'UNAUTHORIZED',
  refuses: [
    ...['limit=0', 'limit=101', 'skip=-1', 'sortOrder=up', 'country=BR', 'rampType=RAMP', 'sortBy=country'],
    ...['cursor=nonsense', 'currency=MXN'],
  ],
});

/** Creates a user's Mexican account, a US account one second later, and a receiver's account, which the list must not contain. */
async function accounts(world: World) {
  const user = await world.user();
  const receiver = aReceiver(user);
  await createReceiver(receiver);
  const mexican = aUserAccount(user, { rampType: 'OFF_RAMP' });
  await world.store(...bankAccountCreationWrites(mexican));
  world.advance(1000);
  const american = aUserAccount(user, { country: 'US', rampType: 'CROSS_RAMP' });
  const receivers = aReceiverAccount(receiver);
  await world.store(...bankAccountCreationWrites(american), ...bankAccountCreationWrites(receivers));
  const list = (query: Record<string, string> = {}) => world.call(handler, { path: { userId: user.id }, query });
  return { mexican, american, receivers, list };
}

it.each([
  [{}, ['US', 'MX']],
  [{ sortOrder: 'ASC' }, ['MX', 'US']],
  [{ country: 'MX' }, ['MX']],
  [{ rampType: 'CROSS_RAMP' }, ['US']],
  [{ country: 'MX', rampType: 'CROSS_RAMP' }, []],
])('lists the accounts of %j', async (query, countries) => {
  const { mexican, american, list } = await accounts(await createWorld('listUserBankAccounts'));
  const data = countries.map((country) => toBankAccountResponse(country === 'MX' ? mexican : american));
  expect((await list(query)).body).toEqual({ success: true, data: { count: data.length, total: 2, data } });
});

it('shows the newest first, page by page', async () => {
  const { mexican, american, list } = await accounts(await createWorld('listUserBankAccounts'));
  const first = (await list({ limit: '1' })).body.data;
  const cursor = first.nextCursor;
  expect(first).toEqual({ count: 2, total: 2, data: [toBankAccountResponse(american)], nextCursor: cursor });
  const second = (await list({ limit: '1', cursor })).body.data;
  expect(second).toEqual({ count: 2, total: 2, data: [toBankAccountResponse(mexican)] });
});

it('finds one by its id, where the other filters hold', async () => {
  const { mexican, receivers, list } = await accounts(await createWorld('listUserBankAccounts'));
  const found = { count: 1, total: 2, data: [toBankAccountResponse(mexican)] };
  expect((await list({ id: mexican.id.toUpperCase() })).body.data).toEqual(found);
  for (const query of [{ id: mexican.id, country: 'US' }, { id: receivers.id }, { id: UNKNOWN }])
    expect((await list(query)).body.data).toEqual({ count: 0, total: 2, data: [] });
  expect(await list({ id: 'no-id' })).toMatchObject(
    refusal(invalidInput([{ field: 'id', message: 'Must be a UUID' }])),
  );
  expect((await list({ id: mexican.id, country: 'MX' })).body.data).toEqual(found);
  expect((await list({ id: mexican.id, skip: '1' })).body.data).toEqual({ ...found, data: [] });
});

it('shows nothing beyond the last', async () => {
  const { list } = await accounts(await createWorld('listUserBankAccounts'));
  expect((await list({ skip: '2' })).body.data).toEqual({ count: 2, total: 2, data: [] });
});

it('leaves out a deleted one', async () => {
  const { mexican, american, list } = await accounts(await createWorld('listUserBankAccounts'));
  await deleteBankAccounts([mexican], Date.now());
  expect((await list()).body.data).toEqual({ count: 1, total: 1, data: [toBankAccountResponse(american)] });
  expect((await list({ id: mexican.id })).body.data).toEqual({ count: 0, total: 1, data: [] });
});
