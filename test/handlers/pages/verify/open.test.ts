import { expect, it } from 'vitest';
import { handler } from '#functions/pages/verify/open/handler';
import { findVerificationSession } from '#shared/identity/sessions/repository';
import { spendLink } from '#shared/links/repository';
import { findUser, userWrites } from '#shared/users/repository';
import { aBusiness, ownerToSign } from '#test/support/handlers/declarations';
import { describePage } from '#test/support/handlers/describe-page';
import { openVerificationLink, startVerification, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describePage('openVerificationPage', handler, {
  request: async (world) => {
    await openVerificationLink(world, await world.user());
    return { path: { token } };
  },
  takesForm: false,
});

const open = (world: World, query: Readonly<Record<string, string>> = {}) =>
  world.call(handler, { path: { token }, query, headers: { 'accept-language': 'en' } });
/** Returns the texts of the `h1` and `h2` headings of a page. */
const shown = (html: string) => [/<h1>(.*)<\/h1>/.exec(html)?.[1], /<h2>(.*?)<\/h2>/.exec(html)?.[1]];
const draft = { firstName: 'Xóchitl', lastName: 'Ocampo', 'address.street': 'Calle Tejocote 17' };

it('shows the first step to a person', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user());
  const response = await open(world);
  expect(response).toMatchObject({
    status: 200,
    headers: {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      ...{ 'x-frame-options': 'DENY', 'x-robots-tag': 'noindex, nofollow', 'x-content-type-options': 'nosniff' },
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    },
  });
  expect(shown(response.text)).toEqual(['Verify your identity', 'About you']);
  expect(response.text).not.toContain(token);
});

it('reports the first opening, and that alone', async () => {
  const world = await createWorld('openVerificationPage');
  await world.webhookTarget();
  const { user, session } = await openVerificationLink(world, await world.user(), { draft });
  world.advance(1000);
  // Another request opens the page before the write of this request.
  world.table.beforeNextWrite(() => open(world));
  expect((await open(world)).status).toBe(200);
  const stored = world.table.items();
  world.advance(1000);
  const callsBefore = world.table.calls.length;
  expect((await open(world)).status).toBe(200);
  expect([world.table.items(), world.table.calls.length - callsBefore]).toEqual([stored, 5]);
  expect(world.table.items('USER')).toMatchObject([
    { sequence: 1, version: user.version + 1, kycStatus: user.kycStatus },
  ]);
  expect(await findVerificationSession(user.id, session.id)).toMatchObject({ openedAtMs: Date.now() - 1000, draft });
  const [notification, ...others] = world.table.items('NTF');
  expect([notification?.status, others]).toEqual(['PENDING', []]);
  expect(JSON.parse(String(notification?.body))).toEqual({
    ...{
      environment: 'sandbox',
      type: 'KYC',
      event: 'VERIFICATION_LINK_OPENED',
      kycId: session.id,
      externalUserId: user.id,
    },
    ...{ firstName: '', lastName: '', kind: 'KYC', country: 'MX' },
    ...{ expiresAt: '2026-01-16T12:00:00.000Z', openedAt: '2026-01-15T12:00:01.000Z' },
    ...{ id: notification?.id, userId: user.id, sequence: 1, occurredAt: '2026-01-15T12:00:01.000Z' },
  });
});

it('changes nothing when its page is loaded ahead by a browser', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user());
  const headers = { 'Sec-Purpose': 'prefetch;prerender' };
  const stored = world.table.items();
  expect((await world.call(handler, { path: { token }, headers })).status).toBe(200);
  expect(world.table.items()).toEqual(stored);
});

it('says that the link was withdrawn when that happens while it is opened, and reports no opening', async () => {
  const world = await createWorld('openVerificationPage');
  const { user } = await openVerificationLink(world, await world.user());
  world.table.beforeNextWrite(() => startVerification(user));
  expect((await open(world)).status).toBe(410);
  expect(world.table.items('NTF')).toMatchObject([{ event: 'CREATED_KYC' }]);
});

it.each([
  [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }, {}, 'es'],
  [{ 'accept-language': 'en-US,en;q=0.9' }, {}, 'en'],
  [{ 'accept-language': 'en-US' }, { lang: 'es' }, 'es'],
])('speaks the language of the browser, or the chosen one: %j %j', async (headers, query, language) => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user());
  const response = await world.call(handler, { path: { token }, query, headers });
  expect(response.text).toContain(`<html lang="${language}">`);
});

it.each([
  ['person', 'person', 'About you'],
  ['person', undefined, 'About you'],
  ['contact', 'address', 'Address'],
  ['sides', 'sides', 'Photo of the document'],
  ['review', 'review', 'Check and send'],
  ['review', 'person', 'About you'],
  ['review', 'nonsense', 'Check and send'],
  ['review', 'business', 'Check and send'],
] as const)('shows who has come to %s and asks for %s: %s', async (step, asked, name) => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(), { step, draft });
  expect(shown((await open(world, asked === undefined ? {} : { step: asked })).text)[1]).toBe(name);
});

it('shows in production the first step that is not complete', async () => {
  const world = await createWorld('openVerificationPage', { stage: 'production' });
  await openVerificationLink(world, await world.user(), { step: 'review', draft });
  expect(shown((await open(world, { step: 'review' })).text)[1]).toBe('About you');
});

it('shows what was entered, as text', async () => {
  const world = await createWorld('openVerificationPage');
  const firstName = '"><script>alert(1)</script>';
  await openVerificationLink(world, await world.user(), { step: 'review', draft: { ...draft, firstName } });
  for (const step of ['person', 'review']) {
    const { text } = await open(world, { step });
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>alert');
  }
});

it('lets the script of the files send to the bucket, and asks a business for no selfie', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(aBusiness));
  const { text, headers } = await open(world, { step: 'sides' });
  expect(shown(text)).toEqual(['Verify your business', 'Photo of the document']);
  expect(text).toContain('id="identityFront"');
  expect(text).not.toContain('id="selfie"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
  expect(policy).toContain("connect-src 'self' https://ramp-files.s3.us-east-1.amazonaws.com;");
});

it.each([
  [undefined, 'You can close this page'],
  ['myapp://done?a=1&b=2', 'href="myapp://done?a=1&amp;b=2" rel="noreferrer"'],
])('shows a link that was used as done, with the way to %s', async (redirectUri, next) => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(), { redirectUri, draft });
  await world.store(spendLink(token, Date.now()));
  const response = await open(world);
  expect([response.status, ...shown(response.text)]).toEqual([
    200,
    'Thank you, we have received everything',
    undefined,
  ]);
  expect(response.text).toContain(next);
  expect(response.text).not.toContain('Xóchitl');
});

it('has expired after a day', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user());
  world.advance(86_400_000 - 1);
  expect((await open(world)).status).toBe(200);
  world.advance(1);
  const response = await open(world);
  expect([response.status, shown(response.text)[0]]).toEqual([410, 'This link has expired']);
});

it.each(['another link was made', 'the partner started the verification'])('is void once %s', async (what) => {
  const world = await createWorld('openVerificationPage');
  const { user } = await openVerificationLink(world, await world.user());
  if (what.startsWith('the partner')) await startVerification(user);
  else {
    const verificationLink = { id: '019bc1c5-0000-7000-8000-0000000000ff', expiresAtMs: Date.now() + 1000 };
    await world.store(...userWrites(user, { ...user, verificationLink, version: user.version + 1 }));
  }
  const response = await open(world);
  expect([response.status, shown(response.text)[0]]).toEqual([410, 'This link is no longer valid']);
  expect(await findUser(user.id)).toMatchObject({ version: 3 });
});

it('does not know the link of a declaration', async () => {
  const world = await createWorld('openVerificationPage');
  const signing = await ownerToSign(world);
  const response = await world.call(handler, { path: { token: signing.token } });
  expect([response.status, shown(response.text)[0]]).toEqual([404, 'This link is not known']);
});

it('offers people no form of address as an occupation, but for who has one, and lists in the words of the page', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(), { draft: { profession: 'MRS' } });
  const { text } = await open(world);
  expect([text.includes('>Mr<'), text.includes('value="MRS" selected')]).toEqual([false, true]);
  expect(text).toContain('<option value="DISENO">Design</option>');
  expect((await open(world, { lang: 'es' })).text).toContain('<option value="DISENO">Diseño</option>');
  expect((await open(world, { lang: 'pt' })).text).toContain('<option value="CONSTRUCCION">Construção</option>');
  expect((await open(world, { step: 'address' })).text).toContain('<option value="MX" selected>');
});

it('asks for the one page of a passport, and for two sides of a card', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(), { draft: { documentKind: 'PASSPORT' } });
  const { text } = await open(world, { step: 'sides' });
  expect([text.includes('Page of the passport'), text.includes('id="identityBack"')]).toEqual([true, false]);
});
