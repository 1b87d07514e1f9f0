import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findVerification } from '#shared/identity/repository';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { unknownRouteBody } from '#test/support/unknown-route';

const running = await ownStack({ settings: { SANDBOX_STEP_MS: '300' } });
const receiver = await newReceiver();
const partner = await running.newPartner();
await partner.put('/webhook-settings', { url: receiver.url });

const decide = (userId: string, result: unknown) => partner.post(`/sandbox/users/${userId}/verification`, { result });
const start = (userId: string, body: Readonly<Record<string, unknown>> = {}) =>
  partner.post(`/users/${userId}/kyc`, { country: 'MX', ...body });
const read = async (userId: string) => (await partner.get(`/users/${userId}`)).body.data;
const kyc = async (userId: string) => (await partner.get(`/users/${userId}/kyc`)).body.data;

/** Webhook payloads about the user with this external id, in their order. */
const payloadsAbout = (externalUserId: string): Record<string, unknown>[] =>
  receiver.received.map(({ body }) => JSON.parse(body)).filter((payload) => payload.externalUserId === externalUserId);
const eventsAbout = (externalUserId: string) => payloadsAbout(externalUserId).map(({ event }) => event);
/** Waits for `count` webhooks about a user; the next user's then show that none follows. */
async function waitForWebhooks(externalUserId: string, count: number): Promise<unknown[]> {
  await until(() => payloadsAbout(externalUserId).length >= count);
  return eventsAbout(externalUserId);
}

it('replaces an earlier decision, each time with its event, and closes transactions to the user until it is verified again', async () => {
  const userId = await partner.verifiedUser();
  const { verificationId } = await kyc(userId);
  const before = await read(userId);
  // No deposit comes for it, so nothing follows.
  const order = () => partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }));
  for (const result of ['REVIEW_NEEDED', 'REJECTED', 'VERIFIED']) {
    await decide(userId, result);
    const { status, body } = await order();
    if (result === 'VERIFIED') expect(status).toBe(201);
    else expect([status, body.code]).toEqual([403, 'USER_NOT_VERIFIED_ERROR']);
  }
  const events = ['CREATED_KYC', 'VERIFIED_USER', 'REVIEW_NEEDED_KYC', 'REJECTED_KYC', 'VERIFIED_USER'];
  const received = await waitForWebhooks(userId, 6);
  // Those of the user keep their order; the transaction's has none with them.
  expect(received.filter((event) => event !== 'CREATED_CROSS_RAMP')).toEqual(events);
  expect(await kyc(userId)).toMatchObject({ verificationId, status: 'VERIFIED', rejectionReasons: [] });
  expect(await read(userId)).toMatchObject({ version: before.version + 3, firstName: 'Ana' });
  expect((await findVerification(userId, verificationId))?.version).toBe(5);
});

it('lets a user who is REVIEW_NEEDED begin again', async () => {
  const userId = await partner.newUser();
  await decide(userId, 'REVIEW_NEEDED');
  const first = await kyc(userId);
  const second = await start(userId, { lastName: 'Review' });
  expect(second.status, second.text).toBe(201);
  expect(second.body.data.verificationId).not.toBe(first.verificationId);
  expect((await decide(userId, 'VERIFIED')).body.data.kycStatus).toBe('VERIFIED');
  expect((await start(userId)).status).toBe(409);
});

it('meets the step of the sandbox without an error, and one decision is kept', async () => {
  const userIds = await Promise.all(Array.from({ length: 5 }, () => partner.newUser()));
  await Promise.all(
    userIds.map(async (userId, index) => {
      await start(userId, { lastName: 'Review' });
      // Around the time of the step.
      await new Promise((resolve) => setTimeout(resolve, 200 + index * 50));
      const answers = await Promise.all([
        decide(userId, 'VERIFIED'),
        decide(userId, 'VERIFIED'),
        partner.send('PATCH', `/users/${userId}`, { alias: `alias ${index}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }),
  );
  for (const userId of userIds) {
    await until(() => eventsAbout(userId).at(-1) === 'VERIFIED_USER');
  }
  // The remaining steps have been taken by then.
  await partner.verifiedUser();
  for (const userId of userIds) {
    expect(await read(userId)).toMatchObject({ kycStatus: 'VERIFIED', alias: expect.any(String) });
    const events = eventsAbout(userId).join(' ');
    // The step came first, or it found the verification decided.
    expect(['CREATED_KYC VERIFIED_USER', 'CREATED_KYC REVIEW_NEEDED_KYC VERIFIED_USER']).toContain(events);
  }
  const log = readFileSync(running.logFile, 'utf8');
  expect(log).not.toMatch(/"message":"(Message failed|unexpected failure)"/);
});

/** The two webhooks about a user without its names: event, user, sequence, time and reason. */
async function areWhole(userId: string, externalUserId: string): Promise<void> {
  const { verificationId: kycId, status, submittedAt, decidedAt, rejectionReasons } = await kyc(userId);
  const of = { environment: 'sandbox', userId, kycId };
  const why = status === 'REJECTED' ? { rejectionReasons } : {};
  const ids = receiver.received.filter(({ body }) => body.includes(userId)).map(({ id }) => id);
  const frames = payloadsAbout(externalUserId).map(
    ({ type: _, event: __, externalUserId: ___, firstName: _first, lastName: _last, ...frame }) => frame,
  );
  expect(frames).toEqual([
    { ...of, id: ids[0], sequence: 1, occurredAt: submittedAt },
    { ...of, id: ids[1], sequence: 2, occurredAt: decidedAt, ...why },
  ]);
}

describe('the events of a verification', () => {
  it.each([
    ['Sol', 'VERIFIED_USER'],
    ['Rejected', 'REJECTED_KYC'],
  ])('of a person called %s: CREATED_KYC, then %s', async (lastName, event) => {
    const externalUserId = `person-${event}`;
    const userId = await partner.newUser({ externalUserId });
    await start(userId, { firstName: 'Eva', lastName });
    await waitForWebhooks(externalUserId, 2);
    expect(payloadsAbout(externalUserId)).toMatchObject([
      { type: 'KYC', event: 'CREATED_KYC', externalUserId, firstName: 'Eva', lastName },
      { type: 'KYC', event, externalUserId, firstName: 'Eva', lastName },
    ]);
    await areWhole(userId, externalUserId);
  });

  it('carry the names of each submission, which the user has while it is in progress', async () => {
    const externalUserId = 'person-twice';
    const userId = await partner.newUser({ externalUserId });
    await start(userId, { firstName: 'Eva', lastName: 'Rejected' });
    await waitForWebhooks(externalUserId, 2);
    const started = await start(userId, { firstName: 'Eva María', lastName: 'Sol' });
    expect(started.status, started.text).toBe(201);
    await waitForWebhooks(externalUserId, 4);
    expect(payloadsAbout(externalUserId).map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['Eva', 'Rejected'],
      ['Eva', 'Rejected'],
      ['Eva María', 'Sol'],
      ['Eva María', 'Sol'],
    ]);
  });

  it('carry the name of a business that its submission gives', async () => {
    const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'Acme' });
    await start(userId, { businessName: 'Acme Holding', firstName: 'Eva', lastName: 'Sol' });
    await waitForWebhooks(userId, 2);
    expect(payloadsAbout(userId)).toMatchObject([
      { event: 'CREATED_KYC', firstName: 'Acme Holding', lastName: '' },
      { event: 'VERIFIED_USER', firstName: 'Acme Holding', lastName: '' },
    ]);
    expect(await read(userId)).toMatchObject({
      businessName: 'Acme Holding',
      firstName: null,
      lastName: null,
    });
  });

  it('of a business called Review: CREATED_KYC, then REVIEW_NEEDED_KYC', async () => {
    const [businessName, event] = ['Review', 'REVIEW_NEEDED_KYC'];
    const userId = await partner.newUser({ type: 'BUSINESS', businessName });
    await start(userId);
    await waitForWebhooks(userId, 2);
    // A user without an external id is named by the user's id.
    const payload = { type: 'KYC', externalUserId: userId, firstName: businessName, lastName: '' };
    expect(payloadsAbout(userId)).toMatchObject([
      { ...payload, event: 'CREATED_KYC' },
      { ...payload, event },
    ]);
    await areWhole(userId, userId);
    const { data } = (await partner.get('/webhook-notifications?limit=2')).body.data;
    expect(data.map((one: { eventType: string }) => one.eventType)).toContain(event);
  });
});

it('has no route for the reports of a provider that it does not have', async () => {
  const response = await fetch(`${running.baseUrl}/provider-callbacks/verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const requestId = response.headers.get('x-request-id');
  expect(requestId).toBeTruthy();
  expect([response.status, await response.json()]).toEqual([404, unknownRouteBody(running.baseUrl, requestId)]);
});
