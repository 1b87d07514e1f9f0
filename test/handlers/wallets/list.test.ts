import { expect, it } from 'vitest';
import { contract } from '#functions/wallets/list/contract';
import { handler } from '#functions/wallets/list/handler';
import { createWallet } from '#shared/wallets/repository';
import { toWalletResponse } from '#shared/wallets/response';
import { aWallet, SOLANA_ADDRESS } from '#test/support/builders/wallets';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => {
    const user = await world.user();
    await createWallet(aWallet(user));
    return { path: { userId: user.id } };
  },
  foreign: 'UNAUTHORIZED',
  refuses: ['limit=0', 'vmType=UTXO', 'sortOrder=up', 'blockchain=POL'],
});

/** Creates wallets of a user on EVM chains and Solana, one second apart, and a wallet of another user. */
async function wallets(world: World) {
  const [user, other] = [await world.user(), await world.user()];
  const evm = aWallet(user);
  await createWallet(evm);
  world.advance(1000);
  const svm = aWallet(user, { vmType: 'SVM', walletAddress: SOLANA_ADDRESS, alias: undefined });
  await createWallet(svm);
  await createWallet(aWallet(other));
  const list = (query: Record<string, string> = {}) => world.call(handler, { path: { userId: user.id }, query });
  return { EVM: toWalletResponse(evm), SVM: toWalletResponse(svm), list };
}

it.each([
  [{}, ['SVM', 'EVM']],
  [{ sortOrder: 'asc' }, ['EVM', 'SVM']],
  [{ vmType: 'EVM' }, ['EVM']],
  [{ skip: '2' }, []],
] as const)('lists the wallets of %j', async (query, shown) => {
  const { list, ...responses } = await wallets(await createWorld('listWallets'));
  const data = shown.map((vmType) => responses[vmType]);
  const count = 'skip' in query ? 2 : data.length;
  expect((await list(query)).body).toEqual({ success: true, data: { count, total: 2, data } });
});

it('goes on from the cursor of a page', async () => {
  const { list, EVM, SVM } = await wallets(await createWorld('listWallets'));
  const first = (await list({ limit: '1' })).body.data;
  expect(first).toEqual({ count: 2, total: 2, data: [SVM], nextCursor: first.nextCursor });
  expect((await list({ limit: '1', cursor: first.nextCursor })).body.data).toEqual({ count: 2, total: 2, data: [EVM] });
});
