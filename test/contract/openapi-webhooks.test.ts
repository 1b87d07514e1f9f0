import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isObject, type JsonObject } from '#docs/openapi/json-schema';
import { until } from '#local/partner/api-client';
import { beginsDelivery, bodyOf, isKeptNotification } from '#sdk/cli/listen/feed';
import { eventNames as knownEvents } from '#sdk/cli/trigger/journeys';
import { PartnerRamp } from '#sdk/client';
import { eventNames } from '#shared/webhooks/domain/events';
import { cli, environmentOf } from '#test/support/cli';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const FIXTURE = '../../tools/docs/openapi/webhook-examples.json';

/** Fixed values for fields that differ in each run. Amounts are those of the documented examples. */
const FIXED: JsonObject = {
  id: '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82',
  userId: '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51',
  externalUserId: 'customer-1042',
  transactionId: '019bc2bd-abc0-7f29-b01c-8a6e4d27f593',
  kycId: '019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62',
  associatedPersonId: '019bc2bf-9030-7f18-a4c6-3b82d05e79fa',
  signatureId: '019bc2bf-b740-7a29-b5d7-4c93e16f8a0b',
  occurredAt: '2026-01-15T16:30:20.401Z',
  openedAt: '2026-01-15T16:30:20.401Z',
  expiresAt: '2026-01-16T16:29:20.336Z',
  deadline: '2026-01-22T16:30:20.401Z',
};
const figures: Readonly<Record<string, JsonObject>> = {
  COMPLETED_ON_RAMP: { cryptoAmount: '0.539928', rate: '18.539865' },
  COMPLETED_OFF_RAMP: { fiatAmount: '183.74', rate: '18.35621891' },
  PAYOUT_RETURNED_OFF_RAMP: { amount: '183.74' },
  COMPLETED_CROSS_RAMP: { targetAmount: '106.42', rate: '0.05388777734' },
  PAYOUT_RETURNED_CROSS_RAMP: { amount: '106.42' },
  // For these events, the last name of the test user is a value that controls the sandbox. The example shows another name.
  HOLD_PLACED_ON_RAMP: { lastName: 'García' },
  HOLD_RELEASED_ON_RAMP: { lastName: 'García' },
  REJECTED_KYC: { lastName: 'García' },
  REVIEW_NEEDED_KYC: { lastName: 'García' },
  CREATED_KYC: { lastName: 'García' },
  VERIFICATION_RESUBMISSION_REQUESTED: { lastName: 'García' },
};

/** Fixed references of payment rails. */
const REFERENCES: JsonObject = {
  SPEI: 'PR7C1D0A94E2B8F35160D7A2C4',
  ACH: '402719563381046',
  CHAIN: '0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f',
};

function mapRails(rails: JsonObject): JsonObject {
  const mapped = Object.entries(rails).map(([side, rail]) => {
    const reference = isObject(rail) ? REFERENCES[String(rail.type)] : undefined;
    return [side, isObject(rail) ? { ...rail, reference, at: FIXED.occurredAt } : rail];
  });
  return Object.fromEntries(mapped);
}

/** Replaces values of a payload that differ in each run; absent fields stay absent. */
function sanitized(payload: JsonObject): JsonObject {
  const values = { ...FIXED, ...figures[String(payload.event)] };
  const replaced = Object.entries(values).filter(([name]) => typeof payload[name] === 'string');
  const rails = isObject(payload.rails) ? { rails: mapRails(payload.rails) } : {};
  const text = JSON.stringify({ ...payload, ...Object.fromEntries(replaced), ...rails });
  // `receiptPath` also contains the transaction id.
  const { transactionId } = payload;
  return JSON.parse(
    typeof transactionId === 'string' ? text.replaceAll(transactionId, String(FIXED.transactionId)) : text,
  );
}

const service = await sharedStack();
const receiver = await newReceiver();
const partner = await service.newPartner();

const triggered = z.object({ notificationId: z.string() });

/**
 * Triggers an event with `partner-ramp trigger`. Passes `userId` only for transaction events.
 * @returns the body of the delivery
 */
async function trigger(event: string, userId: string): Promise<JsonObject> {
  const user = event.endsWith('_RAMP') ? ['--user', userId] : [];
  const { code, out, error } = await cli(['trigger', event, ...user, '--json'], {
    environment: environmentOf(partner),
  });
  expect(code, error).toBe(0);
  const { notificationId } = triggered.parse(JSON.parse(out));
  await until(() => receiver.received.some(({ id }) => id === notificationId));
  const payload: unknown = JSON.parse(receiver.received.find(({ id }) => id === notificationId)?.body ?? 'null');
  return isObject(payload) ? payload : {};
}

it('the command line knows every event', () => {
  expect(knownEvents).toEqual(eventNames);
});

it('every event is sent as its example in the document shows it', { timeout: 300_000 }, async () => {
  await partner.put('/webhook-settings', { url: receiver.url });
  const userId = await partner.verifiedUser({ externalUserId: 'customer-1042' });
  const examples = await Promise.all(
    eventNames.map(async (event) => [event, sanitized(await trigger(event, userId))] as const),
  );
  expect(examples.map(([, { event }]) => event)).toEqual(eventNames);
  await expect(`${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`).toMatchFileSnapshot(FIXTURE);
});

it('a listener of the change feed sends the bytes that the service sends', async () => {
  const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
  const feed = new PartnerRamp({ baseUrl: partner.baseUrl, apiKey: partner.apiKey }).changes;
  const forwarded = new Map<string, string>();
  // The notifications appear in the change feed within seconds.
  await until(async () => {
    for await (const change of feed.list({ types: ['NOTIFICATION'], limit: 100 })) {
      if (isKeptNotification(change) && beginsDelivery(change)) forwarded.set(change.id, bodyOf(change));
    }
    return [...bodies.keys()].every((id) => forwarded.has(id));
  });
  expect(bodies.size).toBeGreaterThanOrEqual(eventNames.length);
  for (const [id, body] of bodies) expect(forwarded.get(id)).toBe(body);
});
