import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { until } from '#local/partner/api-client';
import { heldAmounts } from '#shared/transactions/domain/transaction';
import { findOrders } from '#shared/transactions/orders/repository';
import { findTransaction } from '#shared/transactions/repository';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

async function created(sourceAmount: number): Promise<string> {
  const response = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount }));
  expect(response.status, response.text).toBe(201);
  return response.body.data.id;
}

async function report(transactionId: string, type: string, more: object = {}) {
  const content = { provider: 'banking', eventId: randomUUID(), transactionId, type, ...more };
  const { body, headers } = signedCallback(content, running.stack.providerEventsSecrets.banking);
  const response = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  const { data } = z.looseObject({ data: z.optional(z.record(z.string(), z.string())) }).parse(await response.json());
  return { status: response.status, result: data?.result };
}

/** Waits until nothing is held, and every order is closed. */
const settles = (id: string) =>
  until(async () => {
    const transaction = await findTransaction(id);
    return transaction?.refundHeld === undefined && transaction !== undefined && heldAmounts(transaction).length === 0;
  });

const ledgerOf = async (id: string): Promise<{ account: string; side: string; amount: string; currency: string }[]> =>
  (await partner.get(`/transactions/${id}/ledger`)).body.data.data;
const item = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;

/** Entries of the user's refund account. */
const ofRefunds = async (id: string) =>
  (await ledgerOf(id))
    .filter(({ account }) => account === `refund:${userId}`)
    .map(({ side, amount }) => [side, amount]);

it('pays back by itself what a failed payout left, once', async () => {
  const id = await created(2000.04);
  await until(async () => (await findTransaction(id))?.status === 'FAILED');
  await settles(id);
  const [[, credited] = [], [, debited] = []] = await ofRefunds(id);
  expect([await ofRefunds(id), debited]).toEqual([expect.objectContaining({ length: 2 }), credited]);
  expect((await findOrders(id)).map(({ name }) => name)).toEqual(['REFUND']);
  // A bank that reports its own refund as well pays nothing twice.
  const again = await report(id, 'REFUND_PAID', { refundId: 'REFUND' });
  expect(again.status).toBe(200);
  expect(again.result).not.toBe('APPLIED');
  expect(await ofRefunds(id)).toHaveLength(2);
  expect(await item(id)).toMatchObject({ status: 'FAILED', cancellationReason: 'PAYOUT_RETURNED_BY_BANK' });
});

it('returns deposits that a transaction does not wait for, each by an order of its own', async () => {
  const id = await created(1500);
  const amounts = [
    { amount: '7.00', currency: 'MXN' },
    { amount: '7.00', currency: 'MXN' },
    { amount: '3.50', currency: 'USD' },
  ];
  for (const amount of amounts)
    expect(await report(id, 'DEPOSIT_RECEIVED', amount)).toEqual({ status: 200, result: 'APPLIED' });
  await settles(id);
  expect((await findOrders(id)).map(({ name }) => name)).toEqual(['SURPLUS-0', 'SURPLUS-1', 'SURPLUS-2']);
  expect(await item(id)).toMatchObject({ status: 'PENDING', surplusDeposits: { length: 3 } });
  expect((await findTransaction(id))?.surplusDeposits.every(({ returnedAtMs }) => returnedAtMs !== undefined)).toBe(
    true,
  );
});
