import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '#functions/wallets/balance/contract';
import { handler } from '#functions/wallets/balance/handler';
import { internalError, invalidInput, serviceUnavailable } from '#shared/api/problems';
import { createWallet } from '#shared/wallets/repository';
import { aWallet, EVM_ADDRESS, SOLANA_ADDRESS } from '#test/support/builders/wallets';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, PROVIDER_SECRETS, type World } from '#test/support/handlers/world';

/** A user with a wallet on EVM chains and one on Solana. */
async function walletOwner(world: World) {
  const user = await world.user();
  await createWallet(aWallet(user));
  world.advance(1000);
  await createWallet(aWallet(user, { vmType: 'SVM', walletAddress: SOLANA_ADDRESS }));
  return user.id;
}

describeEndpoint({
  contract,
  handler,
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
  const answer = await world.call(handler, { path: { userId }, query });
  expect(answer.body).toEqual({ success: true, data: { balances } });
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
  const answer = await world.call(handler, { path: { userId }, query: { [field]: value } });
  expect(answer).toMatchObject(refusal(invalidInput([{ field, message: answer.body.errors[0].message }])));
});

describe('in production', () => {
  /** A user with a wallet that no other test has, and the address of the custodian in the environment of the function. */
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
    ['is busy', { status: 429 }, serviceUnavailable()],
    ['answers with something else', { body: { balance: 'a lot' } }, serviceUnavailable()],
    ['answers with a web page', { body: '<html>' }, serviceUnavailable()],
    ['does not answer in time', new DOMException('timeout', 'TimeoutError'), serviceUnavailable()],
    ['refuses our call', { status: 403 }, internalError()],
  ])('makes up no balance where the custodian %s', async (_, answer, problem) => {
    const { world, url, ask } = await custodian({ token: 'USDC' });
    world.web.on(url, answer);
    expect(await ask()).toMatchObject(refusal(problem));
  });
});
