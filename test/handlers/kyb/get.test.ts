import { expect, it } from 'vitest';
import { contract } from '#functions/kyb/get/contract';
import { handler } from '#functions/kyb/get/handler';
import { serviceUnavailable, wrongVerificationKind } from '#shared/api/problems';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { linkTokensFor } from '#shared/links/link-tokens';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { openVerificationLink, startVerification } from '#test/support/handlers/identity';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user(aBusiness)).id } }),
  foreign: 'UNAUTHORIZED',
  ofBusiness: wrongVerificationKind('KYB'),
});

const notStarted = {
  ...{ verificationId: null, verificationStatus: 'NOT_STARTED', version: null, createdAt: null },
  businessInfo: { businessName: aBusiness.businessName, countryOfConstitution: null, taxId: null },
  ...{ beneficialOwners: [], sessionUrl: null },
};

it('shows a business of which nothing was submitted, and its owners', async () => {
  const world = await createWorld('getKyb');
  const user = await world.user(aBusiness);
  await storePerson(user, { ownershipUnits: 625_000 });
  world.advance(1);
  await storePerson(user, { firstName: 'Jacinta', lastName: 'Wolffsberg' });
  await storePerson(user, { role: 'DIRECTOR' });
  const response = await world.call(handler, { path: { userId: user.id } });
  const beneficialOwners = [
    { fullName: 'Lucía Hernández', ownershipPercent: 62.5 },
    { fullName: 'Jacinta Wolffsberg', ownershipPercent: null },
  ];
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ success: true, data: { ...notStarted, beneficialOwners } });
});

it('shows what was submitted, and once it is verified the verified name', async () => {
  const world = await createWorld('getKyb');
  const user = await world.user(aBusiness);
  const submission = { businessName: 'Mezcales', countryOfConstitution: 'MX', taxId: 'MQU010203AB1', firstName: 'Eva' };
  const verification = await startVerification(user, { submission });
  const { businessName, countryOfConstitution, taxId } = submission;
  const inProgress = {
    ...notStarted,
    ...{ verificationId: verification.id, verificationStatus: 'IN_PROGRESS', version: 1 },
    businessInfo: { businessName, countryOfConstitution, taxId },
    createdAt: '2026-01-15T12:00:00.000Z',
  };
  const read = () => world.call(handler, { path: { userId: user.id } });
  expect((await read()).body.data).toEqual(inProgress);
  const decision = { status: 'VERIFIED', businessName: 'Mezcales, S.A.', rejectionReasons: [] } as const;
  await resolveVerification(verification, decision, Date.now());
  const businessInfo = { businessName: 'Mezcales, S.A.', countryOfConstitution, taxId };
  expect((await read()).body.data).toEqual({ ...inProgress, verificationStatus: 'VERIFIED', version: 2, businessInfo });
});

it('shows the link while it is open', async () => {
  const world = await createWorld('getKyb');
  const { session } = await openVerificationLink(world, await world.user(aBusiness));
  const path = { userId: session.userId };
  const token = (await linkTokensFor(session.userId))(session.id);
  const open = {
    sessionUrl: expect.stringMatching(`^https://.*/verify/${token}$`),
    createdAt: '2026-01-15T12:00:00.000Z',
  };
  expect((await world.call(handler, { path })).body.data).toEqual({ ...notStarted, ...open });
  world.advance(86_400_000);
  expect((await world.call(handler, { path })).body.data).toMatchObject({ sessionUrl: null });
});

it('returns 503 while the key service, which makes the link, does not respond', async () => {
  const world = await createWorld('getKyb');
  const { user } = await openVerificationLink(world, await world.user(aBusiness));
  world.keys.failNext();
  expect(await world.call(handler, { path: { userId: user.id } })).toMatchObject(refusal(serviceUnavailable()));
});
