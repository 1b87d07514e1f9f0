import { expect, it } from 'vitest';
import { contract } from '#functions/banking-onboarding/start/contract';
import { handler } from '#functions/banking-onboarding/start/handler';
import { badRequest, serviceUnavailable } from '#shared/api/problems';
import { findOnboarding, type Onboarding, saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { linkTokensFor } from '#shared/links/link-tokens';
import type { User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld, type TestRequest, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.verifiedUser()).id }, body: { country: 'US' } }),
  foreign: 'UNAUTHORIZED',
});

const STEP_MS = 2000;
const start = (world: World, { id }: User, asked: TestRequest = {}) =>
  world.call(handler, { path: { userId: id }, ...asked });

const anOnboarding = ({ id: userId, partnerId }: User, status: Onboarding['status']): Onboarding => ({
  ...{ userId, partnerId, status, bankAccountId: undefined, version: 1 },
  ...{ createdAtMs: Date.now(), updatedAtMs: Date.now() },
});

it.each([{}, { body: {} }, { body: { country: 'US' } }, { query: { country: 'US' } }])(
  'starts the onboarding of a verified user: %j',
  async (asked) => {
    const world = await createWorld('startBankingOnboarding');
    const user = await world.verifiedUser();
    const response = await start(world, user, asked);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ success: true, data: { outcome: 'SUBMITTED' } });
    expect(await findOnboarding(user.id)).toEqual(anOnboarding(user, 'SUBMITTED'));
    const stepAt = Date.now() + STEP_MS;
    expect(world.table.items('VA')).toMatchObject([{ outbox: 'OPEN', stepAt, dueAt: stepAt }]);
  },
);

it('takes no step by itself in production', async () => {
  const world = await createWorld('startBankingOnboarding', { stage: 'production' });
  await start(world, await world.verifiedUser());
  expect(world.table.items('VA')).toEqual([expect.not.objectContaining({ dueAt: expect.anything() })]);
});

it.each([
  ['SUBMITTED', 'ALREADY_IN_PROGRESS'],
  ['IN_REVIEW', 'ALREADY_IN_PROGRESS'],
  ['COMPLETED', 'ALREADY_COMPLETED'],
] as const)('starts nothing beside an onboarding that is %s', async (status, outcome) => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.verifiedUser();
  await saveOnboarding(undefined, anOnboarding(user, status), {});
  const stored = world.table.items();
  expect(await start(world, user)).toMatchObject({ status: 201, body: { data: { outcome } } });
  expect(world.table.items()).toEqual(stored);
});

it('starts another one after a rejection', async () => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.verifiedUser();
  await saveOnboarding(undefined, anOnboarding(user, 'REJECTED'), {});
  expect((await start(world, user)).body.data).toEqual({ outcome: 'SUBMITTED' });
  expect(await findOnboarding(user.id)).toEqual({ ...anOnboarding(user, 'SUBMITTED'), version: 2 });
});

it.each([
  ['a person', {}, 'KYC'],
  ['a business', aBusiness, 'KYB'],
  ['a user who was rejected', { kycStatus: 'REJECTED' }, 'KYC'],
] as const)('sends %s to be verified first, by the same link each time', async (_, overrides, kind) => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.user(overrides);
  const first = await start(world, user);
  const id = (await findUser(user.id))?.verificationLink?.id ?? '';
  const token = (await linkTokensFor(user.id))(id);
  const kybUrl = expect.stringMatching(`^https://.*/verify/${token}$`);
  expect(first.status).toBe(201);
  expect(first.body).toEqual({ success: true, data: { outcome: 'REQUIREMENTS_MISSING', kybUrl } });
  expect(world.table.items('LINK')).toMatchObject([{ kind, linkId: id }]);
  const stored = world.table.items();
  expect((await start(world, user)).text).toBe(first.text);
  expect(world.table.items()).toEqual(stored);
});

it('has no link for a user whose verification is in progress', async () => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.user();
  await startVerification(user);
  expect((await start(world, user)).body.data).toEqual({ outcome: 'REQUIREMENTS_MISSING' });
});

it.each([
  { body: { country: 'MX' } },
  { body: { country: '' } },
  { body: { country: 'us' } },
  { query: { country: 'us' } },
  { query: { country: '' } },
  { query: { country: 'nonsense' } },
  { query: { country: 'MX' }, body: { country: 'US' } },
])('refuses %j', async (asked) => {
  const world = await createWorld('startBankingOnboarding');
  const response = await start(world, await world.verifiedUser(), asked);
  expect(response).toMatchObject(refusal(badRequest('COUNTRY_NOT_SUPPORTED', 'Only US is supported')));
  expect(world.table.items('VA')).toEqual([]);
});

it('refuses a country that is no text', async () => {
  const world = await createWorld('startBankingOnboarding');
  const response = await start(world, await world.verifiedUser(), { body: { country: 1 } });
  expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'country' }] } });
});

it('starts one onboarding of two requests at the same time', async () => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.verifiedUser();
  world.table.beforeNextWrite(() => start(world, user));
  expect((await start(world, user)).body.data).toEqual({ outcome: 'ALREADY_IN_PROGRESS' });
  expect(await findOnboarding(user.id)).toMatchObject({ version: 1 });
});

it('makes no link while the key service does not respond', async () => {
  const world = await createWorld('startBankingOnboarding');
  const user = await world.user();
  world.keys.failNext();
  expect(await start(world, user)).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items('LINK')).toEqual([]);
});
