import { expect, it } from 'vitest';
import { contract } from '#functions/receivers/delete/contract';
import { handler } from '#functions/receivers/delete/handler';
import { receiverNotFound, writeContention } from '#shared/api/problems';
import { bankAccountCreationWrites, findBankAccount } from '#shared/bank-accounts/repository';
import { deleteReceiver, MAX_ACCOUNTS_PER_WRITE, receiverVersionWrite } from '#shared/receivers/repository';
import { newId } from '#shared/values/ids';
import { aReceiverAccount } from '#test/support/builders/bank-accounts';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storeReceiver } from '#test/support/handlers/receivers';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { receiverId: (await storeReceiver(world)).id } }),
  foreign: 'RECEIVER_NOT_FOUND',
  unknown: { receiverId: receiverNotFound() },
});

const call = (world: World, receiverId: string) => world.call(handler, { path: { receiverId } });
const at = new Date(Date.UTC(2026, 0, 15, 12)).toISOString();

it('deletes a receiver with its accounts, which stay stored for its transactions', async () => {
  const world = await createWorld('deleteReceiver');
  const receiver = await storeReceiver(world);
  const account = aReceiverAccount(receiver);
  await world.store(...bankAccountCreationWrites(account), receiverVersionWrite(receiver.id));
  const response = await call(world, receiver.id);
  expect(response).toMatchObject({ status: 200, body: { success: true, data: { id: receiver.id, deletedAt: at } } });
  expect(world.table.items('RECEIVER')).toMatchObject([{ id: receiver.id, deletedAtMs: Date.now(), version: 3 }]);
  expect(world.table.items('BANK')).toMatchObject([{ id: account.id, deletedAtMs: Date.now(), version: 2 }]);
  expect(world.table.items('UNIQUE_BANK')).toEqual([]);
  expect(await findBankAccount(account.id)).toBeUndefined();
  expect(await call(world, receiver.id)).toMatchObject(refusal(receiverNotFound()));
});

it('deletes more accounts than one write takes', async () => {
  const world = await createWorld('deleteReceiver');
  const receiver = await storeReceiver(world);
  for (let number = 0; number <= MAX_ACCOUNTS_PER_WRITE; number += 1) {
    const { details, ...account } = aReceiverAccount(receiver);
    const accountIdentifier = String(646180110400000000n + BigInt(number));
    const record = { ...account, id: newId(Date.now() + number), details: { ...details, accountIdentifier } };
    await world.store(...bankAccountCreationWrites(record));
  }
  expect((await call(world, receiver.id)).status).toBe(200);
  const accounts = world.table.items('BANK');
  expect(accounts).toHaveLength(MAX_ACCOUNTS_PER_WRITE + 1);
  expect(accounts.every(({ deletedAtMs }) => deletedAtMs === Date.now())).toBe(true);
});

it('deletes an account that was added in between, too', async () => {
  const world = await createWorld('deleteReceiver');
  const receiver = await storeReceiver(world);
  const account = aReceiverAccount(receiver);
  world.table.beforeNextWrite(() =>
    world.store(...bankAccountCreationWrites(account), receiverVersionWrite(receiver.id)),
  );
  expect((await call(world, receiver.id)).status).toBe(200);
  expect(world.table.items('BANK')).toMatchObject([{ id: account.id, deletedAtMs: Date.now() }]);
});

it('does not delete what another request has deleted in between', async () => {
  const world = await createWorld('deleteReceiver');
  const receiver = await storeReceiver(world);
  world.table.beforeNextWrite(() => deleteReceiver(receiver, [], Date.now() - 1000));
  expect(await call(world, receiver.id)).toMatchObject(refusal(receiverNotFound()));
  expect(world.table.items('RECEIVER')).toMatchObject([{ deletedAtMs: Date.now() - 1000, version: 2 }]);
});

it('asks to repeat the request where the receiver keeps changing', async () => {
  const world = await createWorld('deleteReceiver');
  const receiver = await storeReceiver(world);
  const change = async () => {
    await world.store(receiverVersionWrite(receiver.id));
    world.table.beforeNextWrite(change);
  };
  world.table.beforeNextWrite(change);
  expect(await call(world, receiver.id)).toMatchObject(refusal(writeContention()));
});
