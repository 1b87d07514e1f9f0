import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/verification/contract';
import { handler } from '#functions/sandbox/verification/handler';
import { invalidInput } from '#shared/api/problems';
import { saveDecision, saveVerificationStart } from '#shared/identity/repository';
import { toSandboxDecision } from '#shared/providers/verification/sandbox';
import type { User } from '#shared/users/domain/user';
import { findUser, replaceUser } from '#shared/users/repository';
import { anIdentityVerification } from '#test/support/builders/users';
import { aBusiness } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, body: { result: 'VERIFIED' } }),
  foreign: 'UNAUTHORIZED',
});

const decide = (world: World, { id }: User, result: string) =>
  world.call(handler, { path: { userId: id }, body: { result } });

/** Creates a user with a verification in progress. */
async function submit(world: World, submission = {}, overrides: Partial<User> = {}): Promise<User> {
  const user = await world.user(overrides);
  const verification = anIdentityVerification(user, { submission });
  await saveVerificationStart(user, verification, { stepAtMs: Date.now() + 2000 });
  return (await findUser(user.id)) ?? user;
}

const results = [
  ['VERIFIED', 'VERIFIED_USER', []],
  ['REJECTED', 'REJECTED_KYC', ['DOCUMENT_NOT_ACCEPTED']],
  ['REVIEW_NEEDED', 'REVIEW_NEEDED_KYC', []],
] as const;

it.each(results)('decides a user who has submitted nothing: %s', async (result, event, rejectionReasons) => {
  const world = await createWorld('decideVerification');
  await world.webhookTarget();
  const user = await world.user({ email: 'ana@example.com', firstName: undefined });
  world.advance(1000);
  const { status, body } = await decide(world, user, result);
  const name = expect.stringMatching(/^[A-Z]+$/);
  const data = {
    ...{ id: user.id, type: 'INDIVIDUAL', email: 'ana@example.com', externalUserId: null, alias: null },
    ...{ kycStatus: result, firstName: name, lastName: name, businessName: null, version: 2 },
    ...{ createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:01.000Z' },
  };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  const kyc = { status: result, country: 'MX', rejectionReasons, decidedAtMs: Date.now(), submission: {} };
  expect(world.table.items('KYC')).toMatchObject([kyc]);
  const events = world.table.items('NTF').map((item) => [item.event, item.status]);
  expect(events).toEqual([
    ['CREATED_KYC', 'PENDING'],
    [event, 'PENDING'],
  ]);
});

it.each(results)('decides a verification in progress: %s', async (result, event, rejectionReasons) => {
  const world = await createWorld('decideVerification');
  const user = await submit(world, { firstName: 'Eva', lastName: 'Sol' });
  const data = { id: user.id, kycStatus: result, firstName: 'Eva', lastName: 'Sol', version: 3 };
  expect(await decide(world, user, result)).toMatchObject({ status: 200, body: { data } });
  const [kyc] = world.table.items('KYC');
  expect(kyc).toMatchObject({ id: user.verificationId, status: result, rejectionReasons, version: 2 });
  // The step of the verification is no longer due.
  expect(kyc).not.toHaveProperty('dueAt');
  expect(world.table.items('NTF').map((item) => item.event)).toEqual(['CREATED_KYC', event]);
});

it('decides again, each time with its event', async () => {
  const world = await createWorld('decideVerification');
  const user = await submit(world);
  for (const [result] of results) await decide(world, user, result);
  const events = ['CREATED_KYC', 'VERIFIED_USER', 'REJECTED_KYC', 'REVIEW_NEEDED_KYC'];
  expect(world.table.items('NTF').map((item) => item.event)).toEqual(events);
  expect(world.table.items('KYC')).toMatchObject([{ status: 'REVIEW_NEEDED', rejectionReasons: [], version: 4 }]);
});

it.each(results)('changes nothing when it is repeated: %s', async (result) => {
  const world = await createWorld('decideVerification');
  const user = await submit(world);
  const first = await decide(world, user, result);
  const stored = world.table.items();
  expect(await decide(world, user, result)).toMatchObject({ status: 200, text: first.text });
  expect(world.table.items()).toEqual(stored);
});

it.each([aBusiness.businessName, undefined])(
  'decides a business by its name, or a made-up one: %s',
  async (businessName) => {
    const world = await createWorld('decideVerification');
    const user = await world.user({ type: 'BUSINESS', businessName });
    const madeUp = expect.stringMatching(/^EMPRESA [0-9A-F]{6}$/);
    const names = { businessName: businessName ?? madeUp, firstName: null, lastName: null };
    const data = { type: 'BUSINESS', kycStatus: 'VERIFIED', ...names };
    expect(await decide(world, user, 'VERIFIED')).toMatchObject({ status: 200, body: { data } });
  },
);

it.each([{}, { result: 'IN_PROGRESS' }, { result: 'NOT_STARTED' }, { result: 'verified' }, { result: null }])(
  'refuses %j',
  async (body) => {
    const world = await createWorld('decideVerification');
    const { id: userId } = await world.user();
    const problem = invalidInput([{ field: 'result', message: 'Must be one of VERIFIED, REJECTED, REVIEW_NEEDED' }]);
    const before = world.table.items();
    expect(await world.call(handler, { path: { userId }, body })).toMatchObject(refusal(problem));
    expect(world.table.items()).toEqual(before);
  },
);

it('decides after a change of the user that came in between', async () => {
  const world = await createWorld('decideVerification');
  const user = await submit(world);
  world.table.beforeNextWrite(() => replaceUser(user, { ...user, alias: 'Ana', version: user.version + 1 }));
  const data = { kycStatus: 'VERIFIED', alias: 'Ana', version: user.version + 2 };
  expect(await decide(world, user, 'VERIFIED')).toMatchObject({ status: 200, body: { data } });
});

it('meets the step of the verification: one decision is made', async () => {
  const world = await createWorld('decideVerification');
  const user = await submit(world);
  const verification = anIdentityVerification(user, { id: user.verificationId ?? '' });
  const decision = toSandboxDecision('VERIFIED', user, verification);
  world.table.beforeNextWrite(() => saveDecision(user, verification, { decision, atMs: Date.now() }));
  expect(await decide(world, user, 'VERIFIED')).toMatchObject({
    status: 200,
    body: { data: { kycStatus: 'VERIFIED' } },
  });
  expect(world.table.items('NTF').map((item) => item.event)).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
});
