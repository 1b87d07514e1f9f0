import { expect, it } from 'vitest';
import { contract } from '#functions/kyc/get/contract';
import { handler } from '#functions/kyc/get/handler';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { findUser } from '#shared/users/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id } }),
  foreign: 'UNAUTHORIZED',
});

const SUBMITTED_AT = '2026-01-15T12:00:00.000Z';
const DECIDED_AT = '2026-01-15T12:00:02.000Z';

it('shows a user who submitted nothing as NOT_STARTED', async () => {
  const world = await createWorld('getUserKyc');
  const { id: userId } = await world.user();
  const response = await world.call(handler, { path: { userId } });
  const nothing = { verificationId: null, country: null, version: null, submittedAt: null, decidedAt: null };
  expect(response.body).toEqual({
    success: true,
    data: { userId, ...nothing, status: 'NOT_STARTED', rejectionReasons: [] },
  });
});

it.each([
  ['VERIFIED', []],
  ['REJECTED', ['DOCUMENT_EXPIRED']],
  ['REVIEW_NEEDED', []],
] as const)('shows a verification in progress, then %s', async (status, rejectionReasons) => {
  const world = await createWorld('getUserKyc');
  const user = await world.user();
  const verification = await startVerification(user, { submission: { firstName: 'Ana', taxId: 'GAXA900427AB1' } });
  const request = { path: { userId: user.id } };
  const inProgress = {
    ...{ userId: user.id, verificationId: verification.id, status: 'IN_PROGRESS', country: 'MX', version: 1 },
    ...{ submittedAt: SUBMITTED_AT, decidedAt: null, rejectionReasons: [] },
  };
  expect((await world.call(handler, request)).body).toEqual({ success: true, data: inProgress });
  world.advance(2000);
  await resolveVerification(verification, { status, rejectionReasons }, Date.now());
  expect((await world.call(handler, request)).body).toEqual({
    success: true,
    data: { ...inProgress, status, decidedAt: DECIDED_AT, rejectionReasons, version: 2 },
  });
});

it('shows the newest verification', async () => {
  const world = await createWorld('getUserKyc');
  const user = await world.user();
  const first = await startVerification(user);
  await resolveVerification(first, { status: 'REJECTED', rejectionReasons: [] }, Date.now());
  const rejected = await findUser(user.id);
  const second = await startVerification(rejected ?? user, { country: 'ES' });
  const response = await world.call(handler, { path: { userId: user.id } });
  expect(response.body.data).toMatchObject({ verificationId: second.id, status: 'IN_PROGRESS', country: 'ES' });
});
