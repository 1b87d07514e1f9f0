import { expect, it } from 'vitest';
import { handler } from '#functions/workers/run-step/handler';
import { transactionKey } from '#shared/dynamodb/keys';
import { saveVerificationStart } from '#shared/identity/repository';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { User } from '#shared/users/domain/user';
import { anOnRamp } from '#test/support/builders/transactions';
import { anIdentityVerification } from '#test/support/builders/users';
import { leaves, queueEvent } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

const STEP_MS = 2000;

/** A verification that was submitted just now, and the message of its step. */
async function submitted(
  world: World,
  submission: Readonly<Record<string, unknown>> = {},
  overrides: Partial<User> = {},
) {
  const user = await world.user(overrides);
  const verification = anIdentityVerification(user, { submission });
  await saveVerificationStart(user, verification, { stepAtMs: Date.now() + STEP_MS });
  return step(world, { entity: 'KYC', pk: `USER#${user.id}`, sk: `KYC#${verification.id}` });
}

function step(world: World, place: { readonly entity: string; readonly pk: string; readonly sk: string }) {
  return { v: 1, ...place, partnerId: world.partner.id, dueAt: Date.now() };
}

const run = (message: unknown) => handler(queueEvent('steps', [message]));

const decisions = [
  ['García', 'VERIFIED', 'VERIFIED_USER'],
  ['Rejected', 'REJECTED', 'REJECTED_KYC'],
  ['Review', 'REVIEW_NEEDED', 'REVIEW_NEEDED_KYC'],
] as const;

it.each(decisions)('decides the verification of %s in the sandbox: %s', async (lastName, status) => {
  const world = await createWorld('runStep');
  const message = await submitted(world, { lastName });
  world.advance(STEP_MS);
  expect(await run(message)).toEqual(leaves());
  expect(world.table.items('KYC')).toMatchObject([{ status }]);
  expect(world.table.items('USER')).toMatchObject([{ kycStatus: status }]);
});

it.each(decisions)('decides the verification of a business called %s: %s', async (businessName, status, event) => {
  const world = await createWorld('runStep');
  await world.webhookTarget();
  const message = await submitted(world, {}, { type: 'BUSINESS', businessName });
  world.advance(STEP_MS);
  expect(await run(message)).toEqual(leaves());
  expect(world.table.items('USER')).toMatchObject([{ kycStatus: status, businessName }]);
  const payloads = world.table.items('NTF').map(({ body }) => JSON.parse(String(body)));
  const names = { firstName: businessName, lastName: '' };
  expect(payloads).toMatchObject([
    { event: 'CREATED_KYC', ...names },
    { event, ...names },
  ]);
});

it('sends the message of a step back that is not due yet', async () => {
  const world = await createWorld('runStep');
  const message = await submitted(world);
  expect(await run(message)).toEqual(leaves());
  expect(world.queues.sent).toEqual([{ queue: 'steps', message, delayS: 2 }]);
  expect(world.table.items('KYC')).toMatchObject([{ status: 'IN_PROGRESS' }]);
});

it('takes a step once', async () => {
  const world = await createWorld('runStep');
  const message = await submitted(world);
  world.advance(STEP_MS);
  await run(message);
  const stored = world.table.items();
  expect(await run(message)).toEqual(leaves());
  expect(world.table.items()).toEqual(stored);
});

it('loses to another run of the same step', async () => {
  const world = await createWorld('runStep');
  const message = await submitted(world);
  world.advance(STEP_MS);
  world.table.beforeNextWrite(() => run(message));
  expect(await run(message)).toEqual(leaves());
  expect(world.table.items('NTF').filter(({ event }) => event !== 'CREATED_KYC')).toHaveLength(1);
});

it('ends a transaction whose deadline has passed, and no other', async () => {
  const world = await createWorld('runStep');
  const { id } = await world.transaction(anOnRamp());
  const { PK: pk, SK: sk } = transactionKey(id);
  const message = step(world, { entity: 'TX', pk, sk });
  await run(message);
  expect(world.table.items('TX')).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
  world.advance(kindFacts.ON_RAMP.expiryMs);
  await run(message);
  expect(world.table.items('TX')).toMatchObject([{ status: 'EXPIRED' }]);
});

it('asks the provider of production, and goes on asking when it gives no answer', async () => {
  const world = await createWorld('runStep', { stage: 'production' });
  const message = await submitted(world);
  world.advance(STEP_MS);
  world.web.timeOut('https://verification.example.com/');
  expect(await run(message)).toEqual(leaves());
  expect(world.web.requestsTo('https://verification.example.com/')).toHaveLength(4);
  const [verification] = world.table.items('KYC');
  expect(verification).toMatchObject({ status: 'IN_PROGRESS' });
  expect(verification?.dueAt).toBeGreaterThan(Date.now());
});

it('leaves the message in the queue while the table is throttled, and when it cannot be read', async () => {
  const world = await createWorld('runStep');
  const message = await submitted(world);
  world.table.throttle();
  expect(await run(message)).toEqual(leaves('message-0'));
  expect(await run({ ...message, v: 2 })).toEqual(leaves('message-0'));
  expect(world.queues.postponed).toHaveLength(2);
});
