import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { isObject, type JsonObject } from '#scripts/docs/openapi/json-schema';
import { eventNames } from '#shared/webhooks/domain/events';
import { Business } from '#test/support/business';
import { type SharedStack, sharedStack } from '#test/support/shared-stack/shared-stack';

const FIXTURE = '../../scripts/docs/openapi/webhook-examples.json';

/** What stands in the fixture for values that differ from run to run. Figures are those of the documented examples. */
const FIXED: JsonObject = {
  id: '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82',
  userId: '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51',
  externalUserId: 'customer-1042',
  transactionId: '019bc2bd-abc0-7f29-b01c-8a6e4d27f593',
  kycId: '019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62',
  associatedPersonId: '019bc2bf-9030-7f18-a4c6-3b82d05e79fa',
  signatureId: '019bc2bf-b740-7a29-b5d7-4c93e16f8a0b',
  occurredAt: '2026-01-15T16:30:20.401Z',
};
const figures: Readonly<Record<string, JsonObject>> = {
  COMPLETED_ON_RAMP: { cryptoAmount: '0.539928', rate: '18.539865' },
  COMPLETED_OFF_RAMP: { fiatAmount: '183.74', rate: '18.35621891' },
  PAYOUT_RETURNED_OFF_RAMP: { amount: '183.74' },
  COMPLETED_CROSS_RAMP: { targetAmount: '106.42', rate: '0.05388777734' },
  PAYOUT_RETURNED_CROSS_RAMP: { amount: '106.42' },
  // The name steers the sandbox.
  REJECTED_KYC: { lastName: 'García' },
  REVIEW_NEEDED_KYC: { lastName: 'García' },
  CREATED_KYC: { lastName: 'García' },
};

/** A payload with fixed values in the place of those that differ; what it does not have it does not get. */
function sanitized(payload: JsonObject): JsonObject {
  const values = { ...FIXED, ...figures[String(payload.event)] };
  const replaced = Object.entries(values).filter(([name]) => typeof payload[name] === 'string');
  return { ...payload, ...Object.fromEntries(replaced) };
}

let service: SharedStack;
let receiver: Receiver;
let partner: ApiClient;
beforeAll(async () => {
  service = await sharedStack();
  receiver = await startReceiver();
  partner = await service.newPartner();
});
afterAll(async () => {
  service?.release();
  await receiver?.stop();
});

const create = async (path: string, body: unknown): Promise<string> => {
  const answer = await partner.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
};
const simulate = async (id: string, event: string) => {
  const answer = await partner.post(`/sandbox/transactions/${id}/simulate`, { event });
  expect(answer.status, answer.text).toBe(200);
};
const cancel = (id: string) => partner.put(`/transactions/${id}/cancel`);
const hasStatus = (id: string, status: string) =>
  until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === status);

const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const wallet = { destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
const account = { userBankInformation: { accountIdentifier: '012180015500000008' } };

async function runOnRamps(userId: string): Promise<void> {
  const onRamp = (fiatAmount: number) => create('/on-ramp', { userId, ...pair, ...wallet, fiatAmount });
  await onRamp(10.01);
  await cancel(await onRamp(500));
  await simulate(await onRamp(500), 'EXPIRE');
  const failing = await onRamp(500);
  await simulate(failing, 'PAYOUT_FAILED');
  await simulate(failing, 'DEPOSIT_RECEIVED');
}

async function runOffRamps(userId: string): Promise<void> {
  const offRamp = (cryptoAmount: number) => create('/off-ramp', { userId, ...pair, ...account, cryptoAmount });
  const execute = (transactionId: string) => partner.post('/off-ramp/execute', { transactionId });
  const completed = await offRamp(10.01);
  await execute(completed);
  await cancel(await offRamp(50));
  await simulate(await offRamp(50), 'EXPIRE');
  await execute(await offRamp(10.03));
  const failing = await offRamp(50);
  await simulate(failing, 'PAYOUT_FAILED');
  await execute(failing);
  await hasStatus(completed, 'COMPLETED');
  await simulate(completed, 'PAYOUT_RETURNED');
}

async function runCrossRamps(userId: string): Promise<void> {
  const crossRamp = (sourceAmount: number) => create('/cross-ramp', partner.crossRamp(userId, { sourceAmount }));
  const completed = await crossRamp(2000.01);
  await crossRamp(2000.04);
  await cancel(await crossRamp(700));
  await simulate(await crossRamp(700), 'EXPIRE');
  await hasStatus(completed, 'COMPLETED');
  await simulate(completed, 'PAYOUT_RETURNED');
}

/** Verifications that are not granted, a declaration, and a test. */
async function runOthers(): Promise<void> {
  for (const lastName of ['Rejected', 'Review']) {
    const userId = await partner.newUser();
    await partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName });
  }
  const firm = await partner.newUser({ type: 'BUSINESS', businessName: 'ACME' });
  await new Business(partner, firm).signedOwner();
  await partner.post('/webhook-settings/test');
}

it('every event is sent as its example in the document shows it', { timeout: 300_000 }, async () => {
  await partner.put('/webhook-settings', { url: receiver.url });
  const userId = await partner.verifiedUser({ externalUserId: 'customer-1042' });
  await Promise.all([runOnRamps(userId), runOffRamps(userId), runCrossRamps(userId), runOthers()]);
  const payloads = new Map<string, JsonObject>();
  await until(() => {
    for (const { body } of receiver.received) {
      const payload: unknown = JSON.parse(body);
      if (isObject(payload) && !payloads.has(String(payload.event))) payloads.set(String(payload.event), payload);
    }
    return eventNames.every((name) => payloads.has(name));
  });
  const examples = eventNames.map((name) => [name, sanitized(payloads.get(name) ?? {})]);
  await expect(`${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`).toMatchFileSnapshot(FIXTURE);
});
