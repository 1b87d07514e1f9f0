import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Reporter, reporterFor } from '#shared/transactions/domain/reporters';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
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

/** Returns the provider that reports this event of a cross-ramp. */
const providerFor = (type: string) =>
  reporterFor('CROSS_RAMP', reportedTriggers.find((one) => one === type) ?? 'DEPOSIT_RECEIVED') ?? 'banking';
const about = (transactionId: string, type: string, more = {}) => ({
  ...{ provider: providerFor(type), eventId: randomUUID(), transactionId, type },
  ...more,
});

const responseShape = z.looseObject({
  success: z.boolean(),
  data: z.optional(z.record(z.string(), z.string())),
});

async function send({ body, headers }: ReturnType<typeof signedCallback>) {
  const response = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    body: responseShape.parse(await response.json()),
  };
}
const report = (content: { readonly provider: Reporter; readonly [field: string]: unknown }) =>
  send(signedCallback(content, running.stack.providerEventsSecrets[content.provider]));
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

it('can be posted by the operator tool', async () => {
  const folder = announce(running);
  const id = await waiting();
  const here = ['--data-dir', folder, '--json'];
  const call = ['provider-event', 'post', '--transaction', id, '--type', 'DEPOSIT_RECEIVED'];
  const result = await ops([...call, '--amount', '1500.00', '--currency', 'MXN', ...here]);
  expect([result.code, result.error]).toEqual([0, '']);
  expect(JSON.parse(result.out)).toMatchObject({ data: { result: 'APPLIED', status: 'FIAT_RECEIVED' } });
  const refused = await ops([...call, '--amount', 'much', '--currency', 'MXN', ...here]);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('POST /provider-events returned 400')]);
});
