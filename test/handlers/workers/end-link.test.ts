/** The step by which a verification link ends. */
import { expect, it } from 'vitest';
import { handler } from '#functions/workers/run-step/handler';
import { verificationSessionKey } from '#shared/dynamodb/keys';
import { closeVerificationSession, openingWrite, type VerificationSession } from '#shared/identity/sessions/repository';
import { erasureWrites, userWrites } from '#shared/users/repository';
import { openVerificationLink, startVerification } from '#test/support/handlers/identity';
import { leaves, queueEvent } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

const DAY_MS = 86_400_000;
const DUE = ['duePk', 'stepAt', 'dueAt'];

/** An open link, opened by a person where that is said, and the message of its end. */
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

const run = (message: unknown) => handler(queueEvent('steps', [message]));
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
  // Another run is faster, and the answer to a write of its own is lost.
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
  if (when === 'after') world.table.loseNextAnswer();
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
  const read: VerificationSession = { ...session, version: session.version + 1 };
  world.table.beforeNextWrite(async () => {
    await startVerification(user);
    await world.store(closeVerificationSession(read, Date.now()));
  });
  expect(await run(message)).toEqual(leaves());
  expect([events(world), isDue(world)]).toEqual([['CREATED_KYC'], false]);
});
