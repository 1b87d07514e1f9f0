import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#shared/values/sha256';
import { browserOn, devices, skipped } from '#test/support/browser';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ownerToSign } from '#test/support/signing';

const spanish = {
  title: 'Firme su declaración de beneficiario final',
  name: 'Nombre completo',
  drawn: 'Con un trazo',
  submit: 'Firmar la declaración',
  signed: 'Esta declaración está firmada',
  copy: 'Descargar su copia firmada (PDF)',
  empty: 'Todavía no hay ningún trazo.',
  strokes: 'Trazos: ',
};
const english: typeof spanish = {
  title: 'Sign your declaration of beneficial ownership',
  name: 'Full name',
  drawn: 'By drawing',
  submit: 'Sign the declaration',
  signed: 'This declaration is signed',
  copy: 'Download your signed copy (PDF)',
  empty: 'Nothing is drawn yet.',
  strokes: 'Strokes drawn: ',
};
const portuguese: typeof spanish = {
  title: 'Assine sua declaração de beneficiário final',
  name: 'Nome completo',
  drawn: 'Com um desenho',
  submit: 'Assinar a declaração',
  signed: 'Esta declaração está assinada',
  copy: 'Baixar sua cópia assinada (PDF)',
  empty: 'Ainda não há nenhum traço.',
  strokes: 'Traços: ',
};

const browsers = [
  { name: 'phone-es', options: { ...devices.phone, locale: 'es-MX' }, words: spanish },
  { name: 'desktop-en', options: { ...devices.desktop, locale: 'en-US' }, words: english },
  { name: 'phone-pt', options: { ...devices.phone, locale: 'pt-BR' }, words: portuguese },
] as const;

const running = await sharedStack();
const partner = await running.newPartner();
const inBrowser = browserOn(running.baseUrl);

describe.skipIf(skipped !== '')(`signing in a browser${skipped}`, () => {
  /** Returns the digest of the signed document, as the partner receives it. */
  const documentDigest = async (userId: string) => {
    const persons = `/users/${userId}/associated-persons`;
    const { associatedPersonId } = (await partner.get(`${persons}/signatures`)).body.data.data[0];
    const response = await partner.get(`${persons}/${associatedPersonId}/signature-document`);
    return response.headers.get('x-document-sha256');
  };

  const readStatus = async (userId: string) =>
    (await partner.get(`/users/${userId}/associated-persons/signatures`)).body.data.data[0].status;

  it.each(browsers)('draws with $name', async ({ options, words }) => {
    const { userId, signingUrl } = await ownerToSign(partner);
    await inBrowser(options, async (page) => {
      await page.goto(signingUrl);
      expect(await page.locator('h1').textContent()).toBe(words.title);
      expect(await page.getByRole('region').textContent()).toContain('Jacinta Wolffsberg');
      expect(await overflow(page)).toBe(0);

      await page.getByRole('button', { name: words.submit }).click();
      await page.locator('#error-summary').waitFor();
      await page.locator('#error-summary:focus').waitFor();

      await page.getByLabel(words.name).fill('Jacinta Wolffsberg');
      await page.getByLabel(words.drawn).check();
      const draw = 'hasTouch' in options ? drawByTouch : drawByMouse;
      await draw(page, 0);
      expect(await page.getByRole('status').textContent()).toBe(`${words.strokes}1`);
      await draw(page, 60);
      await page.locator('#undo').click();
      expect(await page.getByRole('status').textContent()).toBe(`${words.strokes}1`);
      await page.locator('#clear').click();
      expect(await page.getByRole('status').textContent()).toBe(words.empty);
      expect(await inked(page)).toBe(0);
      await draw(page, 0);
      await draw(page, 60);
      expect(await inked(page)).toBeGreaterThan(100);

      // Without consent, the page rejects the submission, and the drawing remains.
      await page.getByRole('button', { name: words.submit }).click();
      await page.locator('#consent-error').waitFor();
      expect(await page.locator('#fullName-error').count()).toBe(0);
      await page.getByRole('status').getByText(`${words.strokes}2`).waitFor();
      expect(await inked(page)).toBeGreaterThan(100);
      expect(await overflow(page)).toBe(0);

      await page.locator('#consent').check();
      await page.getByRole('button', { name: words.submit }).click();
      await page.locator('time').waitFor();
      expect(await page.locator('h1').textContent()).toBe(words.signed);
      await page.reload();
      expect(await page.locator('h1').textContent()).toBe(words.signed);
      expect(await overflow(page)).toBe(0);
      expect(await downloadCopy(page, words.copy)).toBe(await documentDigest(userId));
    });
    expect(await readStatus(userId)).toBe('SIGNED');
  });

  it('takes a signature by the keyboard alone', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    await inBrowser({ ...devices.desktop, locale: 'en-US' }, async (page) => {
      await page.goto(signingUrl);
      const order: string[] = [];
      const next = async () => {
        await page.keyboard.press('Tab');
        const id = await page.evaluate<string>('document.activeElement.id || document.activeElement.textContent');
        order.push(id);
      };
      for (let at = 0; at < 5; at += 1) await next();
      await page.keyboard.type('Jacinta Wolffsberg');
      expect(await page.locator('#preview').textContent()).toBe('Jacinta Wolffsberg');
      await next();
      await next();
      await page.keyboard.press('Space');
      await next();
      expect(order).toEqual([
        'Skip to the content',
        'Español',
        'English',
        'Português',
        'fullName',
        'way-typed',
        'consent',
        'submit',
      ]);
      await page.keyboard.press('Enter');
      await page.locator('time').waitFor();
      expect(await page.locator('h1').textContent()).toBe(english.signed);
    });
    expect(await readStatus(userId)).toBe('SIGNED');
  });

  it('takes a signature where scripts are off', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    await inBrowser({ ...devices.phone, locale: 'es-MX', javaScriptEnabled: false }, async (page) => {
      await page.goto(signingUrl);
      expect(await page.getByLabel(spanish.drawn).isVisible()).toBe(false);
      await page.getByLabel(spanish.name).fill('Jacinta Wolffsberg');
      await page.locator('#consent').check();
      await page.getByRole('button', { name: spanish.submit }).click();
      await page.locator('time').waitFor();
      expect(await downloadCopy(page, spanish.copy)).toBe(await documentDigest(userId));
    });
    expect(await readStatus(userId)).toBe('SIGNED');
  });

  it('names the character of a name that the document cannot show', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    await inBrowser({ ...devices.phone, locale: 'es-MX' }, async (page) => {
      await page.goto(signingUrl);
      await page.getByLabel(spanish.name).fill('𠮷田 Jacinta');
      await page.locator('#consent').check();
      await page.getByRole('button', { name: spanish.submit }).click();
      await page.locator('#fullName-error').waitFor();
      expect(await page.locator('#fullName-error').textContent()).toContain('no puede mostrar «𠮷»');
    });
    expect(await readStatus(userId)).toBe('PENDING');
  });

  it('changes the language on the page, and stays with it', async () => {
    const { signingUrl } = await ownerToSign(partner);
    await inBrowser({ ...devices.desktop, locale: 'en-US' }, async (page) => {
      await page.goto(signingUrl);
      await page.getByRole('link', { name: 'Español' }).click();
      expect(await page.locator('h1').textContent()).toBe(spanish.title);
      await page.getByLabel(spanish.name).fill('Jacinta Wolffsberg');
      await page.locator('#consent').check();
      await page.getByRole('button', { name: spanish.submit }).click();
      await page.locator('time').waitFor();
      expect(await page.locator('h1').textContent()).toBe(spanish.signed);
    });
  });

  it("runs no script from a partner's data about an owner", async () => {
    const evil = '</script><img src=x onerror="window.hit = 1"><script>window.hit = 1</script>';
    const { signingUrl } = await ownerToSign(partner, { firstName: evil }, evil);
    await inBrowser({ ...devices.desktop, locale: 'en-US' }, async (page) => {
      await page.goto(signingUrl);
      expect(await page.getByRole('region').textContent()).toContain(evil);
      expect(await page.evaluate<boolean>('"hit" in window')).toBe(false);
      expect(await overflow(page)).toBe(0);
    });
  });
});

/** Returns by how many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

function inked(page: Page): Promise<number> {
  return page.evaluate(`{
    const pad = document.querySelector('canvas');
    const { data } = pad.getContext('2d').getImageData(0, 0, pad.width, pad.height);
    data.filter((value, at) => at % 4 === 3 && value !== 0).length;
  }`);
}

/** Returns the points of a wave on the signature pad. @param down vertical offset in pixels */
async function wave(page: Page, down: number): Promise<{ x: number; y: number }[]> {
  const pad = page.locator('#pad');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('There is nothing to draw on');
  const width = box.width * 0.7;
  return Array.from({ length: 30 }, (_, at) => ({
    x: box.x + box.width * 0.1 + (at / 29) * width,
    y: box.y + 40 + down + 25 * Math.sin(at / 3),
  }));
}

async function drawByMouse(page: Page, down: number): Promise<void> {
  const [first, ...rest] = await wave(page, down);
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Draws with touch events that the browser dispatches. */
async function drawByTouch(page: Page, down: number): Promise<void> {
  const [first, ...rest] = await wave(page, down);
  if (first === undefined) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] });
  for (const point of rest) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Returns the digest of the file that a link downloads. */
async function downloadCopy(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  expect(download.suggestedFilename()).toMatch(/^declaration-[0-9a-f-]{36}\.pdf$/);
  return sha256Hex(await readFile(await download.path()));
}
