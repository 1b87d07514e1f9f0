import { expect, it } from 'vitest';
import { contract } from '#functions/wallets/create/contract';
import { handler } from '#functions/wallets/create/handler';
import { duplicateWallet, Problem } from '#shared/api/problems';
import type { User } from '#shared/users/domain/user';
import { createWallet, MAX_WALLETS } from '#shared/wallets/repository';
import { aWallet, EVM_ADDRESS, SOLANA_ADDRESS } from '#test/support/builders/wallets';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

const evm = { vmType: 'EVM', walletAddress: EVM_ADDRESS, alias: 'Main' };
const svm = { vmType: 'SVM', walletAddress: SOLANA_ADDRESS };
const full = new Problem('CONFLICT', 'A user can have at most 20 wallets. Delete one to add another.', {
  reason: 'WALLET_LIMIT_REACHED',
});

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, body: evm }),
  foreign: 'UNAUTHORIZED',
  wrong: [
    ['no kind of chain', { vmType: undefined }, 'vmType'],
    ['an unknown kind', { vmType: 'UTXO' }, 'vmType'],
    ['no address', { walletAddress: undefined }, 'walletAddress'],
    ['a Solana address on EVM', { walletAddress: SOLANA_ADDRESS }, 'walletAddress'],
    ['an EVM address on Solana', { ...svm, walletAddress: EVM_ADDRESS }, 'walletAddress'],
    ['an address that is too short', { walletAddress: EVM_ADDRESS.slice(0, -1) }, 'walletAddress'],
    ['an empty address', { walletAddress: '' }, 'walletAddress'],
    ['letters that base58 does not have', { ...svm, walletAddress: SOLANA_ADDRESS.replace('E', '0') }, 'walletAddress'],
    ['an alias that is too long', { alias: 'x'.repeat(101) }, 'alias'],
  ],
});

const save = (world: World, userId: string, body: unknown = evm) => world.call(handler, { path: { userId }, body });

/** Returns a unique address for a number. */
const numbered = (number: number) => `0x${String(number).padStart(40, '0')}`;

async function fill(user: User) {
  for (let number = 1; number <= MAX_WALLETS; number += 1)
    await createWallet(aWallet(user, { walletAddress: numbered(number) }));
}

it.each([
  ['a wallet with its alias', evm, 'Main'],
  ['a wallet without one', svm, null],
])('saves %s', async (_, body, alias) => {
  const world = await createWorld('createWallet');
  const { id: userId } = await world.user();
  const response = await save(world, userId, { ...body, unknown: 1 });
  const [stored] = world.table.items('WALLET');
  const at = new Date().toISOString();
  expect(response.status, response.text).toBe(201);
  expect(response.body).toEqual({
    success: true,
    data: { id: stored?.id, userId, ...body, alias, createdAt: at, updatedAt: at },
  });
  expect(stored).toEqual({
    ...{ PK: `USER#${userId}`, SK: `WALLET#${stored?.id}`, entity: 'WALLET', id: stored?.id, userId, ...body },
    ...{ partnerId: world.partner.id, slot: expect.any(Number), createdAtMs: Date.now() },
  });
});

it.each([EVM_ADDRESS, EVM_ADDRESS.toLowerCase(), `0x${EVM_ADDRESS.slice(2).toUpperCase()}`])(
  'refuses an address that the user has, as %s',
  async (walletAddress) => {
    const world = await createWorld('createWallet');
    const [user, other] = [await world.user(), await world.user()];
    const wallet = aWallet(user);
    await createWallet(wallet);
    expect(await save(world, user.id, { ...evm, walletAddress })).toMatchObject(refusal(duplicateWallet(wallet.id)));
    expect((await save(world, other.id, { ...evm, walletAddress })).status).toBe(201);
  },
);

it('names everything that is missing', async () => {
  const world = await createWorld('createWallet');
  const response = await save(world, (await world.user()).id, {});
  expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'vmType' }, { field: 'walletAddress' }] } });
});

it.each([
  ['sandbox', 201],
  ['production', 400],
] as const)('in %s returns a wrong checksum with %i', async (stage, status) => {
  const world = await createWorld('createWallet', { stage });
  const { id } = await world.user();
  expect((await save(world, id, { ...evm, walletAddress: EVM_ADDRESS.replace('aA', 'Aa') })).status).toBe(status);
});

it('takes no more wallets than a user can have, and says so only of new addresses', async () => {
  const world = await createWorld('createWallet');
  const user = await world.user();
  await fill(user);
  expect(await save(world, user.id)).toMatchObject(refusal(full));
  const known = world.table.items('WALLET').find(({ walletAddress }) => walletAddress === numbered(7));
  const again = await save(world, user.id, { ...evm, walletAddress: numbered(7) });
  expect(again).toMatchObject(refusal(duplicateWallet(String(known?.id))));
  expect(world.table.items('WALLET')).toHaveLength(MAX_WALLETS);
});

it('loses the address to a request at the same time', async () => {
  const world = await createWorld('createWallet');
  const user = await world.user();
  const wallet = aWallet(user);
  world.table.beforeNextWrite(() => createWallet(wallet));
  expect(await save(world, user.id)).toMatchObject(refusal(duplicateWallet(wallet.id)));
  expect(world.table.items('WALLET')).toHaveLength(1);
});

it('takes another place when its own is taken at the same time', async () => {
  const world = await createWorld('createWallet');
  const user = await world.user();
  // Both requests select the first slot, because the random numbers are mocked.
  world.table.beforeNextWrite(() => createWallet(aWallet(user, { walletAddress: numbered(1) })));
  expect((await save(world, user.id)).status).toBe(201);
  expect(world.table.items('WALLET')).toMatchObject([{ slot: 0 }, { slot: 1 }]);
});

it('loses the last place to requests at the same time', async () => {
  const world = await createWorld('createWallet');
  const user = await world.user();
  world.table.beforeNextWrite(() => fill(user));
  expect(await save(world, user.id)).toMatchObject(refusal(full));
});
