import { expect, it } from 'vitest';
import { contract } from '#functions/wallets/delete/contract';
import { handler } from '#functions/wallets/delete/handler';
import { Problem } from '#shared/api/problems';
import { createWallet, deleteWallet, findWallet } from '#shared/wallets/repository';
import { aWallet } from '#test/support/builders/wallets';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const walletNotFound = new Problem('NOT_FOUND', 'Wallet not found', { reason: 'WALLET_NOT_FOUND' });

async function stored(world: World) {
  const wallet = aWallet(await world.user());
  await createWallet(wallet);
  return { userId: wallet.userId, walletId: wallet.id };
}

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: await stored(world) }),
  foreign: 'UNAUTHORIZED',
  unknown: { walletId: walletNotFound },
});

it('deletes a wallet, whose address and place are then free', async () => {
  const world = await createWorld('deleteWallet');
  const { userId, walletId } = await stored(world);
  const response = await world.call(handler, { path: { userId, walletId: walletId.toUpperCase() } });
  const data = { id: walletId, deletedAt: new Date().toISOString() };
  expect(response).toMatchObject({ status: 200, body: { success: true, data } });
  for (const entity of ['WALLET', 'WALLET_ADDRESS', 'WALLET_SLOT']) expect(world.table.items(entity)).toEqual([]);
  expect(await world.call(handler, { path: { userId, walletId } })).toMatchObject(refusal(walletNotFound));
});

it('does not know the wallet of another user', async () => {
  const world = await createWorld('deleteWallet');
  const { id: userId } = await world.user();
  const { walletId } = await stored(world);
  expect(await world.call(handler, { path: { userId, walletId } })).toMatchObject(refusal(walletNotFound));
  expect(world.table.items('WALLET')).toHaveLength(1);
});

it('loses to another deletion at the same time', async () => {
  const world = await createWorld('deleteWallet');
  const { userId, walletId } = await stored(world);
  world.table.beforeNextWrite(async () => {
    const wallet = await findWallet(userId, walletId);
    if (wallet !== undefined) await deleteWallet(wallet);
  });
  expect(await world.call(handler, { path: { userId, walletId } })).toMatchObject(refusal(walletNotFound));
});
