import { expect, it } from 'vitest';
import { contract } from '#functions/banking-onboarding/get/contract';
import { handler } from '#functions/banking-onboarding/get/handler';
import { sandboxVirtualAccount } from '#functions/workers/run-step/advance-verification';
import { badRequest, serviceUnavailable } from '#shared/api/problems';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { type Onboarding, saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { linkTokensFor } from '#shared/links/link-tokens';
import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import { aBusiness } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { openVerificationLink } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, query: { country: 'US' } }),
  foreign: 'UNAUTHORIZED',
});

const read = (world: World, { id }: User, query = {}) => world.call(handler, { path: { userId: id }, query });
const notStarted = { country: 'US', canRequest: false, status: 'NOT_STARTED', kybUrl: null, virtualAccount: null };

const onboarded = ({ id: userId, partnerId }: User, status: Onboarding['status'], bankAccountId?: string) =>
  saveOnboarding(
    undefined,
    { userId, partnerId, status, bankAccountId, version: 1, createdAtMs: Date.now(), updatedAtMs: Date.now() },
    {},
  );

it.each([
  ['a person', {}, ['KYC_VERIFICATION'], false],
  ['a business', aBusiness, ['KYB_VERIFICATION'], false],
  ['a user in progress', { kycStatus: 'IN_PROGRESS' }, ['KYC_VERIFICATION'], false],
  ['a verified user', { kycStatus: 'VERIFIED' }, [], true],
] as const)(
  'shows what %s who requested nothing has to do first',
  async (_, user, outstandingRequirements, canRequest) => {
    const world = await createWorld('getBankingOnboarding');
    const response = await read(world, await world.user(user));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: { ...notStarted, outstandingRequirements, canRequest } });
  },
);

it('shows the verification link that is open', async () => {
  const world = await createWorld('getBankingOnboarding');
  const { user, session } = await openVerificationLink(world, await world.user());
  const token = (await linkTokensFor(user.id))(session.id);
  const { kybUrl } = (await read(world, user)).body.data;
  expect(kybUrl).toMatch(new RegExp(`^https://.*/verify/${token}$`));
});

it.each([
  ['SUBMITTED', false],
  ['IN_REVIEW', false],
  ['REJECTED', true],
] as const)('shows an onboarding that is %s; requesting another one: %j', async (status, canRequest) => {
  const world = await createWorld('getBankingOnboarding');
  const user = await world.verifiedUser();
  await onboarded(user, status);
  const shown = { ...notStarted, status, canRequest, outstandingRequirements: [] };
  expect((await read(world, user)).body.data).toEqual(shown);
});

it('shows the account of a completed onboarding', async () => {
  const world = await createWorld('getBankingOnboarding');
  const user = await world.verifiedUser({ firstName: 'Ana', lastName: 'García' });
  const ids = { id: newId(Date.now()), partnerId: user.partnerId, userId: user.id, receiverId: undefined };
  const details = sandboxVirtualAccount(user);
  await world.store(
    ...bankAccountCreationWrites(
      newBankAccount({ ...ids, details, rampType: 'CROSS_RAMP', virtual: true }, Date.now()),
    ),
  );
  await onboarded(user, 'COMPLETED', ids.id);
  const { status, canRequest, virtualAccount } = (await read(world, user)).body.data;
  expect([status, canRequest]).toEqual(['COMPLETED', false]);
  const at = '2026-01-15T12:00:00.000Z';
  expect(virtualAccount).toEqual({
    ...{ ...ids, receiverId: null, country: 'US', rampType: 'CROSS_RAMP', alias: null },
    ...{ bankName: 'Sandbox Bank', accountNumber: details.accountIdentifier, accountType: 'CHECKING' },
    ...{ routingNumber: details.routingNumber, bic: null, iban: null, clabe: null },
    ...{ documentNumber: null, documentType: null },
    accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García', businessName: null },
    address: { ...details.address, streetLine2: null, buildingNumber: null },
    ...{ isVerified: true, verificationStatus: 'NOT_REQUIRED', verifiedAt: null, payeeCheck: null },
    ...{ version: 1, createdAt: at, updatedAt: at },
  });
});

it.each(['MX', 'us', 'nonsense', ''])('refuses the country %j', async (country) => {
  const world = await createWorld('getBankingOnboarding');
  const response = await read(world, await world.user(), { country });
  expect(response).toMatchObject(refusal(badRequest('COUNTRY_NOT_SUPPORTED', 'Only US is supported')));
});

it('returns 503 while the key service, which makes the link, does not respond', async () => {
  const world = await createWorld('getBankingOnboarding');
  const { user } = await openVerificationLink(world, await world.user());
  world.keys.failNext();
  expect(await read(world, user)).toMatchObject(refusal(serviceUnavailable()));
});
