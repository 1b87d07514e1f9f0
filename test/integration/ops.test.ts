import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiClient, until } from '#local/partner/api-client';
import { announce } from '#test/support/announce';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const folder = announce(running);
const here = ['--data-dir', folder, '--json'];

const issuedShape = z.looseObject({ partnerId: z.string(), keyId: z.string(), apiKey: z.string() });
async function issued(args: readonly string[]) {
  const result = await ops([...args, ...here]);
  expect(result).toMatchObject({ code: 0, error: '' });
  return issuedShape.parse(JSON.parse(result.out));
}
const newPartner = () => issued(['partner', 'create', '--name', 'Operated']);
const statusWith = async (apiKey: string) => {
  const { status, body } = await new ApiClient(running.baseUrl, apiKey, '').get('/users');
  return [status, body.code];
};

it('a key that operators issue gives access at once, and shows when it was used', async () => {
  const { partnerId, apiKey } = await newPartner();
  expect(await statusWith(apiKey)).toEqual([200, undefined]);
  const today = new Date().toISOString().slice(0, 10);
  const { keys } = JSON.parse((await ops(['key', 'list', '--partner', partnerId, ...here])).out);
  expect(keys).toEqual([expect.objectContaining({ lastFour: apiKey.slice(-4), state: 'active', lastUsedAt: today })]);
});

it('a transaction of any partner is shown with its timeline, without its payout account', async () => {
  const partner = await running.newPartner();
  const userId = await partner.verifiedUser();
  const created = await partner.post('/cross-ramp', partner.crossRamp(userId));
  expect(created.status, created.text).toBe(201);
  const { id } = created.body.data;
  await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  const result = await ops(['transaction', 'show', '--id', id, ...here]);
  const { transaction, timeline, ledger } = JSON.parse(result.out);
  expect(transaction).toMatchObject({
    id,
    partnerId: partner.partnerId,
    userId,
    status: 'COMPLETED',
    sourceAmount: { amount: '2000.01', currency: 'MXN' },
    targetBankAccount: { country: 'US', accountEndsWith: '9012' },
  });
  expect(timeline.map(({ to }: { to: string }) => to)).toEqual([
    'PENDING',
    'FIAT_RECEIVED',
    'IN_PROGRESS',
    'READY_BANK_TRANSFER',
    'BANK_TRANSFER_PENDING',
    'COMPLETED',
  ]);
  const cents = (currency: string, side: string) =>
    ledger
      .filter((entry: Record<string, string>) => entry.currency === currency && entry.side === side)
      .reduce((sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100), 0);
  for (const currency of ['MXN', 'USD']) expect(cents(currency, 'DEBIT')).toBe(cents(currency, 'CREDIT'));
  expect(cents('MXN', 'DEBIT')).toBe(400_002);
  expect(result.out).not.toContain('123456789012');
  expect(result.out, 'an instant as a number').not.toMatch(/:1\d{12}\b/);
  const sent = JSON.parse((await ops(['transaction', 'webhooks', '--id', id, ...here])).out);
  expect(sent).toMatchObject({ transactionId: id, partnerId: partner.partnerId });
  expect(sent.notifications.map(({ event }: { event: string }) => event)).toEqual([
    expect.stringMatching(/^CREATED_/),
    ...Array(sent.notifications.length - 2).fill(expect.any(String)),
    'COMPLETED_CROSS_RAMP',
  ]);
  const people = await ops(['transaction', 'show', '--id', id, '--data-dir', folder]);
  expect(people.out).toMatch(/\n {2}sourceAmount +2000\.01 MXN\n/);
  const nothing = await ops(['transaction', 'show', '--id', userId, ...here]);
  expect(nothing).toMatchObject({ code: 1, out: '', error: `There is no transaction ${userId}.\n` });
});
