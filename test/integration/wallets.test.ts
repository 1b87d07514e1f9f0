import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toFields, toProblem } from '#local/partner/api-client';
import { countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let stranger: ApiClient;
let foreignUser: string;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  stranger = await running.newPartner('Another partner');
  foreignUser = await stranger.newUser();
});
afterAll(() => running?.stop());

const NIL = '00000000-0000-0000-0000-000000000000';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const evm = { vmType: 'EVM', walletAddress: EVM, alias: 'Main' };
const svm = { vmType: 'SVM', walletAddress: SOL };

const duplicate = [400, 'UserOnRampWalletDuplicateError', 'A wallet with this address and VM type already exists.'];
const notOfPartner = [401, 'UNAUTHORIZED', 'User is not associated with the partner'];
const invalid = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];

describe.each(['users', 'user'])('under /%s', (place) => {
  it('a wallet is saved, listed and deleted', async () => {
    const userId = await partner.newUser();
    const path = `/${place}/${userId}/wallets`;
    const answer = await partner.post(path, evm);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/-7/),
      userId,
      ...evm,
      createdAt: expect.any(String),
      updatedAt: answer.body.data.createdAt,
    });
    const second = (await partner.post(path, svm)).body.data;
    expect(second.alias).toBeNull();
    expect((await partner.get(`${path}?sortOrder=asc`)).body.data).toEqual({
      count: 2,
      total: 2,
      data: [answer.body.data, second],
    });
    expect((await partner.get(`${path}?vmType=SVM&limit=1`)).body.data).toEqual({
      count: 1,
      total: 2,
      data: [second],
    });
    const removed = await partner.send('DELETE', `${path}/${second.id}`);
    expect([removed.status, removed.body.data]).toEqual([200, { id: second.id, deletedAt: expect.any(String) }]);
    expect(toProblem(await partner.send('DELETE', `${path}/${second.id}`))).toEqual([
      404,
      'NOT_FOUND',
      'Wallet not found',
    ]);
    expect((await partner.get(path)).body.data).toMatchObject({ count: 1, total: 1 });
    expect((await partner.get(`${path}/balance`)).status).toBe(200);
    expect((await partner.post(path, svm)).status).toBe(201);
  });
});

describe('the same wallet', () => {
  it('is refused for the same user, in any letter case', async () => {
    const [first, second] = await Promise.all([partner.newUser(), partner.newUser()]);
    expect((await partner.post(`/users/${first}/wallets`, evm)).status).toBe(201);
    for (const walletAddress of [EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`]) {
      expect(toProblem(await partner.post(`/users/${first}/wallets`, { ...evm, walletAddress }))).toEqual(duplicate);
    }
    expect((await partner.post(`/users/${second}/wallets`, evm)).status).toBe(201);
  });

  it.each([evm, svm])('is saved once when fifty requests come at once', async (body) => {
    const userId = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 50 }, () => partner.post(`/users/${userId}/wallets`, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(toProblem(answer)).toEqual(duplicate);
    expect((await partner.get(`/users/${userId}/wallets`)).body.data).toMatchObject({ count: 1, total: 1 });
  });
});

describe('the wallets of a user', () => {
  const numbered = (index: number) => ({
    vmType: 'EVM',
    walletAddress: `0x${index.toString(16).padStart(40, '0')}`,
  });
  const full = [409, 'CONFLICT', 'A user can have at most 20 wallets. Delete one to add another.'];

  it('are at most twenty, also when thirty are saved at once', async () => {
    const path = `/users/${await partner.newUser()}/wallets`;
    const add = (index: number) => partner.post(path, numbered(index));
    const first = await Promise.all(Array.from({ length: 30 }, (_, index) => add(index)));
    const saved = first.filter(({ status }) => status === 201);
    // A request that met too much contention may be repeated; then there are places left, or twenty wallets.
    for (const answer of first.filter(({ status }) => status !== 201)) expect(answer.body.code).toBe('CONFLICT');
    for (let index = 30; saved.length < 20; index += 1) saved.push(await add(index));
    expect((await partner.get(path)).body.data).toMatchObject({ count: 20, total: 20 });
    expect(toProblem(await add(100))).toEqual(full);
    const known = saved[7]?.body.data;
    expect(toProblem(await partner.post(path, { vmType: 'EVM', walletAddress: known.walletAddress }))).toEqual(
      duplicate,
    );
    expect((await partner.send('DELETE', `${path}/${known.id}`)).status).toBe(200);
    expect((await add(101)).status).toBe(201);
    expect(toProblem(await add(102))).toEqual(full);
    expect((await partner.get(`${path}/balance`)).body.data.balances).toHaveLength(60);
  });
});

describe('a wallet', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ['no fields', {}, ['vmType', 'walletAddress']],
    ['a kind that is none', { ...evm, vmType: 'UTXO' }, ['vmType']],
    ['a Solana address on EVM', { ...evm, walletAddress: SOL }, ['walletAddress']],
    ['an EVM address on Solana', { ...svm, walletAddress: EVM }, ['walletAddress']],
    ['a short address', { ...evm, walletAddress: EVM.slice(0, -1) }, ['walletAddress']],
    ['letters that base58 does not have', { ...svm, walletAddress: SOL.replace('E', '0') }, ['walletAddress']],
    ['an empty address', { ...evm, walletAddress: '' }, ['walletAddress']],
    ['a long alias', { ...evm, alias: 'x'.repeat(101) }, ['alias']],
  ])('with %s is refused', async (_what, body, fields) => {
    const userId = await partner.newUser();
    const before = await countItems(running.stack);
    const answer = await partner.post(`/users/${userId}/wallets`, body);
    expect(toProblem(answer)).toEqual(invalid);
    expect(toFields(answer)).toEqual(fields);
    expect(await countItems(running.stack)).toBe(before);
  });

  it("of another user, or an unknown one, is not found; another partner's user is refused", async () => {
    const [userId, other] = await Promise.all([partner.newUser(), partner.newUser()]);
    const { id } = (await partner.post(`/users/${other}/wallets`, evm)).body.data;
    for (const walletId of [id, NIL, 'nonsense', 'x'.repeat(3000)]) {
      expect(toProblem(await partner.send('DELETE', `/users/${userId}/wallets/${walletId}`))).toEqual([
        404,
        'NOT_FOUND',
        'Wallet not found',
      ]);
    }
    for (const user of [foreignUser, NIL]) {
      expect(toProblem(await partner.post(`/users/${user}/wallets`, evm))).toEqual(notOfPartner);
      expect(toProblem(await partner.get(`/users/${user}/wallets`))).toEqual(notOfPartner);
      expect(toProblem(await partner.get(`/users/${user}/wallets/balance`))).toEqual(notOfPartner);
      expect(toProblem(await partner.send('DELETE', `/users/${user}/wallets/${id}`))).toEqual(notOfPartner);
    }
    expect(toProblem(await partner.get('/users/nonsense/wallets'))).toEqual(invalid);
    expect(toProblem(await partner.get(`/users/${userId}/wallets?vmType=X`))).toEqual(invalid);
  });

  it('that five delete at once is deleted once', async () => {
    const userId = await partner.newUser();
    const { id } = (await partner.post(`/users/${userId}/wallets`, evm)).body.data;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => partner.send('DELETE', `/users/${userId}/wallets/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('balances', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await partner.newUser();
    await partner.post(`/users/${userId}/wallets`, evm);
    await partner.post(`/users/${userId}/wallets`, svm);
  });
  const balances = async (query: string) =>
    (await partner.get(`/users/${userId}/wallets/balance?${query}`)).body.data.balances;
  const zero = {
    USDC: { symbol: 'USDC', balance: '0.000000' },
    USDT: { symbol: 'USDT', balance: '0.000000' },
  };

  it('are listed by wallet and chain, as text', async () => {
    const all = await balances('');
    expect(all).toHaveLength(4);
    expect(all).toContainEqual({
      blockchain: 'SOL',
      flow: 'REGULAR',
      walletAddress: SOL,
      tokens: [zero.USDC, zero.USDT],
    });
    for (const blockchain of ['POL', 'ETH', 'BSC']) {
      expect(all).toContainEqual({
        blockchain,
        flow: 'REGULAR',
        walletAddress: EVM,
        tokens: [zero.USDC, zero.USDT],
      });
    }
  });

  it('are narrowed by chain and token', async () => {
    expect(await balances('blockchain=POL')).toEqual([
      { blockchain: 'POL', flow: 'REGULAR', walletAddress: EVM, tokens: [zero.USDC, zero.USDT] },
    ]);
    expect(await balances('blockchain=SOL&token=USDT')).toEqual([
      { blockchain: 'SOL', flow: 'REGULAR', walletAddress: SOL, tokens: [zero.USDT] },
    ]);
  });

  it('of a user without wallets are none', async () => {
    const bare = await partner.newUser();
    expect((await partner.get(`/users/${bare}/wallets/balance`)).body.data).toEqual({ balances: [] });
  });

  it.each(['blockchain=BTC', 'token=DOGE'])('refuse %s', async (query) => {
    expect(toProblem(await partner.get(`/users/${userId}/wallets/balance?${query}`))).toEqual(invalid);
  });
});
