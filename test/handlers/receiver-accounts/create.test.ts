import { expect, it } from 'vitest';
import { contract } from '#functions/receiver-accounts/create/contract';
import { handler } from '#functions/receiver-accounts/create/handler';
import { invalidInput, receiverNotFound } from '#shared/api/problems';
import { deleteReceiver } from '#shared/receivers/repository';
import { accountDetails, CLABE } from '#test/support/builders/account-details';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storeReceiver } from '#test/support/handlers/receivers';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { receiverId: (await storeReceiver(world)).id }, body: accountDetails.DE }),
  foreign: 'RECEIVER_NOT_FOUND',
  unknown: { receiverId: receiverNotFound() },
});

const save = (world: World, receiverId: string, body: unknown = accountDetails.MX) =>
  world.call(handler, { path: { receiverId }, body });

it('saves an account, which needs no penny test, and counts it as a change of the receiver', async () => {
  const world = await createWorld('createReceiverBankAccount');
  const { id: receiverId, userId, partnerId } = await storeReceiver(world);
  const response = await save(world, receiverId.toUpperCase());
  const [account] = world.table.items('BANK');
  const at = new Date().toISOString();
  expect(response.status, response.text).toBe(201);
  expect(response.body).toEqual({
    success: true,
    data: {
      ...{ id: account?.id, userId, partnerId, receiverId, country: 'MX', bankName: 'STP', alias: 'Nómina' },
      ...{ accountNumber: CLABE, clabe: CLABE, rampType: 'OFF_RAMP', accountType: null, documentNumber: null },
      ...{ documentType: null, routingNumber: null, bic: null, iban: null, accountHolder: null, address: null },
      ...{ isVerified: true, verificationStatus: 'NOT_REQUIRED', verifiedAt: null, payeeCheck: null },
      ...{ version: 1, createdAt: at, updatedAt: at },
    },
  });
  expect(account).toMatchObject({ userId, partnerId, receiverId, version: 1 });
  expect(world.table.items('RECEIVER')).toMatchObject([{ version: 2 }]);
});

it('responds with the account that the receiver has; another receiver has its own', async () => {
  const world = await createWorld('createReceiverBankAccount');
  const [one, other] = [await storeReceiver(world), await storeReceiver(world)];
  const first = await save(world, one.id);
  expect(await save(world, one.id)).toMatchObject({ status: 201, text: first.text });
  expect((await save(world, other.id)).body.data.id).not.toBe(first.body.data.id);
  expect(world.table.items('BANK')).toHaveLength(2);
});

it('names what is wrong', async () => {
  const world = await createWorld('createReceiverBankAccount');
  const { id } = await storeReceiver(world);
  const response = await save(world, id, { country: 'MX', accountIdentifier: '1' });
  const { message } = response.body.errors[0];
  expect(response).toMatchObject(refusal(invalidInput([{ field: 'accountIdentifier', message }])));
  expect(world.table.items('BANK')).toEqual([]);
});

it('saves nothing for a receiver that is deleted at the same time', async () => {
  const world = await createWorld('createReceiverBankAccount');
  const receiver = await storeReceiver(world);
  world.table.beforeNextWrite(() => deleteReceiver(receiver, [], Date.now()));
  expect(await save(world, receiver.id)).toMatchObject(refusal(receiverNotFound()));
  expect(world.table.items('BANK')).toEqual([]);
});
