import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { until } from '#local/partner/api-client';
import { type Reporter, reporterFor } from '#shared/transactions/domain/reporters';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { announce } from '#test/support/announce';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

async function waiting(): Promise<string> {
  const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }));
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

/** The provider that reports this event of a cross-ramp. */
const providerFor = (type: string) =>
  reporterFor('CROSS_RAMP', reportedTriggers.find((one) => one === type) ?? 'DEPOSIT_RECEIVED') ?? 'banking';
const about = (transactionId: string, type: string, more = {}) => ({
  ...{ provider: providerFor(type), eventId: randomUUID(), transactionId, type },
  ...more,
});

const answerShape = z.looseObject({
  success: z.boolean(),
  data: z.optional(z.record(z.string(), z.string())),
});

async function send({ body, headers }: ReturnType<typeof signedCallback>) {
  const response = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    body: answerShape.parse(await response.json()),
  };
}
const report = (content: { readonly provider: Reporter; readonly [field: string]: unknown }, secret?: string) =>
  send(signedCallback(content, secret ?? running.stack.providerEventsSecrets[content.provider]));
const readStatus = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data.status;

it('take a transaction to its end, and the partner is notified', async () => {
  const id = await waiting();
  const types = [
    'DEPOSIT_RECEIVED',
    'CONVERSION_STARTED',
    'CONVERSION_COMPLETED',
    'PAYOUT_SUBMITTED',
    'PAYOUT_COMPLETED',
  ];
  for (const type of types) {
    const { status, requestId, body } = await report(about(id, type));
    expect([status, body.data?.result], type).toEqual([200, 'APPLIED']);
    expect(requestId).toMatch(/^[\w-]{36}$/);
  }
  expect(await readStatus(id)).toBe('COMPLETED');
  const timeline: { data: { cause: string }[] } = (await partner.get(`/transactions/${id}/events`)).body.data;
  expect(timeline.data.map(({ cause }) => cause)).toEqual(['CREATED', ...types]);
  const notifications: { data: { eventType: string }[] } = (await partner.get('/webhook-notifications')).body.data;
  expect(notifications.data.map(({ eventType }) => eventType)).toContain('COMPLETED_CROSS_RAMP');
});

it('are applied once, and kept when they arrive before earlier ones', async () => {
  const id = await waiting();
  const deposit = about(id, 'DEPOSIT_RECEIVED', { amount: '1500.00', currency: 'MXN' });
  const early = about(id, 'CONVERSION_STARTED');
  expect((await report(early)).body.data).toEqual({
    transactionId: id,
    result: 'OUT_OF_ORDER',
    status: 'PENDING',
  });
  expect((await report(deposit)).body.data).toEqual({
    transactionId: id,
    result: 'APPLIED',
    status: 'IN_PROGRESS',
  });
  expect((await report(deposit)).body.data).toEqual({
    transactionId: id,
    result: 'DUPLICATE',
    status: 'IN_PROGRESS',
  });
  const wrong = about(id, 'CONVERSION_COMPLETED', { amount: '1.00', currency: 'USD' });
  expect((await report(wrong)).body.data).toEqual({
    transactionId: id,
    result: 'REFUSED',
    status: 'IN_PROGRESS',
  });
});

it('post an unexpected deposit, show it, and report when it was paid back', async () => {
  const id = await waiting();
  const deposit = (amount: string, more = {}) => about(id, 'DEPOSIT_RECEIVED', { amount, currency: 'MXN', ...more });
  const item = async () => (await partner.get(`/transactions/${id}`)).body.data;
  expect((await report(deposit('1600.00'))).body.data).toMatchObject({
    result: 'APPLIED',
    status: 'FIAT_RECEIVED',
  });
  const second = deposit('1500.00');
  for (const result of ['APPLIED', 'DUPLICATE'])
    expect((await report(second)).body.data).toMatchObject({ result, status: 'FIAT_RECEIVED' });
  const { version, surplusDeposits } = await item();
  expect(version).toBe(3);
  expect(surplusDeposits).toMatchObject([
    { amount: 100, currency: 'MXN' },
    { amount: 1500, currency: 'MXN' },
  ]);
  const back = await report(about(id, 'REFUND_PAID', { amount: '1500.00', currency: 'MXN' }));
  expect(back.body.data).toMatchObject({ result: 'APPLIED', status: 'FIAT_RECEIVED' });
  const { data } = (await partner.get(`/transactions/${id}/ledger`)).body.data;
  const refunds = data.filter(({ account }: { account: string }) => account === `refund:${userId}`);
  expect(refunds.map(({ side, amount }: { side: string; amount: string }) => `${side} ${amount}`)).toEqual([
    ...['CREDIT 100.00', 'CREDIT 1500.00', 'DEBIT 1500.00'],
  ]);
  const feed = async () => (await partner.get('/changes?types=TRANSACTION&limit=100')).body.data.data;
  const ofThis = async () => (await feed()).filter((change: { id: string }) => change.id === id);
  await until(async () => (await ofThis()).length === 4);
  expect((await ofThis()).at(-1)).toMatchObject({ version: 4, resource: { surplusDeposits } });
});

it('are refused unsigned, forged, late, malformed, or of no transaction, and nothing changes', async () => {
  const id = await waiting();
  const deposit = about(id, 'DEPOSIT_RECEIVED');
  const secret = running.stack.providerEventsSecrets.banking;
  const signed = signedCallback(deposit, secret);
  const lateS = Math.floor(Date.now() / 1000) - 301;
  const answers = [
    await send({ ...signed, headers: { 'content-type': 'application/json' } }),
    await report(deposit, newWebhookSecret()),
    await send(signedCallback(deposit, secret, { timestampS: lateS })),
    await send({ ...signed, body: signed.body.replace('DEPOSIT_RECEIVED', 'PAYOUT_COMPLETED') }),
    await report({ ...deposit, status: 'COMPLETED' }),
    await report(about(randomUUID(), 'DEPOSIT_RECEIVED')),
  ];
  expect(answers.map(({ status, body }) => [status, body.success])).toEqual([
    [401, false],
    [401, false],
    [401, false],
    [401, false],
    [400, false],
    [404, false],
  ]);
  expect(await readStatus(id)).toBe('PENDING');
  // A partner's key gives no access here, and the wrong method has a status of its own.
  const asPartner = await fetch(`${running.baseUrl}/provider-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'partner-api-key': partner.apiKey },
    body: signed.body,
  });
  expect(asPartner.status).toBe(401);
  expect((await fetch(`${running.baseUrl}/provider-events`)).status).toBe(405);
});

it('are refused from any provider but the one that reports such events, whatever the signature', async () => {
  const id = await waiting();
  const deposit = about(id, 'DEPOSIT_RECEIVED');
  const { banking, rates, custody } = running.stack.providerEventsSecrets;
  const answers = [
    // In the name of another provider, with its own secret.
    await report(deposit, rates),
    // In its own name, about what only another provider can know.
    await report({ ...deposit, provider: 'rates' }, rates),
    await report({ ...deposit, provider: 'custody' }, custody),
    await report({ ...about(id, 'CONVERSION_STARTED'), provider: 'banking' }, banking),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await readStatus(id)).toBe('PENDING');
  expect((await report(deposit)).body.data).toMatchObject({ result: 'APPLIED' });
});

it('can be posted by the operator tool', async () => {
  const folder = announce(running);
  const id = await waiting();
  const here = ['--data-dir', folder, '--json'];
  const call = ['provider-event', 'post', '--transaction', id, '--type', 'DEPOSIT_RECEIVED'];
  const result = await ops([...call, '--amount', '1500.00', '--currency', 'MXN', ...here]);
  expect([result.code, result.error]).toEqual([0, '']);
  expect(JSON.parse(result.out)).toMatchObject({ data: { result: 'APPLIED', status: 'FIAT_RECEIVED' } });
  const refused = await ops([...call, '--amount', 'much', '--currency', 'MXN', ...here]);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('The entry answered 400')]);
});
