import type { Page } from 'playwright-core';
import { handler as openPage } from '#functions/pages/sign/open/handler';
import { findDeclarationLink } from '#shared/signatures/open-declaration';
import { signDeclaration } from '#shared/signatures/sign-declaration';
import { ownerToSign } from '#test/support/handlers/declarations';
import type { World } from '#test/support/handlers/world';
import { brand, type Chapter } from './scene';

const OWNER = 'Lucía Hernández';

const asked = async (world: World): Promise<string> => {
  await brand(world);
  return `/sign/${(await ownerToSign(world)).token}`;
};

/** Signs the declaration of a signing page. @param path path of the page */
async function sign(world: World, path: string): Promise<void> {
  const token = path.slice('/sign/'.length);
  await world.call(openPage, { path: { token } });
  const found = await findDeclarationLink(token);
  if (found === undefined) throw new Error('The link is not stored');
  const from = { ipAddress: '203.0.113.7', userAgent: 'Firefox', atMs: Date.now(), opened: found.opening };
  const evidence = { typedName: OWNER, mark: { kind: 'typed' }, ...from } as const;
  await signDeclaration({ token, link: found.link, language: 'es', evidence });
}

const signed = async (world: World): Promise<string> => {
  const path = await asked(world);
  await sign(world, path);
  return path;
};

const submit = (page: Page) => Promise.all([page.waitForEvent('load'), page.locator('#submit').click()]);

async function fill(page: Page, name: string): Promise<void> {
  await page.locator('#fullName').fill(name);
  await page.locator('#consent').check();
}

/** Draws the same wave with the mouse each time. */
async function draw(page: Page): Promise<void> {
  const pad = page.locator('#pad');
  await pad.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await pad.boundingBox()) ?? {};
  const at = (part: number) =>
    [x + width * (0.1 + 0.8 * part), y + height * (0.5 + 0.3 * Math.sin(part * 12))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let part = 0; part <= 1; part += 0.05) await page.mouse.move(...at(part));
  await page.mouse.up();
}

export const signing: Chapter = {
  folder: 'signing',
  title: 'Signing',
  scenes: [
    {
      states: { 'to-sign': 'The declaration in words, with its details, and the field to sign in.' },
      prepare: asked,
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: {
        refused: 'Without a name and consent nothing is signed, and the page says what is missing.',
        typed: 'A name that is typed is shown as the signature that it makes.',
      },
      prepare: asked,
      act: async (page, keep) => {
        await submit(page);
        await page.locator('#error-summary').waitFor();
        await keep('refused');
        await fill(page, OWNER);
        await keep('typed');
      },
    },
    {
      states: {
        'to-draw': 'A signature may be drawn with a finger, a pen or a mouse.',
        drawn: 'Strokes are counted, and can be taken back one by one.',
        'not-drawn': 'A drawing without a stroke is no signature.',
      },
      prepare: asked,
      act: async (page, keep) => {
        await fill(page, OWNER);
        await page.locator('#way-drawn').check();
        await keep('to-draw');
        await draw(page);
        await keep('drawn');
        await page.locator('#clear').click();
        await submit(page);
        await page.locator('#pad-error').waitFor();
        await keep('not-drawn');
      },
    },
    {
      states: { 'other-name': 'A name that differs from the record is asked about once.' },
      prepare: asked,
      act: async (page, keep) => {
        await fill(page, 'Lucía Hernández Ruiz');
        await submit(page);
        await page.locator('#error-summary').waitFor();
        await keep('other-name');
      },
    },
    {
      states: { 'unshown-character': 'A character that the document cannot show is named where it is entered.' },
      prepare: asked,
      act: async (page, keep) => {
        await fill(page, '𠮷田 Lucía');
        await submit(page);
        await page.locator('#fullName-error').waitFor();
        await keep('unshown-character');
      },
    },
    {
      states: { changed: 'A declaration whose text has changed in the meantime is read and confirmed again.' },
      prepare: asked,
      act: async (page, keep) => {
        await fill(page, OWNER);
        await page.evaluate('document.querySelector("[name=shown]").value = "another"');
        await submit(page);
        await keep('changed');
      },
    },
    {
      states: { signed: 'The time of the signature, its digest, and a copy for the signer.' },
      prepare: signed,
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: { 'signed-before': 'A second signature changes nothing, and the page says so.' },
      prepare: signed,
      act: async (page, keep) => {
        // Submits a form again after the signature, as an old tab of the page could.
        const send = page.evaluate(`{
          const form = document.body.appendChild(document.createElement('form'));
          form.method = 'post';
          form.submit();
        }`);
        await Promise.all([page.waitForEvent('load'), send]);
        await keep('signed-before');
      },
    },
    {
      states: { 'without-script': 'Without scripts the signature is typed.' },
      prepare: asked,
      script: false,
    },
  ],
};
