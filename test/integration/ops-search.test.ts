import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { until } from '#local/partner/api-client';
import { announce } from '#test/support/announce';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const ACCOUNT = '012180015500000008';

const running = await sharedStack();
const folder = announce(running);
const here = ['--data-dir', folder, '--json'];

const row = z.looseObject({ id: z.string(), partnerId: z.string() });
const printed = z.object({
  users: z.optional(z.array(row)),
  transactions: z.optional(z.array(row)),
  deliveries: z.optional(z.array(row)),
});

async function search(...args: readonly string[]) {
  const result = await ops([...args, ...here]);
  expect(result).toMatchObject({ code: 0, error: '' });
  return printed.parse(JSON.parse(result.out));
}
const idsBy = async (...args: readonly string[]) =>
  (await search('transaction', 'list', ...args)).transactions?.map(({ id }) => id);

it('an operator finds a user whom a partner made, by what the person names', async () => {
  const partner = await running.newPartner();
  const email = `Search.${partner.partnerId}@Example.com`;
  const created = await partner.post('/users', { type: 'INDIVIDUAL', email, externalUserId: 'person-1' });
  expect(created.status, created.text).toBe(201);
  const { userId } = created.body.data;
  for (const by of [
    ['--email', email.toLowerCase()],
    ['--id', userId],
    ['--external-id', 'person-1', '--partner', partner.partnerId],
  ])
    expect((await search('user', 'find', ...by)).users, by[0]).toMatchObject([{ id: userId, state: 'LIVE' }]);
});

it('an operator finds transactions by deposit, account, hash, user and age', async () => {
  const partner = await running.newPartner();
  const userId = await partner.verifiedUser();
  const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
  const onRamp = await partner.post('/on-ramp', { ...order, fiatAmount: 500, destinationWalletAddress: WALLET });
  expect(onRamp.status, onRamp.text).toBe(201);
  const { id: onRampId, bankAccount: deposit } = onRamp.body.data;
  expect(await idsBy('--deposit', deposit.message.toLowerCase())).toEqual([onRampId]);

  const userBankInformation = { accountIdentifier: ACCOUNT };
  const offRamp = await partner.post('/off-ramp', { ...order, cryptoAmount: 50, userBankInformation });
  expect(offRamp.status, offRamp.text).toBe(201);
  const { id: offRampId, destinationWalletAddress } = offRamp.body.data;
  const own = ['--partner', partner.partnerId];
  expect(await idsBy('--deposit', destinationWalletAddress, ...own)).toEqual([offRampId]);
  expect(await idsBy('--account', ACCOUNT, ...own)).toEqual([offRampId]);

  expect(await idsBy('--user', userId)).toEqual([offRampId, onRampId]);
  expect(await idsBy('--status', 'PENDING_PAYMENT', '--unchanged-for', '1m', ...own)).toEqual([]);
  expect(await idsBy('--status', 'PENDING_PAYMENT', ...own)).toEqual([onRampId, offRampId]);

  const sent = await partner.post(`/sandbox/transactions/${onRampId}/simulate`, { event: 'DEPOSIT_RECEIVED' });
  expect(sent.status, sent.text).toBe(200);
  const state = async () => (await partner.get(`/transactions/${onRampId}`)).body.data;
  await until(async () => (await state()).status === 'COMPLETED');
  const { transactionHash } = (await state()).invoice;
  expect(await idsBy('--hash', transactionHash.toUpperCase().replace('0X', '0x'))).toEqual([onRampId]);
});

it('an operator finds what failed at any endpoint of any partner', async () => {
  const receiver = await newReceiver();
  try {
    receiver.answer = () => ({ status: 500 });
    const partner = await running.newPartner();
    const userId = await partner.verifiedUser();
    await partner.put('/webhook-settings', { url: receiver.url });
    const { id: endpointId } = (await partner.post('/webhook-endpoints', { url: receiver.url })).body.data;
    const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 500 };
    const created = await partner.post('/on-ramp', { ...order, destinationWalletAddress: WALLET });
    expect(created.status, created.text).toBe(201);
    const failed = async () => {
      const { deliveries = [] } = await search('notification', 'list', '--status', 'FAILED', '--limit', '1000');
      return deliveries.filter(({ partnerId }) => partnerId === partner.partnerId);
    };
    await until(async () => (await failed()).length === 2);
    const about = { event: 'CREATED_ON_RAMP', attempts: 5, transactionId: created.body.data.id, lastError: 'HTTP 500' };
    const found = (await failed()).toSorted((left) => (left.endpointId === null ? -1 : 1));
    expect(found).toMatchObject([
      { ...about, endpointId: null },
      { ...about, endpointId },
    ]);
  } finally {
  }
});
