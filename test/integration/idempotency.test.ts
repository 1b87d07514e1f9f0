import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import type { CrashPoint } from '#shared/platform/observability/crash-point';
import { type IdempotentCall, markFailed, prepareIdempotentCall } from '#test/support/idempotent-calls';
import { ownStack } from '#test/support/own-stack';
import type { Call } from '#test/support/scenarios/perform';
import { allItems } from '#test/support/table-census';

const realNow = Date.now;
let aheadMs = 0;

Date.now = () => realNow() + aheadMs;
const running = await ownStack({
  crashPoints: true,
  // After a failed first attempt, the next attempt is due after 900 seconds. These tests do not wait for it.
  settings: { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,900,900,900,900' },
});
afterEach(() => {
  globalThis.atCrashPoint = undefined;
});
afterAll(() => {
  Date.now = realNow;
});

/** Ends the next invocation that reaches a crash point. */
function crashAt(point: CrashPoint): void {
  let crashed = false;
  globalThis.atCrashPoint = (name) => {
    if (name !== point || crashed) return;
    crashed = true;
    throw new Error(`Crash at ${point}`);
  };
}

it('the response to a retry is stored with its user, so that it is deleted with the user', async () => {
  const by = await running.newPartner();
  const userId = await by.verifiedUser();
  const { id } = (await by.get('/webhook-notifications?eventType=VERIFIED_USER')).body.data.data[0];
  await markFailed(by, id);
  const headers = { 'idempotency-key': randomUUID() };
  expect((await by.post(`/webhook-notifications/${id}/retry`, undefined, { headers })).status).toBe(200);
  const keys = (await allItems(running.stack, by.partnerId)).map(({ PK }) => String(PK));
  expect(keys.filter((key) => key.startsWith(`IDEMPOTENCY#${by.partnerId}#`))).toEqual([
    `IDEMPOTENCY#${by.partnerId}#${userId}`,
  ]);
});

/** All tests use the same idempotency key, because each test has another partner. */
const key: string = randomUUID();
/** One operation for each way to store a response. Handler tests cover repeated keys and lost responses of every operation. */
const operations = [
  'createCrossRamp',
  'createUser',
  'createWebhookEndpoint',
  'createKycLink',
  'replayWebhookNotifications',
];

const post = (by: ApiClient, { path, body }: Call, withKey = key) =>
  by.post(path, body, { headers: { 'idempotency-key': withKey } });
const readItems = ({ partnerId }: ApiClient) => allItems(running.stack, partnerId);
const readEffects = async (by: ApiClient, { isEffect }: IdempotentCall) =>
  (await readItems(by)).filter(isEffect).length;
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

async function crashesAt(point: CrashPoint, by: ApiClient, { call }: IdempotentCall): Promise<void> {
  crashAt(point);
  expect((await post(by, call)).status).toBe(500);
  globalThis.atCrashPoint = undefined;
}

it.each(operations)(
  'the key of %s has one effect of a crash before the write and five requests at once, whose responses are equal byte for byte, and is refused for any other request',
  async (id) => {
    const by = await running.newPartner();
    const prepared = await prepareIdempotentCall(id, by);
    const before = await readEffects(by, prepared);
    const bad = await post(by, prepared.call, 'a'.repeat(15));
    expect([bad.status, bad.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    await crashesAt('api.beforeTx', by, prepared);
    if (id === 'replayWebhookNotifications') aheadMs += 16_000; // Until another request may do the work.

    const responses = await Promise.all(Array.from({ length: 5 }, () => post(by, prepared.call)));
    const [first] = responses;
    if (first === undefined) throw new Error('There is no response');
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([200, 201, 202], first.text).toContain(first.status);
    expect(responses.filter((response) => replayed(response) === null)).toHaveLength(1);

    const other = await post(by, prepared.other);
    expect([other.status, other.body.code], other.text).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await readEffects(by, prepared)) - before).toBe(prepared.effects);
  },
);

/** Operations that write their effect and their response separately. */
const inSeveralWrites = [
  'replayWebhookNotifications',
  'requestSignatures',
  'sendTestToWebhookEndpoint',
  'sendTestWebhook',
];

it.each(inSeveralWrites)(
  'the key of %s resolves a crash after the write, for another partner than before',
  async (id) => {
    const by = await running.newPartner();
    const prepared = await prepareIdempotentCall(id, by);
    const before = await readEffects(by, prepared);
    await crashesAt('api.afterTx', by, prepared);
    const response = await post(by, prepared.call);
    expect([200, 201, 202], response.text).toContain(response.status);
    expect(replayed(response)).toBe('true');
    expect((await readEffects(by, prepared)) - before).toBe(prepared.effects);
  },
);
