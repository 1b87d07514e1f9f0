import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findVerification } from '#shared/identity/repository';
import { browserOn, devices, keepPicture, openPage, seriousViolations, skipped } from '#test/support/browser';
import { temporaryFolder } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const spanish = {
  title: 'Verifique su identidad',
  business: 'Verifique su empresa',
  lastName: 'Apellidos',
  next: 'Continuar',
  back: 'Atrás',
  selfie: 'Foto de su rostro',
  front: 'Documento de identidad: frente',
  proof: 'Comprobante de domicilio',
  uploaded: 'Recibido.',
  failed: 'No se pudo subir.',
  size: 'Elija un archivo más pequeño',
  send: 'Enviar',
  done: 'Gracias, recibimos todo',
  goBack: 'Volver a donde estaba',
};
const english: typeof spanish = {
  title: 'Verify your identity',
  business: 'Verify your business',
  lastName: 'Last names',
  next: 'Continue',
  back: 'Back',
  selfie: 'Photo of your face',
  front: 'Identity document: front',
  proof: 'Proof of address',
  uploaded: 'Uploaded.',
  failed: 'The upload did not work.',
  size: 'Choose a smaller file',
  send: 'Send',
  done: 'Thank you, we have received everything',
  goBack: 'Go back to where you came from',
};
const portuguese: typeof spanish = {
  title: 'Verifique sua identidade',
  business: 'Verifique sua empresa',
  lastName: 'Sobrenomes',
  next: 'Continuar',
  back: 'Voltar',
  selfie: 'Foto do seu rosto',
  front: 'Documento de identidade: frente',
  proof: 'Comprovante de endereço',
  uploaded: 'Recebido.',
  failed: 'O envio não funcionou.',
  size: 'Escolha um arquivo menor',
  send: 'Enviar',
  done: 'Obrigado, recebemos tudo',
  goBack: 'Voltar para onde você estava',
};

const browsers = [
  { name: 'phone-es', options: { ...devices.phone, locale: 'es-MX' }, words: spanish },
  { name: 'phone-en', options: { ...devices.phone, locale: 'en-US' }, words: english },
  { name: 'desktop-es', options: { ...devices.desktop, locale: 'es-MX' }, words: spanish },
  { name: 'desktop-en', options: { ...devices.desktop, locale: 'en-US' }, words: english },
  { name: 'phone-pt', options: { ...devices.phone, locale: 'pt-BR' }, words: portuguese },
  { name: 'desktop-pt', options: { ...devices.desktop, locale: 'pt-BR' }, words: portuguese },
] as const;

const running = await sharedStack();
const partner = await running.newPartner();
const folder = temporaryFolder();
const inBrowser = browserOn(running.baseUrl, new URL(running.stack.s3Endpoint).origin);

describe.skipIf(skipped !== '')(`verification in a browser${skipped}`, () => {
  const file = (name: string, content: Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const link = async (kind: 'kyc' | 'kyb', userId: string): Promise<string> => {
    const body = { country: 'MX', partnerRedirectUri: `${running.baseUrl}/docs` };
    return (await partner.post(`/users/${userId}/${kind}/verification-link`, body)).body.data[`${kind}Link`];
  };
  const readFiles = async (userId: string) => {
    const { verificationId } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    return (await findVerification(userId, verificationId))?.files ?? [];
  };

  it.each(browsers)('of a person, with files, by $name', async ({ name, options, words }) => {
    const userId = await partner.newUser();
    const photo = file('photo.png', picture(640));
    const proof = file('proof.pdf', Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}`));
    const huge = file('huge.png', Buffer.concat([picture(8), Buffer.alloc(3 * 1024 * 1024)]));
    const url = await link('kyc', userId);
    await inBrowser(options, async (page) => {
      const uploaded = (slot: string) =>
        page.locator(`[data-slot=${slot}] [data-state]`, { hasText: words.uploaded }).waitFor();
      await page.goto(url);
      expect(await page.locator('h1').textContent()).toBe(words.title);
      await lookAt(page, `verification-${name}-1-data`);

      await page.locator('#firstName').fill('x'.repeat(1001));
      await page.getByRole('button', { name: words.next }).click();
      await page.locator('#error-summary').waitFor();
      await page.waitForFunction('document.activeElement?.id === "error-summary"');
      await lookAt(page, `verification-${name}-2-refused`);

      await page.locator('#firstName').fill('Xóchitl');
      await page.getByLabel(words.lastName).fill('Ocampo Ñandú');
      await page.locator('#dateOfBirth').fill('1990-04-27');
      await page.locator('#countryOfBirth').selectOption('MX');
      await page.locator('#profession').selectOption('TEACHER');
      await page.locator('#economicActivity').selectOption('EDUCACION');
      await page.locator('[id="address.street"]').fill('Calle Tejocote 17');
      await page.locator('#phoneNumber').fill('+529511234567');
      await page.getByRole('button', { name: words.next }).click();

      await page.getByLabel(words.selfie).waitFor();
      await lookAt(page, `verification-${name}-3-files`);
      await page.getByLabel(words.selfie).setInputFiles(huge);
      await page.locator('[data-slot=selfie] [data-state]', { hasText: words.size }).waitFor();
      await page.getByLabel(words.selfie).setInputFiles(photo);
      await uploaded('selfie');
      await page.getByLabel(words.front).setInputFiles(photo);
      await page.getByLabel(words.proof).setInputFiles(proof);
      await Promise.all(['identityFront', 'addressProof'].map(uploaded));
      expect(await page.locator('#progress').textContent()).toContain(words.uploaded);
      await lookAt(page, `verification-${name}-4-uploaded`);
      await page.getByRole('button', { name: words.next }).click();

      await page.getByRole('button', { name: words.send }).waitFor();
      await lookAt(page, `verification-${name}-5-review`);
      // Back to the files: they are still there.
      await page.getByRole('link', { name: words.back }).click();
      await uploaded('identityFront');
      await page.getByRole('button', { name: words.next }).click();
      await page.getByRole('button', { name: words.send }).click();

      await page.getByRole('link', { name: words.goBack }).waitFor();
      expect(await page.locator('h1').textContent()).toBe(words.done);
      await lookAt(page, `verification-${name}-6-done`);
      const referrers: (string | undefined)[] = [];
      page.on('request', (request) => referrers.push(request.headers().referer));
      await page.getByRole('link', { name: words.goBack }).click();
      // Arriving there is enough: the page itself takes seconds of a processor.
      await page.waitForURL(`${running.baseUrl}/docs`, { waitUntil: 'commit' });
      expect(referrers[0]).toBeUndefined();
    });
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    expect((await partner.get(`/users/${userId}`)).body.data.lastName).toBe('Ocampo Ñandú');
    expect((await readFiles(userId)).map(({ field, contentType }) => [field, contentType])).toEqual([
      ['selfieUrl', 'image/png'],
      ['identity.frontIdUrl', 'image/png'],
      ['documents.0.fileUrl', 'application/pdf'],
    ]);
  });

  it('of a business', async () => {
    const userId = await partner.newUser({ type: 'BUSINESS' });
    const url = await link('kyb', userId);
    await inBrowser({ ...devices.desktop, locale: 'es-MX' }, async (page) => {
      await page.goto(url);
      expect(await page.locator('h1').textContent()).toBe(spanish.business);
      await lookAt(page, 'verification-business-1-data');
      await page.locator('#businessName').fill('Mezcales Quiéreme');
      await page.getByRole('button', { name: spanish.next }).click();
      // The script shows the field when it listens to it.
      await page.getByLabel(spanish.front).waitFor();
      await page.getByLabel(spanish.front).setInputFiles(file('front.png', picture(64)));
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: spanish.uploaded }).waitFor();
      // The language changes, the step stays; what was not sent with the form yet is uploaded again.
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByLabel(english.front).waitFor();
      await page.getByLabel(english.front).setInputFiles(file('front.png', picture(64)));
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: english.uploaded }).waitFor();
      await page.getByRole('button', { name: english.next }).click();
      await page.getByRole('button', { name: english.send }).click();
      await page.getByRole('link', { name: english.goBack }).waitFor();
    });
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    expect((await partner.get(`/users/${userId}`)).body.data.businessName).toBe('Mezcales Quiéreme');
    expect((await readFiles(userId)).map(({ field }) => field)).toEqual(['identity.frontIdUrl']);
  });

  it('says so when the bucket does not answer, and continues without the file', async () => {
    const userId = await partner.newUser();
    const url = await link('kyc', userId);
    const open = await openPage(running.baseUrl, { ...devices.phone, locale: 'en-US' });
    try {
      const { page } = open;
      await page.goto(`${url}?step=files`);
      await page.route(`${new URL(running.stack.s3Endpoint).origin}/**`, (route) => route.abort());
      await page.getByLabel(english.selfie).setInputFiles(file('photo.png', picture(64)));
      await page.locator('[data-slot=selfie] [data-state]', { hasText: english.failed }).waitFor();
      expect(await page.getByRole('button', { name: english.next }).isEnabled()).toBe(true);
      await page.getByRole('button', { name: english.next }).click();
      await page.getByRole('button', { name: english.send }).waitFor();
    } finally {
      await open.close();
    }
  });

  it.each(browsers)('has no serious accessibility violation on $name', async ({ options }) => {
    const userId = await partner.newUser();
    const url = await link('kyc', userId);
    const open = await openPage(running.baseUrl, { ...options, bypassCSP: true });
    try {
      const { page } = open;
      for (const step of ['data', 'files', 'review']) {
        await page.goto(`${url}?step=${step}`);
        expect([step, await seriousViolations(page)]).toEqual([step, []]);
      }
      await page.locator('main button').click();
      await page.getByRole('link', { name: /Volver|Voltar|Go back/ }).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      const business = await link('kyb', await partner.newUser({ type: 'BUSINESS' }));
      await page.goto(business);
      await page.locator('#businessName').fill('x'.repeat(1001));
      await page.locator('main button').click();
      await page.locator('#error-summary').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
    } finally {
      await open.close();
    }
  });
});

/** Keeps a picture of a page that is not wider than its window. */
async function lookAt(page: Page, name: string): Promise<void> {
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(beyond)).toBe(0);
  await keepPicture(page, name);
}

/** A grey PNG of a width and height. */
function picture(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), 120);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  // This bucket does not check the checksum.
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}
