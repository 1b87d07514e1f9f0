import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { handler as open } from '#functions/pages/sign/open/handler';
import { handler } from '#functions/pages/sign/submit/handler';
import { findBusinessWithPersons, listPersons, updatePersons } from '#shared/signatures/associated-persons/repository';
import { withDeclaration } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { ownerToSign } from '#test/support/handlers/declarations';
import { describePage, submitted } from '#test/support/handlers/describe-page';
import { createWorld, type World } from '#test/support/handlers/world';
import { hiddenFields } from '#test/support/hidden-fields';

const FIELDS = { fullName: 'Lucía Hernández', way: 'typed', consent: 'yes' };

/** Returns the request that signs a declaration. */
async function signing(world: World, fields: Readonly<Record<string, string>> = {}) {
  const { token } = await ownerToSign(world);
  const page = await world.call(open, { path: { token } });
  return { path: { token }, ...submitted({ ...hiddenFields(page.text), ...FIELDS, ...fields }) };
}

/** Ends the declaration of the owner, as a deletion by the partner or an expiry does. */
async function endDeclaration(world: World, status: 'DELETED' | 'EXPIRED') {
  const [user] = world.table.items('USER');
  const business = await findBusinessWithPersons(String(user?.id));
  const [owner] = business?.persons ?? [];
  if (business === undefined || owner?.declaration === undefined) throw new Error('No one is to sign');
  await updatePersons(business, [withDeclaration(owner, { ...owner.declaration, status }, Date.now())], Date.now());
}

describePage('submitSignature', handler, { request: signing, takesForm: true });

it('locks the record in production, for as long as the stage says', async () => {
  const world = await createWorld('submitSignature', { stage: 'production' });
  await world.call(handler, await signing(world));
  const [file] = world.files.files.values();
  expect(file?.headers).toMatchObject({
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': new Date(Date.now() + 1827 * 86_400_000).toISOString(),
    'x-amz-checksum-sha256': createHash('sha256')
      .update(file?.content ?? '')
      .digest('base64'),
    // The signature covers the lock headers, so nobody can remove them between the function and S3.
    authorization: expect.stringMatching(/x-amz-object-lock-mode;x-amz-object-lock-retain-until-date/),
  });
});

it('locks no record in the sandbox, whose bucket takes no locks', async () => {
  const world = await createWorld('submitSignature');
  await world.call(handler, await signing(world));
  const [file] = world.files.files.values();
  expect(file?.content.length).toBeGreaterThan(0);
  expect(Object.keys(file?.headers ?? {}).filter((name) => /lock|checksum/.test(name))).toEqual([]);
});

it('stores the signature with its record, and shows the page again', async () => {
  const world = await createWorld('submitSignature');
  const response = await world.call(handler, await signing(world));
  expect(response).toMatchObject({ status: 303, headers: { location: '?' }, text: '' });
  const [owner] = world.table.items('PERSON');
  expect(owner).toMatchObject({ declaration: { status: 'SIGNED', signed: { atMs: Date.now() } } });
  const [[key, file] = []] = world.files.files;
  expect(key).toMatch(/^people\/.+\/signatures\/.+\.json$/);
  expect(file?.content.toString()).toContain('Lucía Hernández');
  expect(world.table.items('USER')).toMatchObject([{ unsignedOwners: 0, version: 3 }]);
});

it.each([
  ['no name', { fullName: '' }, 422],
  ['another name', { fullName: 'Someone Else' }, 422],
  ['a name that the document cannot show', { fullName: '𠮷田 Lucía' }, 422],
  ['no consent', { consent: '' }, 422],
  ['no drawing', { way: 'drawn', drawing: '' }, 422],
  ['another text than was shown', { shown: 'x' }, 409],
])('shows the form again, and stores nothing, with %s', async (_, fields, status) => {
  const world = await createWorld('submitSignature');
  const response = await world.call(handler, await signing(world, fields));
  expect(response.status).toBe(status);
  expect(response.text).toContain('<form');
  expect(world.files.files.size).toBe(0);
  expect(world.table.items('PERSON')).toMatchObject([{ declaration: { status: 'PENDING' } }]);
});

it('keeps the whole record of what was signed, and notifies the partner', async () => {
  const world = await createWorld('submitSignature');
  await world.webhookTarget();
  const request = await signing(world, { way: 'drawn', drawing: '10 10 400 300;500 20 900 380' });
  await world.call(handler, request);
  const [owner] = await listPersons(String(world.table.items('USER')[0]?.id));
  const { key = '', sha256 } = owner?.declaration?.signed ?? {};
  const content = world.files.files.get(key)?.content ?? Buffer.alloc(0);
  expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  expect(JSON.parse(String(content))).toMatchObject({
    ...{ declarationId: owner?.declaration?.id, partnerId: world.partner.id, userId: owner?.userId },
    ...{ associatedPersonId: owner?.id, typedName: 'Lucía Hernández', nameDiffers: false, consentGiven: true },
    signature: { kind: 'drawn', strokes: [expect.any(Array), expect.any(Array)] },
    ...{ signedAt: '2026-01-15T12:00:00.000Z', ipAddress: '203.0.113.7', userAgent: 'partner/1.0' },
  });
  const [notification] = world.table.items('NTF');
  expect(notification).toMatchObject({ event: 'DOCUMENT_SIGNED', status: 'PENDING' });
  expect(JSON.parse(String(notification?.body))).toEqual({
    ...{
      environment: 'sandbox',
      type: 'SIGNATURE',
      event: 'DOCUMENT_SIGNED',
      firstName: 'Lucía',
      lastName: 'Hernández',
      sequence: 1,
    },
    ...{ id: notification?.id, externalUserId: owner?.userId, userId: owner?.userId },
    ...{ associatedPersonId: owner?.id, signatureId: owner?.declaration?.id, occurredAt: '2026-01-15T12:00:00.000Z' },
  });
  expect(world.table.items('LINK')).toMatchObject([{ spentAtMs: Date.now() }]);
  expect(world.table.items('USER')).toMatchObject([{ sequence: 1 }]);
});

it('asks once about another name, and keeps it where it is sent again', async () => {
  const world = await createWorld('submitSignature');
  const request = await signing(world, { fullName: 'Eva Sol' });
  const question = await world.call(handler, request);
  expect(question.text).toContain('The declaration is for Lucía Hernández, and you entered Eva Sol.');
  const form = { ...hiddenFields(question.text), ...FIELDS };
  const send = (fullName: string) => world.call(handler, { ...request, ...submitted({ ...form, fullName }) });
  expect((await send('Eva Luna')).status).toBe(422);
  expect((await send('Eva Sol')).status).toBe(303);
  expect(world.table.items('PERSON')).toMatchObject([
    { declaration: { status: 'SIGNED', signed: { nameDiffers: true } } },
  ]);
});

it.each([
  ['expired', (world: World) => world.advance(DECLARATION_LIFETIME_MS)],
  ['withdrawn', (world: World) => endDeclaration(world, 'DELETED')],
  ['ended by the partner', (world: World) => endDeclaration(world, 'EXPIRED')],
])('signs nothing by a link that is %s', async (_, end) => {
  const world = await createWorld('submitSignature');
  const request = await signing(world);
  await end(world);
  const stored = world.table.items();
  const response = await world.call(handler, request);
  expect(response.status).toBe(410);
  expect(response.text).not.toContain('Lucía');
  expect(world.table.items()).toEqual(stored);
});

it('tells who signs a second time that it was signed', async () => {
  const world = await createWorld('submitSignature');
  const request = await signing(world);
  await world.call(handler, request);
  const stored = world.table.items();
  const again = await world.call(handler, request);
  expect(again.status).toBe(409);
  for (const part of [
    'This declaration is signed',
    'It had been signed before',
    '<time datetime="2026-01-15T12:00:00.000Z">',
  ])
    expect(again.text).toContain(part);
  expect(again.text).not.toContain('Lucía');
  expect(world.table.items()).toEqual(stored);
});

it('counts one of two signatures at the same time', async () => {
  const world = await createWorld('submitSignature');
  const request = await signing(world);
  world.table.beforeNextWrite(() => world.call(handler, request));
  expect(await world.call(handler, request)).toMatchObject({ status: 409 });
  expect(world.table.items('PERSON')).toMatchObject([{ declaration: { status: 'SIGNED' } }]);
});

it('signs nothing that the bucket does not store', async () => {
  const world = await createWorld('submitSignature');
  const request = await signing(world);
  world.files.failNext(503);
  expect(await world.call(handler, request)).toMatchObject({ status: 500 });
  expect(world.table.items('PERSON')).toMatchObject([{ declaration: { status: 'PENDING' } }]);
});
