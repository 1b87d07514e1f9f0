import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/expire-link/contract';
import { handler } from '#functions/sandbox/expire-link/handler';
import { noOpenLink } from '#shared/api/problems';
import { openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { openingWrite } from '#shared/identity/sessions/repository';
import { findUser, userWrites } from '#shared/users/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { LINK_TOKEN, openVerificationLink, startVerification } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await openVerificationLink(world, await world.user())).user.id } }),
  foreign: 'UNAUTHORIZED',
});

const expire = (world: World, userId: string) => world.call(handler, { path: { userId } });
const events = (world: World) => world.table.items('NTF').map(({ event }) => event);

it.each([
  ['VERIFICATION_LINK_EXPIRED', false],
  ['VERIFICATION_ABANDONED', true],
])('ends the open link as %s', async (event, isOpened) => {
  const world = await createWorld('expireVerificationLink');
  await world.webhookTarget();
  const { user, session } = await openVerificationLink(world, await world.user());
  if (isOpened) await world.store(openingWrite(session, Date.now()));
  world.advance(1000);
  const now = '2026-01-15T12:00:01.000Z';
  const openedAt = isOpened ? '2026-01-15T12:00:00.000Z' : null;
  const data = { userId: user.id, event, kind: 'KYC', country: 'MX', openedAt, endedAt: now };
  expect(await expire(world, user.id)).toMatchObject({ status: 200, body: { success: true, data } });
  const bodies = world.table.items('NTF').map(({ body }) => JSON.parse(String(body)));
  expect(bodies).toMatchObject([{ event, openedAt, expiresAt: now, occurredAt: now, sequence: 1 }]);
  expect(await openVerificationSession(LINK_TOKEN, Date.now())).toEqual({ state: 'expired' });
  expect(world.table.items('SESSION').some((item) => 'stepAt' in item)).toBe(false);
  expect(await expire(world, user.id)).toMatchObject(refusal(noOpenLink()));
  expect(events(world)).toEqual([event]);
});

it.each(['has none', 'has one that is over', 'has submitted it'])('refuses a user who %s', async (what) => {
  const world = await createWorld('expireVerificationLink');
  const user = await world.user();
  if (what !== 'has none') await openVerificationLink(world, user);
  if (what === 'has one that is over') world.advance(86_400_000);
  const stored = await findUser(user.id);
  if (what === 'has submitted it' && stored !== undefined) await startVerification(stored);
  const reported = events(world);
  expect(await expire(world, user.id)).toMatchObject(refusal(noOpenLink()));
  expect(events(world)).toEqual(reported);
});

it('ends a link once when two ask at the same time', async () => {
  const world = await createWorld('expireVerificationLink');
  const { user } = await openVerificationLink(world, await world.user());
  world.table.beforeNextWrite(() => expire(world, user.id));
  expect(await expire(world, user.id)).toMatchObject(refusal(noOpenLink()));
  expect(events(world)).toEqual(['VERIFICATION_LINK_EXPIRED']);
});

it('ends it as the user stands when that changes in between', async () => {
  const world = await createWorld('expireVerificationLink');
  const { user } = await openVerificationLink(world, await world.user());
  world.table.beforeNextWrite(() =>
    world.store(...userWrites(user, { ...user, alias: 'Ana', version: user.version + 1 })),
  );
  expect((await expire(world, user.id)).status).toBe(200);
  expect(world.table.items('USER')).toMatchObject([{ alias: 'Ana', version: user.version + 2 }]);
});
