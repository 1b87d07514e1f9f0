import { expect, it } from 'vitest';
import { contract } from '#functions/kyb/link/contract';
import { handler } from '#functions/kyb/link/handler';
import { verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { linkTokensFor } from '#shared/links/link-tokens';
import { findUser } from '#shared/users/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user(aBusiness)).id }, body: { country: 'MX' } }),
  foreign: 'UNAUTHORIZED',
  usesKeys: true,
});

const ask = (world: World, userId: string) => world.call(handler, { path: { userId }, body: { country: 'MX' } });

it('makes a link by which a business is verified', async () => {
  const world = await createWorld('createKybLink');
  const { id: userId } = await world.user(aBusiness);
  const response = await ask(world, userId);
  const id = (await findUser(userId))?.verificationLink?.id ?? '';
  const token = (await linkTokensFor(userId))(id);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    success: true,
    data: { kybLink: expect.stringMatching(`^https://.*/verify/${token}$`) },
  });
  const ids = { userId, partnerId: world.partner.id, kind: 'KYB', expiresAtMs: Date.now() + 86_400_000 };
  expect(world.table.items('LINK')).toMatchObject([{ ...ids, linkId: id }]);
  expect(world.table.items('SESSION')).toMatchObject([{ ...ids, id, country: 'MX', draft: {} }]);
});

it.each([
  ['a person', {}, wrongVerificationKind('KYB')],
  ['a verified business', { ...aBusiness, kycStatus: 'VERIFIED', verificationId: 'V' }, verificationInProgress('V')],
] as const)('refuses %s', async (_, overrides, problem) => {
  const world = await createWorld('createKybLink');
  const { id } = await world.user(overrides);
  expect(await ask(world, id)).toMatchObject(refusal(problem));
});

it('makes none when a verification begins at the same time', async () => {
  const world = await createWorld('createKybLink');
  const user = await world.user(aBusiness);
  const started: IdentityVerification[] = [];
  world.table.beforeNextWrite(async () => started.push(await startVerification(user)));
  expect(await ask(world, user.id)).toMatchObject(refusal(verificationInProgress(started[0]?.id)));
});
