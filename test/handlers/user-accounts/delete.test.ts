import { expect, it } from 'vitest';
import { contract } from '#functions/user-accounts/delete/contract';
import { handler } from '#functions/user-accounts/delete/handler';
import {
  accountOfAnotherOwner,
  badRequest,
  bankAccountNotFound,
  Problem,
  userNotAssociated,
} from '#shared/api/problems';
import {
  bankAccountCreationWrites,
  deleteBankAccounts,
  findBankAccount,
  payeeCheckWrites,
} from '#shared/bank-accounts/repository';
import { lookUpEntry } from '#shared/dynamodb/look-ups';
import { createReceiver } from '#shared/receivers/repository';
import { aReceiverAccount, aUserAccount } from '#test/support/builders/bank-accounts';
import { aReceiver } from '#test/support/builders/receivers';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

async function stored(world: World, overrides: Parameters<typeof aUserAccount>[1] = {}) {
  const account = aUserAccount(await world.user(), overrides);
  await world.store(...bankAccountCreationWrites(account));
  return account;
}

describeEndpoint(contract, handler, {
  async request(world) {
    const { userId, id } = await stored(world);
    return { path: { userId, id } };
  },
  foreign: 'UNAUTHORIZED',
  unknown: { id: bankAccountNotFound() },
});

const call = (world: World, path: { userId: string; id: string }) => world.call(handler, { path });

it('deletes an account, which stays stored for its transactions', async () => {
  const world = await createWorld('deleteUserBankAccount');
  const account = await stored(world);
  const response = await call(world, { ...account, id: account.id.toUpperCase() });
  const data = { id: account.id, deletedAt: new Date().toISOString() };
  expect(response).toMatchObject({ status: 200, body: { success: true, data } });
  const deletion = { version: 2, updatedAtMs: Date.now(), deletedAtMs: Date.now() };
  expect(world.table.items('BANK')).toEqual([
    {
      ...{ PK: `BANK#${account.id}`, SK: 'META', entity: 'BANK', ...JSON.parse(JSON.stringify(account)), ...deletion },
      ...lookUpEntry('ACCOUNT', account.details.accountIdentifier, account.createdAtMs),
    },
  ]);
  expect(await findBankAccount(account.id)).toBeUndefined();
  expect(await call(world, account)).toMatchObject(refusal(bankAccountNotFound()));
});

it('lets the same details be saved again', async () => {
  const world = await createWorld('deleteUserBankAccount');
  const account = await stored(world);
  await call(world, account);
  const again = aUserAccount({ id: account.userId, partnerId: account.partnerId });
  await world.store(...bankAccountCreationWrites(again));
  expect(world.table.items('UNIQUE_BANK')).toMatchObject([{ bankAccountId: again.id }]);
});

it("refuses accounts of another user, of the user's receiver and of another partner", async () => {
  const world = await createWorld('deleteUserBankAccount');
  const user = await world.user();
  const { id: others } = await stored(world);
  const receiver = aReceiver(user);
  await createReceiver(receiver);
  const receivers = aReceiverAccount(receiver);
  await world.store(...bankAccountCreationWrites(receivers));
  for (const id of [others, receivers.id])
    expect(await call(world, { userId: user.id, id })).toMatchObject(refusal(accountOfAnotherOwner()));
  const foreign = aUserAccount(await world.user({ partnerId: (await world.newPartner()).id }));
  await world.store(...bankAccountCreationWrites(foreign));
  const denied = new Problem('USER_BANK_INFO_ACCESS_DENIED', 'The bank information belongs to a different partner.', {
    reason: 'ACCOUNT_OF_ANOTHER_PARTNER',
  });
  expect(await call(world, { userId: user.id, id: foreign.id })).toMatchObject(refusal(denied));
  expect(await call(world, foreign)).toMatchObject(refusal(userNotAssociated()));
  expect(world.table.items('BANK').filter(({ deletedAtMs }) => deletedAtMs !== undefined)).toEqual([]);
});

it('keeps a virtual account', async () => {
  const world = await createWorld('deleteUserBankAccount');
  const account = await stored(world, { country: 'US', virtual: true });
  expect(await call(world, account)).toMatchObject(
    refusal(badRequest('VIRTUAL_ACCOUNT_NOT_DELETABLE', 'A virtual account cannot be deleted')),
  );
});

it('deletes an account whose test ends at the same time', async () => {
  const world = await createWorld('deleteUserBankAccount');
  const account = await stored(world);
  world.table.beforeNextWrite(() =>
    world.store(...payeeCheckWrites(account, { result: 'MATCH', name: undefined, atMs: Date.now() }, 'VERIFIED')),
  );
  expect((await call(world, account)).status).toBe(200);
  expect(world.table.items('BANK')).toMatchObject([{ verificationStatus: 'VERIFIED', version: 3 }]);
});

it('loses to another deletion at the same time', async () => {
  const world = await createWorld('deleteUserBankAccount');
  const account = await stored(world);
  world.table.beforeNextWrite(() => deleteBankAccounts([account], Date.now() - 1000));
  expect(await call(world, account)).toMatchObject(refusal(bankAccountNotFound()));
  expect(world.table.items('BANK')).toMatchObject([{ deletedAtMs: Date.now() - 1000, version: 2 }]);
});
