import { expect, it } from 'vitest';
import { handler } from '#functions/pages/sign/document/handler';
import { handler as open } from '#functions/pages/sign/open/handler';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { findDeclarationLink } from '#shared/signatures/open-declaration';
import { signDeclaration } from '#shared/signatures/sign-declaration';
import { placeDocumentFiles } from '#test/support/document-files';
import { ownerToSign } from '#test/support/handlers/declarations';
import { describePage } from '#test/support/handlers/describe-page';
import { LINK_TOKEN, openVerificationLink } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';
import { readPdfText } from '#test/support/pdf-text';

placeDocumentFiles();

/** Opens and signs a declaration. @returns the token of its link, and the owner */
async function signedLink(world: World) {
  const { token, owner } = await ownerToSign(world);
  await world.call(open, { path: { token } });
  const found = await findDeclarationLink(token);
  if (found === undefined) throw new Error('The link is not stored');
  const typed = { typedName: 'Lucía Hernández', mark: { kind: 'typed' as const } };
  const from = { ipAddress: '203.0.113.7', userAgent: 'Firefox', atMs: Date.now(), opened: found.opening };
  await signDeclaration({ token, link: found.link, language: 'en', evidence: { ...typed, ...from } });
  return { token, owner };
}

const read = (world: World, token: string) => world.call(handler, { path: { token } });

describePage('getSignerCopy', handler, {
  request: async (world) => ({ path: { token: (await signedLink(world)).token } }),
  takesForm: false,
});

it("is the signer's copy, the same as the partner's, until the link would have ended", async () => {
  const world = await createWorld('getSignerCopy');
  const { token, owner } = await signedLink(world);
  const copy = await read(world, token);
  expect(copy).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="declaration-${owner.id}.pdf"`,
      'cache-control': 'no-store',
    },
  });
  const text = await readPdfText(copy.text);
  for (const part of ['Lucía Hernández', '2. The link was opened for the first time', 'This document was made'])
    expect(text).toContain(part);
  expect(copy.text).not.toContain(token);
  world.advance(DECLARATION_LIFETIME_MS - 1);
  expect((await read(world, token)).text).toBe(copy.text);
  const page = await world.call(open, { path: { token } });
  expect(page.text).toContain(`href="${token}/document?lang=en" download>Download your signed copy (PDF)</a>`);
  world.advance(1);
  expect((await read(world, token)).status).toBe(410);
  expect((await world.call(open, { path: { token } })).text).not.toContain('/document');
});

it('does not exist before the signature', async () => {
  const world = await createWorld('getSignerCopy');
  const { token } = await ownerToSign(world);
  expect((await read(world, token)).status).toBe(404);
  expect(world.files.files.size).toBe(0);
});

it('is not given out by a link of another kind', async () => {
  const world = await createWorld('getSignerCopy');
  await openVerificationLink(world, await world.user());
  expect((await read(world, LINK_TOKEN)).status).toBe(404);
});

it('is not given out where the file is another one', async () => {
  const world = await createWorld('getSignerCopy');
  const { token } = await signedLink(world);
  await read(world, token);
  const key = String(world.table.items('SIGNED_DOCUMENT')[0]?.key);
  const content = Buffer.from(world.files.files.get(key)?.content ?? '').fill('x', 900, 901);
  world.files.files.set(key, { content, contentType: 'application/pdf' });
  const response = await read(world, token);
  expect(response).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(response.text).not.toContain('Lucía');
  expect(world.log.lines.filter((line) => line.signedFileChanged === 1)).toHaveLength(1);
});
