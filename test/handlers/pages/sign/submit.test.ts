import { expect, it } from 'vitest';
import { handler as open } from '#functions/pages/sign/open/handler';
import { handler } from '#functions/pages/sign/submit/handler';
import { ownerToSign } from '#test/support/handlers/declarations';
import { describePage, submitted } from '#test/support/handlers/describe-page';
import { createWorld, type World } from '#test/support/handlers/world';
import { hiddenFields } from '#test/support/pages';

const FIELDS = { fullName: 'Lucía Hernández', way: 'typed', consent: 'yes' };

/** The request that signs the declaration of a link, as the page was shown. */
async function signing(world: World, fields: Readonly<Record<string, string>> = {}) {
  const { token } = await ownerToSign(world);
  const page = await world.call(open, { path: { token } });
  return { path: { token }, ...submitted({ ...hiddenFields(page.text), ...FIELDS, ...fields }) };
}

describePage({ id: 'submitSignature', handler, request: signing, takesForm: true });

it('stores the signature with its record, and shows the page again', async () => {
  const world = await createWorld('submitSignature');
  const answer = await world.call(handler, await signing(world));
  expect(answer).toMatchObject({ status: 303, headers: { location: '?' }, text: '' });
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
  ['no consent', { consent: '' }, 422],
  ['no drawing', { way: 'drawn', drawing: '' }, 422],
  ['another text than was shown', { shown: 'x' }, 409],
])('shows the form again, and stores nothing, with %s', async (_, fields, status) => {
  const world = await createWorld('submitSignature');
  const answer = await world.call(handler, await signing(world, fields));
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('<form');
  expect(world.files.files.size).toBe(0);
  expect(world.table.items('PERSON')).toMatchObject([{ declaration: { status: 'PENDING' } }]);
});

it('tells who signs a second time that it was signed', async () => {
  const world = await createWorld('submitSignature');
  const request = await signing(world);
  await world.call(handler, request);
  const stored = world.table.items();
  expect(await world.call(handler, request)).toMatchObject({ status: 409 });
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
