import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contract } from '#functions/signatures/document/contract';
import { handler } from '#functions/signatures/document/handler';
import {
  internalError,
  notABusiness,
  personNotFound,
  serviceUnavailable,
  signatureDocumentNotFound,
  storedFileChanged,
} from '#shared/api/problems';
import { findBusinessWithPersons, removePerson } from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from '#shared/signatures/domain/associated-person';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { toSignedDeclaration } from '#shared/signatures/domain/signed-declaration';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { placeDocumentFiles } from '#test/support/document-files';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';
import { readPdfText } from '#test/support/pdf-text';

placeDocumentFiles();

const KEY = 'people/1/signatures/1.json';

describeEndpoint(contract, handler, {
  request: async (world) => {
    const { userId, id } = await storeSigner(world);
    return { path: { userId, personId: id } };
  },
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  unknown: { personId: personNotFound() },
});

/** Stores an owner who signed a minute ago, with the signed record. */
async function storeSigner(world: World, typedName = 'Lucía Hernández'): Promise<AssociatedPerson> {
  const open = anAssociatedPerson({ ownershipUnits: 625_000 });
  const text = composeDeclarationText(open, aDeclaration(), 'en');
  const evidence = { typedName, mark: { kind: 'typed' }, ipAddress: '203.0.113.7', userAgent: 'Firefox' } as const;
  const record = toSignedDeclaration(open, aDeclaration(), text, { ...evidence, atMs: Date.now() });
  const content = Buffer.from(JSON.stringify(record));
  world.files.files.set(KEY, { content, contentType: 'application/json' });
  const signed = { atMs: Date.now(), key: KEY, sha256: createHash('sha256').update(content).digest('hex') };
  const { declaration } = withDeclaration(open, aDeclaration({ status: 'SIGNED', signed }), Date.now());
  return storePerson(await world.user(aBusiness), { declaration });
}

const read = (world: World, { userId, id }: Pick<AssociatedPerson, 'userId' | 'id'>) =>
  world.call(handler, { path: { userId, personId: id } });

it('is a PDF that says what was signed, with its digest beside it', async () => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  const response = await read(world, { ...owner, id: owner.id.toUpperCase() });
  expect(response).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="declaration-${owner.id}.pdf"`,
      'cache-control': 'no-store',
      'x-document-sha256': createHash('sha256').update(response.text).digest('hex'),
    },
  });
  expect(response.text).toMatch(/^%PDF-1\.7\n%éé\n[\s\S]*%%EOF\s*$/);
  const text = await readPdfText(response.text);
  const { name } = aDeclaration().company;
  for (const part of ['Lucía Hernández', name, '62.5 %', '2026-01-15 12:00:00.000 UTC', '203.0.113.7', 'Firefox'])
    expect(text).toContain(part);
  expect(text).toContain(owner.declaration?.signed?.sha256);
  expect(text).not.toContain('Note: ');
});

it('says that another name was signed, with the code points of what its fonts have not', async () => {
  const world = await createWorld('getSignatureDocument');
  expect(await readPdfText((await read(world, await storeSigner(world, 'Eva Sol'))).text)).toContain('Note: ');
});

it('stays available when the owner was removed', async () => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  const before = await read(world, owner);
  const business = await findBusinessWithPersons(owner.userId);
  if (business !== undefined) await removePerson(business, owner, Date.now());
  expect(await read(world, owner)).toMatchObject({ status: 200, text: before.text });
});

it.each([
  ['was not asked', undefined],
  ['has not signed', aDeclaration()],
  ['did not sign in time', aDeclaration({ status: 'EXPIRED' })],
])('does not exist of an owner who %s', async (_, declaration) => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storePerson(await world.user(aBusiness), { declaration });
  expect(await read(world, owner)).toMatchObject(refusal(signatureDocumentNotFound()));
});

it('is never made of another record than the signed one', async () => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  const content = Buffer.from(String(world.files.files.get(KEY)?.content).replace('Hernández', 'Fernández'));
  world.files.files.set(KEY, { content, contentType: 'application/json' });
  expect(await read(world, owner)).toMatchObject(refusal(storedFileChanged()));
  expect(world.files.files.size).toBe(1);
});

it('is made once, and is the same for ever, whatever becomes of the record and the person', async () => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  const first = await read(world, owner);
  const [made] = world.table.items('SIGNED_DOCUMENT');
  const sha256 = first.headers['x-document-sha256'];
  expect(made).toMatchObject({ declarationId: owner.declaration?.id, sha256, madeAtMs: Date.now() });
  expect(world.files.files.get(String(made?.key))).toMatchObject({ contentType: 'application/pdf' });
  world.advance(86_400_000);
  world.files.files.delete(KEY);
  expect(await read(world, owner)).toMatchObject({
    status: 200,
    text: first.text,
    headers: { 'x-document-sha256': sha256 },
  });
});

it.each([
  ['of which a byte is another one', (content: Buffer) => content.fill('x', 900, 901)],
  ['that is cut off', (content: Buffer) => content.subarray(0, -1)],
  ['that is gone', () => undefined],
  ['that has grown', (content: Buffer) => Buffer.concat([content, Buffer.alloc(2_000_000)])],
])('is not given out from a file %s, which alarms', async (_, change) => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  await read(world, owner);
  const key = String(world.table.items('SIGNED_DOCUMENT')[0]?.key);
  const content = change(Buffer.from(world.files.files.get(key)?.content ?? ''));
  if (content === undefined) world.files.files.delete(key);
  else world.files.files.set(key, { content, contentType: 'application/pdf' });
  expect(await read(world, owner)).toMatchObject(refusal(storedFileChanged()));
  expect(world.log.withMessage('a kept file is not the one that was stored')).toHaveLength(1);
  expect(world.log.lines.filter((line) => line.signedFileChanged === 1)).toHaveLength(1);
});

it('is the one that was made first, where two are made at once', async () => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  let first = '';
  world.table.beforeNextWrite(async () => {
    world.advance(1000);
    first = (await read(world, owner)).text;
  });
  const second = await read(world, owner);
  expect(first).toContain('%PDF-');
  expect(second.text).toBe(first);
  expect(world.table.items('SIGNED_DOCUMENT')).toHaveLength(1);
});

it('is locked in production for as long as the record is, and not past that', async () => {
  const world = await createWorld('getSignatureDocument', { stage: 'production' });
  const owner = await storeSigner(world);
  const until = new Date(Date.now() + 1827 * 86_400_000).toISOString();
  world.advance(86_400_000);
  await read(world, owner);
  const file = world.files.files.get(String(world.table.items('SIGNED_DOCUMENT')[0]?.key));
  expect(file?.headers).toMatchObject({ 'x-amz-object-lock-retain-until-date': until });
});

it.each([
  [503, serviceUnavailable()],
  [new Error('socket hang up'), serviceUnavailable()],
  [403, internalError()],
])('returns 503 while the bucket fails: %s', async (failure, problem) => {
  const world = await createWorld('getSignatureDocument');
  const owner = await storeSigner(world);
  world.files.failNext(failure);
  expect(await read(world, owner)).toMatchObject(refusal(problem));
});
