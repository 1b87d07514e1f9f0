import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findTransaction } from '#shared/transactions/repository';
import { announce } from '#test/support/announce';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const folder = announce(running);
const partner = await running.newPartner();
const userId = await partner.verifiedUser();
const valid = { status: 'VALID', url: null };

it('a payout by SPEI shows its proof in answers, webhooks, the feed and the operator tool, and its receipt the tracking key', async () => {
  const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
  const userBankInformation = { accountIdentifier: '012180015500000008' };
  const created = await partner.post('/off-ramp', { userId, ...pair, cryptoAmount: 10.01, userBankInformation });
  expect(created.status, created.text).toBe(201);
  const { id } = created.body.data;
  await until(async () => (await findTransaction(id))?.status === 'COMPLETED');
  const { rails } = (await partner.get(`/transactions/${id}`)).body.data;
  expect(rails).toMatchObject({ deposit: { type: 'CHAIN' }, payout: { type: 'SPEI', proof: valid } });
  expect(rails.deposit).not.toHaveProperty('proof');

  const { data } = (await partner.get(`/webhook-notifications?transactionId=${id}&limit=100`)).body.data;
  const completed = data.find((one: { eventType: string }) => one.eventType === 'COMPLETED_OFF_RAMP');
  const { payload } = (await partner.get(`/webhook-notifications/${completed.id}`)).body.data;
  expect(payload.rails).toEqual(rails);

  await until(async () => {
    const { data: changes } = (await partner.get('/changes?types=TRANSACTION&limit=100')).body.data;
    return changes.some((one: { id: string; resource: { rails: unknown } }) => {
      return one.id === id && JSON.stringify(one.resource.rails) === JSON.stringify(rails);
    });
  });
  const { out } = await ops(['transaction', 'show', '--id', id, '--json', '--data-dir', folder]);
  expect(JSON.parse(out).transaction.payoutRail).toMatchObject({ type: 'SPEI', proof: { status: 'VALID' } });
  const receipt = (await partner.get(`/transactions/${id}/receipt`)).body.data;
  expect(receipt.rails.payout).toMatchObject({ type: 'SPEI', reference: rails.payout.reference });
});

it.each([
  ['SPEI', 'NU39A1B2C3', { type: 'SPEI', reference: 'NU39A1B2C3', proof: valid }],
  // No pesos arrive by ACH.
  ['ACH', '123456789012345', null],
])('a deposit of pesos that a bank reports by %s is booked, with %s as %j', async (type, reference, rail) => {
  const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }));
  const { id } = created.body.data;
  const report = { provider: 'banking', eventId: randomUUID(), transactionId: id, type: 'DEPOSIT_RECEIVED' } as const;
  const { body, headers } = signedCallback(
    { ...report, rail: { type, reference } },
    running.stack.providerEventsSecrets.banking,
  );
  const answer = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ data: { result: 'APPLIED' } });
  const { rails } = (await partner.get(`/transactions/${id}`)).body.data;
  if (rail === null) expect(rails.deposit).toBeNull();
  else expect(rails.deposit).toMatchObject(rail);
});
