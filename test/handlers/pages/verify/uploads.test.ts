import { expect, it } from 'vitest';
import { handler } from '#functions/pages/verify/uploads/handler';
import { findVerificationSession } from '#shared/identity/sessions/repository';
import { spendLink } from '#shared/links/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { describePage, submitted } from '#test/support/handlers/describe-page';
import { openVerificationLink, startVerification, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

const MB = 1024 * 1024;
const selfie = { slot: 'selfie', type: 'image/jpeg', size: '1000' };

const ask = (world: World, fields: Readonly<Record<string, string>>) =>
  world.call(handler, { path: { token }, ...submitted(fields) });

describePage('presignVerificationUpload', handler, {
  request: async (world) => {
    await openVerificationLink(world, await world.user());
    return { path: { token }, ...submitted(selfie) };
  },
  takesForm: true,
  unknown: { status: 410, body: { violation: 'closed' } },
});

it('lets one file of this size and kind into the bucket for ten minutes', async () => {
  const world = await createWorld('presignVerificationUpload');
  const { session } = await openVerificationLink(world, await world.user());
  const response = await ask(world, selfie);
  expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  const name = expect.stringMatching(/^selfie-[0-9a-f-]{36}$/);
  expect(response.body).toEqual({ url: expect.any(String), headers: { 'content-type': 'image/jpeg' }, name });
  const stored = await findVerificationSession(session.userId, session.id);
  expect(stored).toMatchObject({ pending: [{ slot: 'selfie', name: response.body.name }], files: [] });
  const { origin, pathname, searchParams } = new URL(response.body.url);
  expect(origin).toBe('https://ramp-files.s3.us-east-1.amazonaws.com');
  expect(pathname).toBe(`/uploads/${session.userId}/${session.id}/${response.body.name}`);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ 'X-Amz-Expires': '600', 'X-Amz-Date': '20260115T120000Z' },
    'X-Amz-SignedHeaders': 'content-length;content-type;host',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it.each([
  [{ ...selfie, size: String(3 * MB) }, 200, undefined],
  [{ ...selfie, size: String(3 * MB + 1) }, 422, 'size'],
  [{ ...selfie, slot: 'identityFront', size: String(5 * MB + 1) }, 422, 'size'],
  [{ ...selfie, slot: 'addressProof', size: String(10 * MB + 1) }, 422, 'size'],
  [{ ...selfie, size: '0' }, 422, 'size'],
  [{ ...selfie, size: '-1' }, 422, 'size'],
  [{ ...selfie, size: '1e3' }, 422, 'size'],
  [{ slot: 'selfie', type: 'image/jpeg' }, 422, 'size'],
  [{ ...selfie, slot: '../people' }, 422, 'slot'],
  [{ ...selfie, slot: '__proto__' }, 422, 'slot'],
  [{}, 422, 'slot'],
])('takes %j: %i', async (fields, status, violation) => {
  const world = await createWorld('presignVerificationUpload');
  await openVerificationLink(world, await world.user());
  const response = await ask(world, fields);
  expect(response.status).toBe(status);
  if (violation !== undefined) expect(response.body).toEqual({ violation });
});

it('takes no selfie for a business', async () => {
  const world = await createWorld('presignVerificationUpload');
  await openVerificationLink(world, await world.user(aBusiness));
  expect(await ask(world, selfie)).toMatchObject({ status: 422, body: { violation: 'slot' } });
  expect((await ask(world, { ...selfie, slot: 'identityFront' })).status).toBe(200);
});

it.each([
  ['selfie', 'image/jpeg', true],
  ['identityFront', 'application/pdf', true],
  ['selfie', 'application/pdf', false],
  ['selfie', 'text/html', false],
  ['selfie', 'text/plain', false],
  ['identityFront', 'image/png', false],
] as const)('lets a %s that is %s in, in both stages: %s', async (slot, type, isTaken) => {
  for (const stage of ['sandbox', 'production'] as const) {
    const world = await createWorld('presignVerificationUpload', { stage });
    await openVerificationLink(world, await world.user());
    const response = await ask(world, { ...selfie, slot, type });
    if (isTaken) expect(response).toMatchObject({ status: 200, body: { headers: { 'content-type': type } } });
    else expect(response).toMatchObject({ status: 422, body: { violation: 'type' } });
  }
});

it.each(['used', 'expired', 'void'])('takes nothing by a link that is %s', async (what) => {
  const world = await createWorld('presignVerificationUpload');
  const { user } = await openVerificationLink(world, await world.user());
  if (what === 'used') await world.store(spendLink(token, Date.now()));
  else if (what === 'void') await startVerification(user);
  else world.advance(86_400_000);
  expect(await ask(world, selfie)).toMatchObject({ status: 410, body: { violation: 'closed' } });
});

it('remembers the newest eight uploads, of all devices', async () => {
  const world = await createWorld('presignVerificationUpload');
  const { session } = await openVerificationLink(world, await world.user());
  world.table.beforeNextWrite(() => ask(world, selfie));
  const names: string[] = [];
  for (let time = 0; time < 8; time += 1) names.push((await ask(world, selfie)).body.name);
  const stored = await findVerificationSession(session.userId, session.id);
  expect(stored?.pending.map(({ name }) => name)).toEqual(names);
  expect(stored?.version).toBe(10);
});
