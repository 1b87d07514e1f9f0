import { expect, it, vi } from 'vitest';
import { handler } from '#functions/workers/run-step/handler';
import { saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { onboardingKey, proofKey, simulationKey, transactionKey, verificationSessionKey } from '#shared/dynamodb/keys';
import { saveVerificationStart } from '#shared/identity/repository';
import { closeVerificationSession, openingWrite } from '#shared/identity/sessions/repository';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import { findTransaction, simulationWrite } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import type { User } from '#shared/users/domain/user';
import { erasureWrites, userWrites } from '#shared/users/repository';
import { anOnRamp } from '#test/support/builders/transactions';
import { anIdentityVerification } from '#test/support/builders/users';
import { openVerificationLink, startVerification } from '#test/support/handlers/identity';
import { leaves, queueEvent } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

const STEP_MS = 2000;

/** Stores a verification that was just submitted. @returns the message of its step */
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

it('asks the provider of production, and goes on asking when it gives no response', async () => {
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

const DAY_MS = 86_400_000;
const DUE = ['duePk', 'stepAt', 'dueAt'];

/** Stores a verification link, opened if requested. @returns its user and session, and the message of its expiry */
async function aLink(world: World, isOpened = false) {
  await world.webhookTarget();
  const { user, session } = await openVerificationLink(world, await world.user(), { draft: { firstName: 'Xóchitl' } });
  if (isOpened) await world.store(openingWrite(session, Date.now()));
  const { PK: pk, SK: sk } = verificationSessionKey(user.id, session.id);
  return {
    user,
    session,
    message: { v: 1, entity: 'SESSION', pk, sk, partnerId: world.partner.id, dueAt: Date.now() },
  };
}

const isDue = (world: World) => world.table.items('SESSION').some((item) => DUE.some((name) => name in item));
const events = (world: World) => world.table.items('NTF').map(({ event }) => event);

it.each([
  ['VERIFICATION_LINK_EXPIRED', false, null],
  ['VERIFICATION_ABANDONED', true, '2026-01-15T12:00:00.000Z'],
])('sends %s once, however often it comes', async (event, isOpened, openedAt) => {
  const world = await createWorld('runStep');
  const { user, session, message } = await aLink(world, isOpened);
  world.advance(DAY_MS - 1);
  expect(await run(message)).toEqual(leaves());
  expect([events(world), isDue(world)]).toEqual([[], true]);
  world.advance(1);
  // Another run handles the message before the write of this run.
  world.table.beforeNextWrite(() => run(message));
  expect(await run(message)).toEqual(leaves());
  const stored = world.table.items();
  expect(await run(message)).toEqual(leaves());
  expect(world.table.items()).toEqual(stored);
  const expiresAt = '2026-01-16T12:00:00.000Z';
  const facts = { type: 'KYC', event, kycId: session.id, userId: user.id, kind: 'KYC', country: 'MX' };
  const bodies = world.table.items('NTF').map(({ body }) => String(body));
  expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
    { ...facts, expiresAt, openedAt, sequence: 1, occurredAt: expiresAt },
  ]);
  expect(bodies.join()).not.toContain('Xóchitl');
  expect(isDue(world)).toBe(false);
});

it.each(['before', 'after'])('goes on after a crash %s its write', async (when) => {
  const world = await createWorld('runStep');
  const { message } = await aLink(world);
  world.advance(DAY_MS);
  if (when === 'after') world.table.loseNextResponse();
  else world.table.failNext(new Error('The process ended'), 'write');
  await run(message);
  expect(await run(message)).toEqual(leaves());
  expect([events(world), isDue(world)]).toEqual([['VERIFICATION_LINK_EXPIRED'], false]);
});

type Link = Awaited<ReturnType<typeof aLink>>;
const ends: Readonly<Record<string, (world: World, link: Link) => unknown>> = {
  'was replaced by a newer link': (world, { user }) => {
    const verificationLink = { id: '019bc1c5-0000-7000-8000-0000000000ff', expiresAtMs: Date.now() + 2 * DAY_MS };
    return world.store(...userWrites(user, { ...user, verificationLink, version: user.version + 1 }));
  },
  'was withdrawn by a verification': (_, { user }) => startVerification(user),
  'is of a verified user': (world, { user }) =>
    world.store(...userWrites(user, { ...user, kycStatus: 'VERIFIED', version: user.version + 1 })),
  'is of an erased user': (world, { user }) => world.store(...erasureWrites(user, Date.now())),
};

it.each(Object.entries(ends))('reports nothing of a link that %s, and takes it off the due items', async (_, end) => {
  const world = await createWorld('runStep');
  const link = await aLink(world);
  await end(world, link);
  world.advance(DAY_MS);
  expect(await run(link.message)).toEqual(leaves());
  expect(events(world).filter((event) => event !== 'CREATED_KYC')).toEqual([]);
  expect(isDue(world)).toBe(false);
});

it('is not due once it was submitted, also when that happens at its end', async () => {
  const world = await createWorld('runStep');
  const { user, session, message } = await aLink(world, true);
  world.advance(DAY_MS);
  const read = { ...session, version: session.version + 1 };
  world.table.beforeNextWrite(async () => {
    await startVerification(user);
    await world.store(closeVerificationSession(read, Date.now()));
  });
  expect(await run(message)).toEqual(leaves());
  expect([events(world), isDue(world)]).toEqual([['CREATED_KYC'], false]);
});

it('asks the provider of the stage for the proof of a transfer, and keeps it', async () => {
  const world = await createWorld('runStep', { stage: 'production' });
  vi.stubEnv('PAYMENT_PROOFS', 'ON');
  const { id: userId } = await world.verifiedUser();
  const { id } = await world.transaction(anOnRamp({ userId, deadlineMs: Date.now() + 60_000 }));
  const rail = { type: 'SPEI', reference: 'NU39A1B2C3' };
  const deposit = { source: 'banking', eventId: '1', trigger: 'DEPOSIT_RECEIVED', rail, atMs: Date.now() } as const;
  await applyEvent({ ...deposit, transactionId: id });
  const proof = { status: 'VALID', url: 'https://proofs.example.com/1' };
  const { PK: pk, SK: sk } = proofKey(id, 'DEPOSIT');
  const look = async () => {
    // Advances the clock from 6:00 in Mexico City to 10:00, and then to 14:00.
    world.advance(4 * 3_600_000);
    await run(step(world, { entity: 'PROOF', pk, sk }));
    return (await findTransaction(id))?.depositRail;
  };
  expect(await look()).toMatchObject({ ...rail, proof: { status: 'PENDING' } });
  vi.stubEnv('PROOFS_URL', 'https://proofs.example.com/v1');
  vi.stubEnv('PROOFS_SECRET_ARN', 'arn:aws:secretsmanager:us-east-1:111122223333:secret:proofs-AbCdEf');
  world.web.on('https://proofs.', { body: proof });
  expect(await look()).toMatchObject({ ...rail, proof });
});

it.each(['SIM', 'VA'] as const)('refuses a step of the sandbox in production: %s', async (entity) => {
  const world = await createWorld('runStep', { stage: 'production' });
  const { id: transactionId, userId } = await world.transaction(anOnRamp());
  const { id: partnerId } = world.partner;
  const dueAtMs = Date.now();
  await world.store(
    simulationWrite({ transactionId, partnerId, branch: 'COMPLETE', deposits: true, dueAtMs }, undefined),
  );
  const onboarding = { userId, partnerId, bankAccountId: undefined, status: 'IN_REVIEW', version: 1 } as const;
  await saveOnboarding(undefined, { ...onboarding, createdAtMs: dueAtMs, updatedAtMs: dueAtMs }, { stepAtMs: dueAtMs });
  const { PK: pk, SK: sk } = entity === 'SIM' ? simulationKey(transactionId) : onboardingKey(userId, 'US');
  const stored = world.table.items();
  expect(await run(step(world, { entity, pk, sk }))).toEqual(leaves());
  expect(world.table.items()).toEqual(stored);
  expect(world.log.lines).toMatchObject([{ level: 'error', message: 'A step of the sandbox is refused', entity }]);
});
