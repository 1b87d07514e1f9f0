import { describe, expect, it } from 'vitest';
import { type Answer, toProblem } from '#local/partner/api-client';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const evm = { vmType: 'EVM', walletAddress: EVM, alias: 'Main' };
const svm = { vmType: 'SVM', walletAddress: SOL };

const duplicate = [400, 'UserOnRampWalletDuplicateError', 'A wallet with this address and VM type already exists.'];

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
  it.each([evm, svm])('is saved once when ten requests come at once', async (body) => {
    const userId = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.post(`/users/${userId}/wallets`, body)));
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

  it('are at most twenty, also when ten are saved at once where there is room for five', async () => {
    const path = `/users/${await partner.newUser()}/wallets`;
    const add = (index: number) => partner.post(path, numbered(index));
    const saved: Answer[] = [];
    while (saved.length < 15) saved.push(await add(saved.length));
    const rest = await Promise.all(Array.from({ length: 10 }, (_, index) => add(15 + index)));
    saved.push(...rest.filter(({ status }) => status === 201));
    // A request that met too much contention may be repeated; then there are places left, or twenty wallets.
    for (const answer of rest.filter(({ status }) => status !== 201)) expect(answer.body.code).toBe('CONFLICT');
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
