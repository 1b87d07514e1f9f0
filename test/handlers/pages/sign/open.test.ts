import { expect, it } from 'vitest';
import { handler } from '#functions/pages/sign/open/handler';
import { spendLink } from '#shared/links/repository';
import {
  findBusinessWithPersons,
  newDeclarationLink,
  removePerson,
  updatePersons,
} from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS, type Declaration } from '#shared/signatures/domain/declaration';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, ownerToSign, storePerson } from '#test/support/handlers/declarations';
import { describePage } from '#test/support/handlers/describe-page';
import { LINK_TOKEN, openVerificationLink } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

describePage('openSigningPage', handler, {
  request: async (world) => ({ path: { token: (await ownerToSign(world)).token } }),
  takesForm: false,
});

const open = (world: World, token: string, query: Readonly<Record<string, string>> = {}) =>
  world.call(handler, { path: { token }, query: { lang: 'en', ...query } });
const title = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

/** Returns the data of the declaration: first of the owner, then of the company. */
const details = (html: string) =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, value]) => [term, value]);

/** Stores an owner with complete data and a signing link. */
async function namedOwner(world: World, overrides: Partial<AssociatedPerson> = {}, company = 'ACME, S.A. de C.V.') {
  const user = await world.verifiedUser(aBusiness);
  const declaration = aDeclaration({ company: { name: company, taxId: 'ACM010101AB1', countryOfConstitution: 'MX' } });
  const known = { dateOfBirth: '1980-05-04', nationality: 'MX', taxId: 'HELU800504AB1', ownershipUnits: 625_000 };
  const owner = await storePerson(user, { ...known, declaration, ...overrides });
  await world.store(newDeclarationLink(owner, declaration, LINK_TOKEN));
  return { owner, token: LINK_TOKEN };
}

async function replaceDeclaration({ userId, id }: AssociatedPerson, after: Partial<Declaration>) {
  const business = await findBusinessWithPersons(userId);
  const owner = business?.persons.find((person) => person.id === id);
  if (business === undefined || owner?.declaration === undefined) throw new Error('No one is to sign');
  await updatePersons(business, [withDeclaration(owner, { ...owner.declaration, ...after }, Date.now())], Date.now());
}

async function removeOwner({ userId, id }: AssociatedPerson) {
  const business = await findBusinessWithPersons(userId);
  const owner = business?.persons.find((person) => person.id === id);
  if (business === undefined || owner === undefined) throw new Error('The owner is not stored');
  await removePerson(business, owner, Date.now());
}

it('shows the declaration with the data of owner and company, and keeps when it was opened first', async () => {
  const world = await createWorld('openSigningPage');
  const { owner, token } = await namedOwner(world);
  const stored = world.table.items();
  const response = await open(world, token, { lang: 'en' });
  expect(response).toMatchObject({
    status: 200,
    headers: {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      ...{ 'x-frame-options': 'DENY', 'x-robots-tag': 'noindex, nofollow', 'x-content-type-options': 'nosniff' },
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    },
  });
  expect(title(response.text)).toBe('Sign your declaration of beneficial ownership');
  expect(details(response.text)).toEqual([
    ['Full name', 'Lucía Hernández'],
    ['Date of birth', '1980-05-04'],
    ['Nationality', 'MX'],
    ['Tax identifier', 'HELU800504AB1'],
    ['Share', '62.5 %'],
    ['Name', 'ACME, S.A. de C.V.'],
    ['Tax identifier', 'ACM010101AB1'],
    ['Country of constitution', 'MX'],
    ['Number at Partner Ramp', owner.userId],
  ]);
  for (const part of ['I, Lucía Hernández, declare', 'and I hold 62.5 % of it', 'declaration: 15 January 2026.'])
    expect(response.text).toContain(part);
  expect(response.text).not.toContain(token);
  const opened = { atMs: Date.now(), ipAddress: '203.0.113.7', userAgent: 'partner/1.0' };
  expect(world.table.items('PAGE_OPENING')).toMatchObject([opened]);
  const seen = world.table.items();
  expect(seen.filter(({ entity }) => entity !== 'PAGE_OPENING')).toEqual(stored);
  // Later visits change nothing.
  world.advance(1000);
  await open(world, token);
  expect(world.table.items()).toEqual(seen);
  expect(world.files.files.size).toBe(0);
});

it('asks for the full name, a way to sign and consent, and says until when', async () => {
  const world = await createWorld('openSigningPage');
  const { text } = await open(world, (await ownerToSign(world)).token);
  const inputs = [...text.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name);
  expect(inputs).toEqual(['shown', 'asked', 'drawing', 'fullName', 'way', 'way', 'consent']);
  expect(text).not.toMatch(/name="consent"[^>]* checked/);
  expect(text).toContain('This page can be signed until 14 February 2026');
});

it.each([
  [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }, {}, 'es', 'Firme su declaración de beneficiario final'],
  [{ 'accept-language': 'en-US,en;q=0.9' }, {}, 'en', 'Sign your declaration of beneficial ownership'],
  [{ 'accept-language': 'en-US' }, { lang: 'es' }, 'es', 'Firme su declaración de beneficiario final'],
])('speaks the language of the browser, or the chosen one: %j %j', async (headers, query, language, heading) => {
  const world = await createWorld('openSigningPage');
  const { token } = await ownerToSign(world);
  const { text } = await world.call(handler, { path: { token }, query, headers });
  expect(text).toContain(`<html lang="${language}">`);
  expect(title(text)).toBe(heading);
});

it('shows what the partner wrote as text', async () => {
  const world = await createWorld('openSigningPage');
  const name = '</script><img src=x onerror=alert(1)>"&';
  const { token } = await namedOwner(world, { firstName: name, nationality: name }, name);
  const { text } = await open(world, token);
  expect(text).not.toContain('<img');
  expect(text.match(/<\/script>/g)).toHaveLength(1);
  expect(text).toContain('<dd>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&amp;</dd>');
});

const EXPIRED = 'This link has expired';
const WITHDRAWN = 'This link is no longer valid';

it.each<[string, (world: World, owner: AssociatedPerson) => unknown, string]>([
  ['is 30 days old', (world) => world.advance(DECLARATION_LIFETIME_MS), EXPIRED],
  ['was let expire by the partner', (_, owner) => replaceDeclaration(owner, { status: 'EXPIRED' }), EXPIRED],
  ['was withdrawn by the partner', (_, owner) => replaceDeclaration(owner, { status: 'DELETED' }), WITHDRAWN],
  ['was replaced by a newer one', (_, owner) => replaceDeclaration(owner, { id: aDeclaration().id }), WITHDRAWN],
  ['is of an owner who was removed', (_, owner) => removeOwner(owner), WITHDRAWN],
])('shows nothing of a declaration that %s', async (_, end, heading) => {
  const world = await createWorld('openSigningPage');
  const { owner, token } = await ownerToSign(world);
  await end(world, owner);
  const response = await open(world, token);
  expect([response.status, title(response.text)]).toEqual([410, heading]);
  expect(response.text).not.toMatch(/Lucía|ACME|<form/);
});

it('can be signed in the last millisecond of its 30 days', async () => {
  const world = await createWorld('openSigningPage');
  const { token } = await ownerToSign(world);
  world.advance(DECLARATION_LIFETIME_MS - 1);
  expect(await open(world, token)).toMatchObject({ status: 200, text: expect.stringContaining('<form') });
});

it('shows when it was signed and the beginning of the digest, and nothing of the person', async () => {
  const world = await createWorld('openSigningPage');
  const { owner, token } = await ownerToSign(world);
  const signed = { atMs: Date.now(), key: 'people/signature.json', sha256: '0123456789abcdef'.repeat(4) };
  await replaceDeclaration(owner, { status: 'SIGNED', signed });
  await world.store(spendLink(token, signed.atMs));
  world.advance(DECLARATION_LIFETIME_MS);
  const response = await open(world, token);
  expect([response.status, title(response.text)]).toEqual([200, 'This declaration is signed']);
  expect(response.text).toContain('<time datetime="2026-01-15T12:00:00.000Z">15 January 2026 at 06:00');
  expect(response.text).toContain('<code>0123 4567 89ab cdef</code>');
  expect(response.text).not.toMatch(/Lucía|ACME|<form/);
});

it('still says that it was signed once the owner was removed', async () => {
  const world = await createWorld('openSigningPage');
  const { owner, token } = await ownerToSign(world);
  await world.store(spendLink(token, Date.now()));
  await removeOwner(owner);
  const response = await open(world, token);
  expect([response.status, title(response.text)]).toEqual([200, 'This declaration is signed']);
  expect(response.text).not.toContain('<code>');
});

it('does not know the link of a verification', async () => {
  const world = await createWorld('openSigningPage');
  await openVerificationLink(world, await world.user());
  expect(await open(world, LINK_TOKEN)).toMatchObject({ status: 404 });
});

it.each(['Fire\ufffdfox', 'Fire\ud800fox', `${'a'.repeat(511)}😀`])('opens in the browser %j', async (userAgent) => {
  const world = await createWorld('openSigningPage');
  const { token } = await namedOwner(world);
  const response = await world.call(handler, { path: { token }, headers: { 'User-Agent': userAgent } });
  expect(response.status).toBe(200);
  const kept = expect.stringMatching(/^(Fire\?fox|a{511}\?)$/);
  expect(world.table.items('PAGE_OPENING')).toMatchObject([{ userAgent: kept }]);
});
