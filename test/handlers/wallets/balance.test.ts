import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '#functions/wallets/balance/contract';
import { handler } from '#functions/wallets/balance/handler';
import { internalError, invalidInput, serviceUnavailable } from '#shared/api/problems';
import type { ResponseData } from '#shared/contract/response-schemas';
import { findUserRecords } from '#shared/erasure/repository';
import type { OnRamp } from '#shared/transactions/domain/transaction';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { createWallet, deleteWallet, readWallets } from '#shared/wallets/repository';
import { anOnRamp } from '#test/support/builders/transactions';
import { aWallet, EVM_ADDRESS, SOLANA_ADDRESS } from '#test/support/builders/wallets';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, PROVIDER_SECRETS, type World } from '#test/support/handlers/world';

/** Creates a user with an EVM wallet and a Solana wallet. */
async function walletOwner(world: World) {
  const user = await world.verifiedUser();
  await createWallet(aWallet(user));
  world.advance(1000);
  await createWallet(aWallet(user, { vmType: 'SVM', walletAddress: SOLANA_ADDRESS }));
  return user.id;
}

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: await walletOwner(world) } }),
  foreign: 'UNAUTHORIZED',
});

const tokens = (balance: string) => [
  { symbol: 'USDC', balance },
  { symbol: 'USDT', balance },
];
const evm = { flow: 'REGULAR', walletAddress: EVM_ADDRESS, tokens: tokens('0.000000') };
const svm = { ...evm, blockchain: 'SOL', walletAddress: SOLANA_ADDRESS };

it.each([
  [{}, [{ ...evm, blockchain: 'POL' }, { ...evm, blockchain: 'ETH' }, { ...evm, blockchain: 'BSC' }, svm]],
  [{ blockchain: 'ETH' }, [{ ...evm, blockchain: 'ETH' }]],
  [{ blockchain: 'SOL', token: 'USDT' }, [{ ...svm, tokens: tokens('0.000000').slice(1) }]],
])('shows each wallet on each of its chains: %j', async (query, balances) => {
  const world = await createWorld('getWalletBalances');
  const userId = await walletOwner(world);
  const response = await world.call(handler, { path: { userId }, query });
  expect(response.body).toEqual({ success: true, data: { balances } });
});

it('shows nothing of a user without wallets', async () => {
  const world = await createWorld('getWalletBalances');
  const { id: userId } = await world.user();
  expect((await world.call(handler, { path: { userId } })).body.data).toEqual({ balances: [] });
});

it.each([
  ['blockchain', 'BTC'],
  ['token', 'BTC'],
])('refuses %s=%s', async (field, value) => {
  const world = await createWorld('getWalletBalances');
  const userId = await walletOwner(world);
  const response = await world.call(handler, { path: { userId }, query: { [field]: value } });
  expect(response).toMatchObject(refusal(invalidInput([{ field, message: response.body.errors[0].message }])));
});

describe('completed on-ramps in the sandbox', () => {
  const TOKENS = { USDC: 53_129_000n, USDT: 1n } as const;

  /** Stores an on-ramp whose tokens are about to be sent. */
  async function payingOut(world: World, userId: string, overrides: Partial<OnRamp> = {}): Promise<OnRamp> {
    const destinationWalletAddress = EVM_ADDRESS;
    const onRamp = anOnRamp({ id: newId(Date.now()), userId, status: 'IN_PROGRESS', destinationWalletAddress });
    return world.transaction({ ...onRamp, ...overrides });
  }
  const complete = ({ id: transactionId }: OnRamp, eventId = 'sent') =>
    applyEvent({ source: 'sandbox', eventId, transactionId, trigger: 'PAYOUT_COMPLETED', atMs: Date.now() });
  /** Returns the balances that are not zero, as `chain token balance`. */
  async function balances(world: World, userId: string): Promise<string[]> {
    const { body } = await world.call(handler, { path: { userId } });
    const shown: ResponseData<'WalletBalances'>['balances'] = body.data.balances;
    return shown.flatMap((one) =>
      one.tokens.flatMap(({ symbol, balance }) =>
        balance === '0.000000' ? [] : [`${one.blockchain} ${symbol} ${balance}`],
      ),
    );
  }

  it('stand on the wallet, by chain and token, in any letter case of the address', async () => {
    const world = await createWorld('getWalletBalances');
    const userId = await walletOwner(world);
    for (const [token, minor] of [
      ['USDC', TOKENS.USDC],
      ['USDT', TOKENS.USDT],
    ] as const)
      await complete(await payingOut(world, userId, { cryptoAmount: money(minor, token) }));
    const lower = EVM_ADDRESS.toLowerCase();
    await complete(await payingOut(world, userId, { blockchain: 'BSC', destinationWalletAddress: lower }));
    await complete(
      await payingOut(world, userId, { destinationWalletAddress: `0x${EVM_ADDRESS.slice(2).toUpperCase()}` }),
    );
    await complete(await payingOut(world, userId, { blockchain: 'SOL', destinationWalletAddress: SOLANA_ADDRESS }));
    expect((await balances(world, userId)).toSorted()).toEqual([
      'BSC USDC 53.129000',
      'POL USDC 106.258000',
      'POL USDT 0.000001',
      'SOL USDC 53.129000',
    ]);
  });

  it('count once, however often and however many at once they are reported', async () => {
    const world = await createWorld('getWalletBalances');
    const userId = await walletOwner(world);
    const onRamps = await Promise.all(Array.from({ length: 5 }, () => payingOut(world, userId)));
    await Promise.all(onRamps.flatMap((one) => [complete(one), complete(one), complete(one, 'sent-again')]));
    const last = await payingOut(world, userId);
    world.table.loseNextResponse();
    await expect(complete(last)).rejects.toThrow();
    await complete(last);
    expect(await balances(world, userId)).toEqual(['POL USDC 318.774000']);
  });

  it('are there before the wallet is saved, and after it was deleted and saved again', async () => {
    const world = await createWorld('getWalletBalances');
    const user = await world.verifiedUser();
    await complete(await payingOut(world, user.id));
    expect(await balances(world, user.id)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await createWallet(aWallet(user));
      expect(await balances(world, user.id)).toEqual(['POL USDC 53.129000']);
      const [wallet] = await readWallets(user.id);
      if (wallet !== undefined) await deleteWallet(wallet);
    }
  });

  it('are not shown to another user with the same address', async () => {
    const world = await createWorld('getWalletBalances');
    const [userId, otherId] = [await walletOwner(world), await walletOwner(world)];
    await complete(await payingOut(world, userId));
    expect(await balances(world, otherId)).toEqual([]);
  });

  it('are erased with their user', async () => {
    const world = await createWorld('getWalletBalances');
    const userId = await walletOwner(world);
    await complete(await payingOut(world, userId));
    const erased = (await findUserRecords(userId))?.deleted.identity.map(({ SK }) => SK);
    expect(erased).toContain(`SANDBOX_BALANCE#POL#${EVM_ADDRESS.toLowerCase()}`);
  });

  it.each(['PENDING_PAYMENT', 'FIAT_RECEIVED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const)(
    'are the only ones that count: nothing of one that is %s',
    async (status) => {
      const world = await createWorld('getWalletBalances');
      const userId = await walletOwner(world);
      await complete(await payingOut(world, userId, { status, refundHeld: undefined }));
      expect(await balances(world, userId)).toEqual([]);
    },
  );

  it('write nothing more in production', async () => {
    const world = await createWorld('getWalletBalances', { stage: 'production' });
    const { id: userId } = await world.verifiedUser();
    await complete(await payingOut(world, userId));
    expect(world.table.items('TX')).toMatchObject([{ status: 'COMPLETED' }]);
    expect(world.table.items('SANDBOX_BALANCE')).toEqual([]);
  });
});

describe('in production', () => {
  /** Creates a user with a unique wallet. `url` is the custodian's URL in the environment of the function. */
  async function custodian(filter = {}) {
    const world = await createWorld('getWalletBalances', { stage: 'production' });
    const user = await world.user();
    const walletAddress = `0x${randomBytes(20).toString('hex')}`;
    await createWallet(aWallet(user, { walletAddress }));
    const request = { path: { userId: user.id }, query: { blockchain: 'ETH', ...filter } };
    return { world, walletAddress, url: process.env.CUSTODY_URL ?? 'none', ask: () => world.call(handler, request) };
  }

  it('asks the custodian with its secret, once in ten seconds', async () => {
    const { world, walletAddress, url, ask } = await custodian();
    world.web.on(url, ({ url: asked }) => ({ body: { balance: asked.endsWith('USDC') ? '1.5' : '0.000001' } }));
    const first = await ask();
    const [usdc, usdt] = tokens('1.500000');
    const shown = [usdc, { ...usdt, balance: '0.000001' }];
    expect(first.body.data.balances).toEqual([{ blockchain: 'ETH', flow: 'REGULAR', walletAddress, tokens: shown }]);
    const base = `${url}/addresses/ETH/${walletAddress}/balances`;
    expect(world.web.requestsTo(url)).toMatchObject([{ url: `${base}/USDC` }, { url: `${base}/USDT` }]);
    const authorization = `Bearer ${PROVIDER_SECRETS.apiKey}`;
    for (const { headers } of world.web.requestsTo(url)) expect(headers).toMatchObject({ authorization });
    expect((await ask()).text).toBe(first.text);
    expect(world.web.requestsTo(url)).toHaveLength(2);
  });

  it.each([
    ['fails', { status: 500 }, serviceUnavailable()],
    ['responds with something else', { body: { balance: 'a lot' } }, serviceUnavailable()],
    ['refuses our call', { status: 403 }, internalError()],
  ])('makes up no balance where the custodian %s', async (_, response, problem) => {
    const { world, url, ask } = await custodian({ token: 'USDC' });
    world.web.on(url, response);
    expect(await ask()).toMatchObject(refusal(problem));
  });
});
