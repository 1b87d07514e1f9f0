import { expect, it } from 'vitest';
import { contract } from '#functions/receivers/get/contract';
import { handler } from '#functions/receivers/get/handler';
import { receiverNotFound } from '#shared/api/problems';
import { deleteReceiver } from '#shared/receivers/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { storeReceiver } from '#test/support/handlers/receivers';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { receiverId: (await storeReceiver(world)).id } }),
  foreign: 'RECEIVER_NOT_FOUND',
  unknown: { receiverId: receiverNotFound() },
});

it.each([(id: string) => id, (id: string) => id.toUpperCase()])(
  'shows a receiver, by its id in any case',
  async (as) => {
    const world = await createWorld('getReceiver');
    const { id, userId } = await storeReceiver(world);
    world.advance(1000);
    const at = '2026-01-15T12:00:00.000Z';
    expect((await world.call(handler, { path: { receiverId: as(id) } })).body).toEqual({
      success: true,
      data: {
        ...{ id, userId, receiverType: 'BUSINESS', email: 'accounts@acme.example.com', taxId: null },
        ...{ firstName: null, lastName: null, countryOfBirth: null, dateOfBirth: null, phoneNumber: null },
        ...{ businessName: 'ACME GmbH', countryOfConstitution: 'DE', dateOfConstitution: '2001-02-28' },
        ...{ createdAt: at, updatedAt: at },
      },
    });
  },
);

it('does not know one that was deleted', async () => {
  const world = await createWorld('getReceiver');
  const receiver = await storeReceiver(world);
  await deleteReceiver(receiver, [], Date.now());
  const response = await world.call(handler, { path: { receiverId: receiver.id } });
  expect(response).toMatchObject(refusal(receiverNotFound()));
});
