import { expect, it } from 'vitest';
import { contract } from '#functions/receiver-accounts/list/contract';
import { handler } from '#functions/receiver-accounts/list/handler';
import { receiverNotFound } from '#shared/api/problems';
import { bankAccountCreationWrites, deleteBankAccounts } from '#shared/bank-accounts/repository';
import { toBankAccountResponse } from '#shared/bank-accounts/response';
import { createReceiver } from '#shared/receivers/repository';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aReceiver } from '#test/support/builders/receivers';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

/** Creates a receiver with accounts in Mexico and the United States, one second apart, and an account of its user. */
async function accounts(world: World) {
  const user = await world.user();
  const receiver = aReceiver(user);
  await createReceiver(receiver);
  const mexican = aReceiverAccount(receiver, { rampType: 'OFF_RAMP' });
  const users = aUserAccount(user);
  await world.store(...bankAccountCreationWrites(mexican), ...bankAccountCreationWrites(users));
  world.advance(1000);
  const american = aReceiverAccount(receiver, { country: 'US', rampType: 'CROSS_RAMP' });
  await world.store(...bankAccountCreationWrites(american));
  const path = { receiverId: receiver.id };
  const list = (query: Record<string, string> = {}) => world.call(handler, { path, query });
  return { path, mexican, american, users, list };
}

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: (await accounts(world)).path }),
  foreign: 'RECEIVER_NOT_FOUND',
  unknown: { receiverId: receiverNotFound() },
  refuses: ['limit=101', 'country=BR', 'receiverId=x'],
});

it.each([
  [{}, ['US', 'MX']],
  [{ sortOrder: 'asc' }, ['MX', 'US']],
  [{ country: 'US' }, ['US']],
  [{ rampType: 'OFF_RAMP' }, ['MX']],
  [{ skip: '5' }, []],
])("lists the receiver's accounts of %j", async (query, countries) => {
  const { mexican, american, list } = await accounts(await createWorld('listReceiverBankAccounts'));
  const data = countries.map((country) => toBankAccountResponse(country === 'MX' ? mexican : american));
  const count = 'skip' in query ? 2 : data.length;
  expect((await list(query)).body).toEqual({ success: true, data: { count, total: 2, data } });
});

it("finds one by its id, and not the user's own", async () => {
  const { mexican, users, list } = await accounts(await createWorld('listReceiverBankAccounts'));
  const found = { count: 1, total: 2, data: [toBankAccountResponse(mexican)] };
  expect((await list({ id: mexican.id })).body.data).toEqual(found);
  expect((await list({ id: users.id })).body.data).toEqual({ count: 0, total: 2, data: [] });
});

it('leaves out a deleted one', async () => {
  const { mexican, american, list } = await accounts(await createWorld('listReceiverBankAccounts'));
  await deleteBankAccounts([american], Date.now());
  expect((await list()).body.data).toEqual({ count: 1, total: 1, data: [toBankAccountResponse(mexican)] });
});
