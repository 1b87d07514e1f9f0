import { expect, it } from 'vitest';
import { contract } from '#functions/receiver-accounts/delete/contract';
import { handler } from '#functions/receiver-accounts/delete/handler';
import { accountOfAnotherOwner, bankAccountNotFound, receiverNotFound } from '#shared/api/problems';
import { bankAccountCreationWrites, deleteBankAccounts, findBankAccount } from '#shared/bank-accounts/repository';
import { createReceiver } from '#shared/receivers/repository';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aReceiver } from '#test/support/builders/receivers';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

async function stored(world: World) {
  const user = await world.user();
  const receiver = aReceiver(user);
  await createReceiver(receiver);
  const account = aReceiverAccount(receiver);
  await world.store(...bankAccountCreationWrites(account));
  return { user, receiver, account, path: { receiverId: receiver.id, id: account.id } };
}

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: (await stored(world)).path }),
  foreign: 'RECEIVER_NOT_FOUND',
  unknown: { receiverId: receiverNotFound(), id: bankAccountNotFound() },
});

it('deletes an account, which stays stored for its transactions', async () => {
  const world = await createWorld('deleteReceiverBankAccount');
  const { account, path } = await stored(world);
  const response = await world.call(handler, { path });
  const data = { id: account.id, deletedAt: new Date().toISOString() };
  expect(response).toMatchObject({ status: 200, body: { success: true, data } });
  expect(world.table.items('BANK')).toMatchObject([{ id: account.id, version: 2, deletedAtMs: Date.now() }]);
  expect(world.table.items('UNIQUE_BANK')).toEqual([]);
  expect(await findBankAccount(account.id)).toBeUndefined();
  expect(await world.call(handler, { path })).toMatchObject(refusal(bankAccountNotFound()));
});

it("refuses the user's own account and another receiver's", async () => {
  const world = await createWorld('deleteReceiverBankAccount');
  const { user, path } = await stored(world);
  const users = aUserAccount(user);
  await world.store(...bankAccountCreationWrites(users));
  const other = await stored(world);
  for (const id of [users.id, other.account.id])
    expect(await world.call(handler, { path: { ...path, id } })).toMatchObject(refusal(accountOfAnotherOwner()));
});

it('loses to another deletion at the same time', async () => {
  const world = await createWorld('deleteReceiverBankAccount');
  const { account, path } = await stored(world);
  world.table.beforeNextWrite(() => deleteBankAccounts([account], Date.now() - 1000));
  expect(await world.call(handler, { path })).toMatchObject(refusal(bankAccountNotFound()));
  expect(world.table.items('BANK')).toMatchObject([{ version: 2, deletedAtMs: Date.now() - 1000 }]);
});
