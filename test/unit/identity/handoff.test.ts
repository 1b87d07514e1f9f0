import { expect, it } from 'vitest';
import { handler as openHandler } from '#functions/pages/verify/open/handler';
import { handler } from '#functions/pages/verify/submit/handler';
import { verificationSessionKey } from '#shared/dynamodb/keys';
import { deleteItem } from '#shared/dynamodb/writes';
import { HANDOFF_LIFETIME_MS } from '#shared/identity/domain/handoff';
import { VERIFICATION_LINK_LIFETIME_MS } from '#shared/identity/domain/verification-link';
import {
  closeVerificationSession,
  findVerificationSession,
  type VerificationSession,
} from '#shared/identity/sessions/repository';
import { findUser } from '#shared/users/repository';
import { submitted } from '#test/support/handlers/describe-page';
import { openVerificationLink, startVerification, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

const heading = (text: string) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
const open = (world: World, at: string, step?: string) =>
  world.call(openHandler, {
    path: { token: at },
    query: step === undefined ? {} : { step },
    headers: { 'accept-language': 'en' },
  });
const send = (world: World, at: string, fields: Readonly<Record<string, string>>) =>
  world.call(handler, { path: { token: at }, ...submitted(fields) });
const stored = ({ userId, id }: VerificationSession) => findVerificationSession(userId, id);

const QUESTION = 'Did you send this to yourself?';
const USED = 'This code was used already';
const WITHDRAWN = 'This code was withdrawn';

/**
 * Returns an open verification link with a hand-off code, which continues the verification on a second device. The code is
 * created on the page `sides` (sides of the document).
 */
async function withCode(elapsedMs = 0) {
  const world = await createWorld('submitVerificationPage');
  await world.webhookTarget();
  const { session, user } = await openVerificationLink(world, await world.user(), {});
  world.advance(elapsedMs);
  return { world, session, user, code: await makeCode(world) };
}

async function makeCode(world: World): Promise<string> {
  expect(await send(world, token, { action: 'handoff', step: 'sides' })).toMatchObject({
    status: 303,
    headers: { location: '?step=phone' },
  });
  const { text } = await open(world, token, 'phone');
  const [, address, code = ''] = /id="address">(.*\/verify\/([\w-]{43})\?lang=en)</.exec(text) ?? [];
  expect(text).toContain(`data-copy="${address}"`);
  return code;
}

/** Opens the confirmation page of a code. @returns the random token in the form of the page */
async function ask(world: World, code: string): Promise<string> {
  const { text } = await open(world, code);
  expect(heading(text)).toBe(QUESTION);
  return /name="device" value="([\w-]{43})"/.exec(text)?.[1] ?? '';
}

/** Confirms the hand-off. @returns the link token of the second device, or `undefined` if the device gets no link */
async function accept(world: World, code: string, device: string): Promise<string | undefined> {
  const { status, headers } = await send(world, code, { action: 'accept', device });
  expect(status).toBe(303);
  return /^https:\/\/api\.example\.com\/sandbox\/verify\/([\w-]{43})\?lang=en$/.exec(String(headers.location))?.[1];
}

/** Opens the confirmation page of a code and confirms the hand-off. @returns the link token of the second device */
async function connect(world: World, code: string): Promise<string> {
  const device = await accept(world, code, await ask(world, code));
  if (device === undefined) throw new Error('The device got no link');
  return device;
}

/** Sends the request that the script on the first device polls with, and returns its response. */
async function follow(world: World, page: string) {
  const { text } = await open(world, token, page);
  const [, query = ''] = /data-follow="([^"]*)"/.exec(text) ?? [];
  const response = await send(world, token, Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))));
  return { text, response };
}

it('shows a code that leads to a question alone, and keeps only its digest', async () => {
  const { world, session, code } = await withCode();
  const items = JSON.stringify(world.table.items());
  expect([code === token, items.includes(code), items.includes(token)]).toEqual([false, false, false]);
  const { status, text } = await open(world, code);
  expect([status, heading(text)]).toEqual([200, QUESTION]);
  expect(text).not.toMatch(new RegExp(`${token}|${session.userId}|${session.id}`));
  // Opening a code does not use it up, so a link preview does no harm. The first device still gets the same code.
  expect(await makeCode(world)).toBe(code);
  expect(heading((await open(world, code)).text)).toBe(QUESTION);
});

it('connects one device, by a link of its own that the first one does not show', async () => {
  const { world, session, code } = await withCode();
  const form = await ask(world, code);
  const device = (await accept(world, code, form)) ?? '';
  // Repeats the request, as after a lost response.
  expect(await accept(world, code, form)).toBe(device);
  expect([code, token, form]).not.toContain(device);
  const items = JSON.stringify(world.table.items());
  expect([items.includes(device), items.includes(form)]).toEqual([false, false]);
  const second = await open(world, device);
  expect([second.status, heading(second.text)]).toEqual([200, 'Verify your identity']);
  expect(second.text).toContain('<h2>Photo of the document</h2>');
  expect(second.text).not.toContain('value="handoff"');
  expect([(await open(world, code)).status, heading((await open(world, code)).text)]).toEqual([410, USED]);
  // The second device can neither create nor withdraw a code.
  for (const action of ['handoff', 'stay']) await send(world, device, { action, step: 'sides' });
  expect(heading((await open(world, device, 'phone')).text)).toBe('Verify your identity');
  expect(await stored(session)).toMatchObject({ handoff: { outcome: 'USED', count: 1 } });
});

it('lets one of two devices in that respond at once', async () => {
  const { world, code } = await withCode();
  const devices = [await ask(world, code), await ask(world, code)];
  const links = await Promise.all(devices.map((device) => accept(world, code, device)));
  expect(links.toSorted()).toEqual([expect.any(String), undefined]);
  // If both devices repeat their confirmation, each device gets the same result again: one gets its link, the other gets none.
  expect(await Promise.all(devices.map((device) => accept(world, code, device)))).toEqual(links);
});

it.each(['the code', 'the link of the first device', 'a text of its choice'])(
  'gives a device that sends %s a link of ours, which nothing else opens',
  async (kind) => {
    const { world, code } = await withCode();
    const device = kind === 'the code' ? code : kind === 'a text of its choice' ? 'A'.repeat(43) : token;
    const link = (await accept(world, code, device)) ?? '';
    expect([code, token, device]).not.toContain(link);
    expect((await open(world, link)).status).toBe(200);
    expect((await open(world, code)).status).toBe(410);
    if (kind === 'a text of its choice') expect((await open(world, device)).status).toBe(404);
    // The same form token with another code returns another link.
    const next = await makeCode(world);
    expect(await accept(world, next, device)).not.toBe(link);
    expect((await open(world, link)).status).toBe(410);
  },
);

it.each(['', 'short', 'A'.repeat(44), '../sign'])('gives no link to a form that is not ours: %j', async (device) => {
  const { world, code } = await withCode();
  expect(await accept(world, code, device)).toBeUndefined();
  expect(heading((await open(world, code)).text)).toBe(QUESTION);
});

it.each([
  [0, HANDOFF_LIFETIME_MS],
  [VERIFICATION_LINK_LIFETIME_MS - 60_000, 60_000],
])('ends a code, made %i ms after its link, %i ms later', async (elapsed, lifetime) => {
  const { world, code } = await withCode(elapsed);
  const device = await ask(world, code);
  world.advance(lifetime - 1);
  expect((await open(world, code)).status).toBe(200);
  world.advance(1);
  expect(await send(world, code, { action: 'accept', device })).toMatchObject({ status: 303 });
  const { status, text } = await open(world, code);
  expect([status, heading(text)]).toEqual([410, 'This code has expired']);
  expect((await open(world, device)).status).toBe(404);
  if (elapsed === 0) expect(heading((await open(world, token, 'phone')).text)).toBe('The code has expired');
});

it('withdraws a code by a No, and the first device says so and makes another', async () => {
  const { world, code } = await withCode();
  const device = await ask(world, code);
  await send(world, code, { action: 'decline' });
  await send(world, code, { action: 'accept', device });
  expect(heading((await open(world, code)).text)).toBe(WITHDRAWN);
  expect(heading((await open(world, token, 'phone')).text)).toBe('The code was withdrawn');
  const next = await makeCode(world);
  expect(next).not.toBe(code);
  expect([heading((await open(world, code)).text), heading((await open(world, next)).text)]).toEqual([
    WITHDRAWN,
    QUESTION,
  ]);
  // Continuing on the first device withdraws the open code.
  expect(await send(world, token, { action: 'stay' })).toMatchObject({ headers: { location: '?step=sides' } });
  expect(heading((await open(world, next)).text)).toBe(WITHDRAWN);
});

it('shuts the device before out once another code is made, twenty times at most', async () => {
  const { world, session, code } = await withCode();
  const device = await connect(world, code);
  await makeCode(world);
  expect(heading((await open(world, device)).text)).toBe('This link is no longer valid');
  for (let made = 2; made < 20; made += 1) {
    await send(world, token, { action: 'stay' });
    await makeCode(world);
  }
  await send(world, token, { action: 'stay' });
  await send(world, token, { action: 'handoff', step: 'sides' });
  expect(await stored(session)).toMatchObject({ handoff: { count: 20, outcome: 'WITHDRAWN' } });
  expect((await open(world, token, 'sides')).text).not.toContain('value="handoff"');
});

it('shows on the first device what was finished on the second', async () => {
  const { world, session, code } = await withCode();
  expect((await follow(world, 'phone')).response).toMatchObject({
    status: 200,
    body: { mark: 'waiting ', step: 'phone' },
  });
  const device = await connect(world, code);
  expect((await follow(world, 'phone')).response).toMatchObject({ body: { mark: 'used ', step: 'phone' } });
  await send(world, device, { action: 'next', step: 'sides' });
  const { text, response } = await follow(world, 'face');
  expect(response).toMatchObject({ body: { mark: 'used sides', step: 'face' } });
  expect(text).toContain('Finished on your phone: Photo of the document.');
  expect((await open(world, token, 'phone')).text).toContain('Finished on your phone: Photo of the document.');
  // After an hour the first device stops polling, but the second device can still continue.
  world.advance(HANDOFF_LIFETIME_MS);
  expect((await open(world, token, 'face')).text).not.toContain('data-follow');
  expect((await open(world, device)).status).toBe(200);
  const ids = { user: session.userId, link: session.id, handoff: '019bc1c5-0000-7000-8000-0000000000ff' };
  for (const wrong of [ids, { ...ids, user: 'USER#x' }, { link: session.id }])
    expect(await send(world, token, { action: 'follow', ...wrong })).toMatchObject({ status: 410 });
});

it('follows by one read of the table', async () => {
  const { world } = await withCode();
  const { text } = await open(world, token, 'phone');
  const [, query = ''] = /data-follow="([^"]*)"/.exec(text) ?? [];
  const before = world.table.calls.length;
  await send(world, token, Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))));
  expect(world.table.calls.slice(before)).toMatchObject([{ operation: 'GetItem' }]);
});

it('starts one verification where both devices send at once', async () => {
  const { world, session, code } = await withCode();
  const device = await connect(world, code);
  for (const step of ['sides', 'face', 'proof']) await send(world, device, { action: 'next', step });
  const responses = await Promise.all([token, device].map((at) => send(world, at, { action: 'send' })));
  expect(responses.map(({ status }) => status)).toEqual([303, 303]);
  for (const at of [token, device])
    expect(heading((await open(world, at)).text)).toBe('Thank you, we have received everything');
  expect(world.table.items('KYC')).toMatchObject([{ id: session.id }]);
  expect((await open(world, code)).status).toBe(410);
  // After the session is deleted, both devices still show the last page of the verification.
  await world.store(deleteItem(verificationSessionKey(session.userId, session.id)));
  for (const at of [token, device])
    expect(heading((await open(world, at)).text)).toBe('Thank you, we have received everything');
});

it.each(['sent', 'started by the partner'])('opens nothing once the verification was %s', async (what) => {
  const { world, session, user, code } = await withCode();
  const device = await ask(world, code);
  if (what === 'sent') {
    const found = await stored(session);
    if (found !== undefined) await world.store(closeVerificationSession(found, Date.now()));
  } else await startVerification((await findUser(user.id)) ?? user);
  await send(world, code, { action: 'accept', device });
  expect([(await open(world, code)).status, (await open(world, device)).status]).toEqual([410, 404]);
});
