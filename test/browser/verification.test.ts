import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findVerification } from '#shared/identity/repository';
import { readFile } from '#shared/platform/files/files';
import { browserOn, devices, openPage, skipped } from '#test/support/browser';
import { temporaryFolder } from '#test/support/lifetime';
import { aPng, exifTurned } from '#test/support/pictures';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const spanish = {
  title: 'Verifique su identidad',
  business: 'Verifique su empresa',
  lastName: 'Apellidos',
  next: 'Continuar',
  back: 'Atrás',
  selfie: 'Foto de su rostro',
  front: 'Página del pasaporte con la foto',
  passport: 'Pasaporte',
  proof: 'Comprobante de domicilio',
  uploaded: 'Recibido.',
  failed: 'No se pudo subir.',
  type: 'este es de otro tipo',
  damaged: 'El archivo está dañado',
  send: 'Enviar',
  done: 'Gracias, recibimos todo',
  goBack: 'Volver a donde estaba',
  saved: 'Guardado',
  added: 'Agregado',
};
const english: typeof spanish = {
  title: 'Verify your identity',
  business: 'Verify your business',
  lastName: 'Last names',
  next: 'Continue',
  back: 'Back',
  selfie: 'Photo of your face',
  front: 'Page of the passport with the photo',
  passport: 'Passport',
  proof: 'Proof of address',
  uploaded: 'Uploaded.',
  failed: 'The upload did not work.',
  type: 'this is something else',
  damaged: 'The file is damaged',
  send: 'Send',
  done: 'Thank you, we have received everything',
  goBack: 'Go back to where you came from',
  saved: 'Saved',
  added: 'Added',
};
const portuguese: typeof spanish = {
  title: 'Verifique sua identidade',
  business: 'Verifique sua empresa',
  lastName: 'Sobrenomes',
  next: 'Continuar',
  back: 'Voltar',
  selfie: 'Foto do seu rosto',
  front: 'Página do passaporte com a foto',
  passport: 'Passaporte',
  proof: 'Comprovante de endereço',
  uploaded: 'Recebido.',
  failed: 'O envio não funcionou.',
  type: 'este é de outro tipo',
  damaged: 'O arquivo está danificado',
  send: 'Enviar',
  done: 'Obrigado, recebemos tudo',
  goBack: 'Voltar para onde você estava',
  saved: 'Salvo',
  added: 'Adicionado',
};

const browsers = [
  { name: 'phone-es', options: { ...devices.phone, locale: 'es-MX' }, words: spanish },
  { name: 'desktop-en', options: { ...devices.desktop, locale: 'en-US' }, words: english },
  { name: 'phone-pt', options: { ...devices.phone, locale: 'pt-BR' }, words: portuguese },
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

  it.each(browsers)('of a person, with files, by $name', async ({ options, words }) => {
    const userId = await partner.newUser();
    const photo = file('photo.png', aPng(640));
    const proof = file('proof.pdf', Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}\n%%EOF`));
    const text = file('face.txt', Buffer.from('This is my face.'));
    const url = await link('kyc', userId);
    await inBrowser(options, async (page) => {
      const uploaded = (slot: string) =>
        page.locator(`[data-slot=${slot}] [data-state]`, { hasText: words.uploaded }).waitFor();
      const go = () => page.getByRole('button', { name: words.next, exact: true }).click();
      await page.goto(url);
      expect(await page.locator('h1').textContent()).toBe(words.title);
      await expectNoOverflow(page);

      await page.locator('[id="dateOfBirth.day"]').fill('30');
      await page.getByRole('button', { name: words.next, exact: true }).click();
      await page.locator('#error-summary').waitFor();
      await page.locator('#error-summary:focus').waitFor();
      await expectNoOverflow(page);

      await page.locator('#firstName').fill('Xóchitl');
      await page.getByLabel(words.lastName).fill('Ocampo Ñandú');
      for (const [part, value] of [
        ['day', '27'],
        ['month', '4'],
        ['year', '1990'],
      ] as const)
        await page.locator(`[id="dateOfBirth.${part}"]`).fill(value);
      await page.locator('#countryOfBirth').selectOption('MX');
      await page.locator('#profession').selectOption('TEACHER');
      await expectNoOverflow(page);
      // The search of a long list ignores accents. If one entry remains, the list selects it.
      await page.getByRole('searchbox').nth(2).fill('educa');
      expect(await page.locator('#economicActivity').inputValue()).toBe('EDUCACION');
      await go();

      await page.locator('[id="address.street"]').fill('Calle Tejocote 17');
      await page.locator('[id="address.zipCode"]').fill('ABC');
      expect(await page.locator('[id="address.country"]').inputValue()).toBe('MX');
      await go();
      await page.locator('#error-summary a').click();
      expect(await page.locator('[id="address.zipCode"]:focus').count()).toBe(1);
      await expectNoOverflow(page);
      await page.locator('[id="address.zipCode"]').fill('68000');
      await go();

      await page.locator('#phoneNumber').waitFor();
      await expectNoOverflow(page);
      await page.locator('#phoneNumber').fill('951 123 4567');
      await go();

      await page.getByLabel(words.passport).waitFor();
      await expectNoOverflow(page);
      await page.getByLabel(words.passport).check();
      await go();

      await page.getByLabel(words.front).waitFor();
      expect(await page.locator('input[type=file]').count()).toBe(1);
      await page.getByLabel(words.front).setInputFiles(photo);
      await uploaded('identityFront');
      await expectNoOverflow(page);
      await go();

      await page.getByLabel(words.selfie).setInputFiles(text);
      await page.locator('[data-slot=selfie] [data-state]', { hasText: words.type }).waitFor();
      await expectNoOverflow(page);
      await page.getByLabel(words.selfie).setInputFiles(photo);
      await uploaded('selfie');
      expect(await page.locator('#progress').textContent()).toContain(words.uploaded);
      await go();

      await page.getByLabel(words.proof).setInputFiles(proof);
      await uploaded('addressProof');
      await expectNoOverflow(page);
      await go();

      await page.getByRole('button', { name: words.send }).waitFor();
      await page.getByText('+529511234567').waitFor();
      await expectNoOverflow(page);
      // Goes back two pages: all entries remain.
      await page.getByRole('link', { name: words.back }).click();
      await uploaded('addressProof');
      await page.getByRole('link', { name: words.back }).click();
      await uploaded('selfie');
      await go();
      await go();
      await page.getByRole('button', { name: words.send }).click();

      await page.getByRole('link', { name: words.goBack }).waitFor();
      expect(await page.locator('h1').textContent()).toBe(words.done);
      await expectNoOverflow(page);
      const referrers: (string | undefined)[] = [];
      page.on('request', (request) => referrers.push(request.headers().referer));
      await page.getByRole('link', { name: words.goBack }).click();
      // Waits only until the browser reaches the URL, because drawing the page takes seconds.
      await page.waitForURL(`${running.baseUrl}/docs`, { waitUntil: 'commit' });
      expect(referrers[0]).toBeUndefined();
    });
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    expect((await partner.get(`/users/${userId}`)).body.data.lastName).toBe('Ocampo Ñandú');
    expect((await readFiles(userId)).map(({ field, contentType }) => [field, contentType])).toEqual([
      ['selfieUrl', 'image/jpeg'],
      ['identity.frontIdUrl', 'image/jpeg'],
      ['documents.0.fileUrl', 'application/pdf'],
    ]);
  });

  it('of a business', async () => {
    const userId = await partner.newUser({ type: 'BUSINESS' });
    const url = await link('kyb', userId);
    await inBrowser({ ...devices.desktop, locale: 'es-MX' }, async (page) => {
      await page.goto(url);
      expect(await page.locator('h1').textContent()).toBe(spanish.business);
      await expectNoOverflow(page);
      await page.locator('#businessName').fill('Mezcales Quiéreme');
      const go = (words: typeof spanish) => page.getByRole('button', { name: words.next, exact: true }).click();
      const goTo = async (...headings: readonly string[]) => {
        for (const heading of headings) {
          await go(spanish);
          await page.getByRole('heading', { name: heading }).waitFor();
        }
      };
      await goTo('Domicilio', 'Representante legal', 'Propietarios de la empresa');
      await enterOwner(page, 0, 'Jacinta', '60');
      await page.getByRole('button', { name: 'Agregar otro propietario' }).click();
      // The first field of the new owner has the focus. Enter submits the form.
      await page.locator('[id="owners.1.firstName"]:focus').waitFor();
      await expectNoOverflow(page);
      await enterOwner(page, 1, 'Itzel', '40,5');
      await page.keyboard.press('Enter');
      await page.locator('#error-summary', { hasText: 'Propietario 2' }).waitFor();
      await page.locator('[id="owners.1.ownershipPercent"]').fill('39,5');
      await goTo('Tipo de documento', 'Foto del documento');
      // The script of the page shows this field as soon as the script is ready.
      await page.locator('#identityFront').waitFor();
      await page.locator('#identityFront').setInputFiles(file('front.png', aPng(64)));
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: spanish.uploaded }).waitFor();
      // After a change of the language, the same page appears and the file remains.
      await page.getByRole('button', { name: 'English' }).click();
      await page.locator('#identityFront').waitFor();
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: english.uploaded }).waitFor();
      await go(english);
      await page.getByRole('heading', { name: english.proof }).waitFor();
      await go(english);
      await page.getByRole('button', { name: english.send }).click();
      await page.getByRole('link', { name: english.goBack }).waitFor();
    });
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    expect((await partner.get(`/users/${userId}`)).body.data.businessName).toBe('Mezcales Quiéreme');
    expect((await readFiles(userId)).map(({ field }) => field)).toEqual(['identity.frontIdUrl']);
    const { data: persons } = (await partner.get(`/users/${userId}/associated-persons`)).body.data;
    const shares = persons.map((one: { firstName: string; ownershipPercent: number }) => [
      one.firstName,
      one.ownershipPercent,
    ]);
    expect(new Map(shares)).toEqual(
      new Map([
        ['Jacinta', 60],
        ['Itzel', 39.5],
      ]),
    );
  });

  it.each(browsers)('loses nothing by a reload, a language or another device, on $name', async ({ options, words }) => {
    const url = await link('kyc', await partner.newUser());
    const saved = (page: Page) => page.locator('#kept', { hasText: words.saved }).waitFor();
    await inBrowser(options, async (page) => {
      await page.goto(url);
      const kept: string[] = [];
      page.on('request', (request) => kept.push(request.postData() ?? ''));
      await page.locator('#firstName').pressSequentially('Xóchitl');
      await page.getByLabel(words.lastName).focus();
      await saved(page);
      // The request that saves the fields contains its own action, but not the actions of the form's buttons.
      expect(new URLSearchParams(kept.at(-1)).getAll('action')).toEqual(['keep']);
      await page.getByLabel(words.lastName).pressSequentially('Ocampo');
      // The page reloads before the person leaves the field; the value is saved during the reload.
      await until(async () => {
        await page.reload();
        return (await page.locator('#lastName').inputValue()) === 'Ocampo';
      });
      await page.locator('#profession').selectOption('TEACHER');
      await page.locator('#firstName').fill('Citlali');
      await page.getByRole('button', { name: words === spanish ? 'English' : 'Español' }).click();
      await page.getByRole('button', { name: words === spanish ? english.next : spanish.next, exact: true }).waitFor();
      expect(await page.locator('#firstName').inputValue()).toBe('Citlali');
      expect(await page.locator('#profession').inputValue()).toBe('TEACHER');
    });
    await inBrowser(options, async (page) => {
      await page.goto(`${url}?step=face`);
      await page.getByLabel(words.selfie).setInputFiles(file('photo.png', aPng(64)));
      await page.locator('[data-slot=selfie] [data-state]', { hasText: words.uploaded }).waitFor();
      await page.reload();
      await page.locator('[data-slot=selfie] [data-state]', { hasText: words.uploaded }).waitFor();
      await page.goto(`${url}?step=review`);
      for (const text of ['Citlali', 'Ocampo', words.added]) await page.getByText(text).first().waitFor();
    });
  });

  it('says that it is not saved while there is no connection, and saves afterwards', async () => {
    const url = await link('kyc', await partner.newUser());
    const open = await openPage(running.baseUrl, { ...devices.phone, locale: 'en-US' });
    try {
      const { page, context } = open;
      await page.goto(url);
      await context.setOffline(true);
      await page.locator('#firstName').fill('Xóchitl');
      await page.getByLabel(english.lastName).focus();
      await page.locator('#kept[data-kind=bad]').waitFor();
      await expectNoOverflow(page);
      await context.setOffline(false);
      await page.locator('#kept[data-kind=good]', { hasText: english.saved }).waitFor();
      await page.reload();
      expect(await page.locator('#firstName').inputValue()).toBe('Xóchitl');
    } finally {
      await open.close();
    }
  });

  it('makes pictures upright, small and free of what the camera says, and names what it cannot read', async () => {
    const userId = await partner.newUser();
    const url = await link('kyc', userId);
    await inBrowser({ ...devices.phone, locale: 'en-US' }, async (page) => {
      await page.goto(`${url}?step=face`);
      // A landscape photo of 12 megapixels with an EXIF rotation. The browser encodes it.
      const photo = Buffer.from(
        await page.evaluate<string>(`(async () => {
          const canvas = new OffscreenCanvas(4000, 3000);
          const brush = canvas.getContext('2d');
          for (let at = 0; at < 4000; at += 8) {
            brush.fillStyle = 'hsl(' + (at % 360) + ' 80% ' + ((at * 7) % 100) + '%)';
            brush.fillRect(at, 0, 4, 3000);
          }
          const content = await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer();
          return btoa(Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join(''));
        })()`),
        'base64',
      );
      const turned = Buffer.concat([photo.subarray(0, 2), exifTurned, photo.subarray(2)]);
      const state = (slot: string, text: string) =>
        page.locator(`[data-slot=${slot}] [data-state]`, { hasText: text }).waitFor();
      const choose = (label: string, name: string, content: Buffer) =>
        page.getByLabel(label).setInputFiles(file(name, content));
      await choose(english.selfie, 'turned.jpg', turned);
      await state('selfie', english.uploaded);
      await page.goto(`${url}?step=sides`);
      await choose('Identity document: front', 'wide.png', aPng(9000, 60));
      await state('identityFront', english.uploaded);
      await page.goto(`${url}?step=proof`);
      await choose(english.proof, 'photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'));
      await state('addressProof', 'This browser cannot read HEIC photos');
      await choose(english.proof, 'broken.jpg', turned.subarray(0, 300));
      await state('addressProof', english.damaged);
      await expectNoOverflow(page);
      await page.getByRole('button', { name: english.next, exact: true }).click();
      await page.getByRole('button', { name: english.send }).click();
      await page.getByRole('link', { name: english.goBack }).waitFor();
    });
    const stored = await Promise.all((await readFiles(userId)).map(({ key }) => readFile(key, 3 * 1024 * 1024)));
    const sizes = stored.map(({ content }) => {
      const bytes = Buffer.from(content);
      // Frame header of a baseline JPEG: marker, length, 8 bits per sample, height, width.
      const frame = bytes.indexOf(Buffer.from('ffc0001108', 'hex'));
      return [
        bytes.readUInt16BE(frame + 7),
        bytes.readUInt16BE(frame + 5),
        bytes.includes('Exif'),
        bytes.includes('GPS'),
      ];
    });
    expect(sizes).toEqual([
      [1440, 1920, false, false],
      [1920, 13, false, false],
    ]);
  });

  it.each(browsers)('takes a photo by the camera in the page, on $name', async ({ options, words }) => {
    const userId = await partner.newUser();
    const url = await link('kyc', userId);
    await inBrowser(options, async (page) => {
      await page.goto(`${url}?step=face`);
      await page.locator('[data-camera]').click();
      await page.locator('[data-act=take]:enabled').click();
      await page.locator('[data-act=again]').click();
      await expectNoOverflow(page);
      await page.locator('[data-act=take]').click();
      await expectNoOverflow(page);
      await page.locator('[data-act=use]').click();
      await page.locator('[data-slot=selfie] [data-state]', { hasText: words.uploaded }).waitFor();
      expect(await page.locator('#camera').isVisible()).toBe(false);
      await page.goto(`${url}?step=review`);
      await page.getByRole('button', { name: words.send }).click();
      await page.getByRole('link', { name: words.goBack }).waitFor();
    });
    expect((await readFiles(userId)).map(({ field, contentType }) => [field, contentType])).toEqual([
      ['selfieUrl', 'image/jpeg'],
    ]);
  });

  const phone = { ...devices.phone, locale: 'en-US' };
  const app = { ...phone, userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 300.0' };
  const rejection = (name: string) => `Promise.reject(new DOMException('', '${name}'))`;
  it.each([
    ['is refused', phone, rejection('NotAllowedError'), 'The camera is not allowed for this page.'],
    ['is not there', phone, rejection('NotFoundError'), 'This device has no camera'],
    ['is used by something else', phone, rejection('NotReadableError'), 'The camera does not respond.'],
    ['says nothing for five seconds', phone, 'new Promise(() => {})', 'The camera does not respond.'],
    ['is kept from us by an app', app, 'new Promise(() => {})', 'The browser of this app does not give the camera.'],
  ])('leads to the file input where the camera %s', async (_, options, response, text) => {
    const url = await link('kyc', await partner.newUser());
    await inBrowser(options, async (page) => {
      await page.addInitScript(`navigator.mediaDevices.getUserMedia = () => ${response}`);
      await page.goto(`${url}?step=face`);
      await page.locator('[data-camera]').click();
      await page.locator('[data-slot=selfie] [data-state]', { hasText: text }).waitFor();
      await expectNoOverflow(page);
      expect(await page.locator('#selfie:focus').count()).toBe(1);
      await page.locator('#selfie').setInputFiles(file('photo.png', aPng(64)));
      await page.locator('[data-slot=selfie] [data-state]', { hasText: english.uploaded }).waitFor();
    });
  });

  it.each([
    ['blurred', '#777', '', 'The photo looks blurred.', 'Use it anyway'],
    ['with light thrown back', '#fff', '', 'Light is reflected in the photo.', 'Use it anyway'],
    [
      'sharp',
      '#ccc',
      "brush.fillStyle = '#222'; for (let at = 0; at < 480; at += 24) brush.fillText('P<MEXOCAMPO<<XOCHITL<<<<<<<<<', 20, at);",
      'Look at the photo',
      'Use this photo',
    ],
  ])('says of a photo that it is %s', async (_, color, drawing, text, use) => {
    const url = await link('kyc', await partner.newUser());
    await inBrowser(phone, async (page) => {
      await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const brush = canvas.getContext('2d');
        const draw = () => {
          brush.fillStyle = '${color}';
          brush.fillRect(0, 0, 640, 480);
          brush.font = 'bold 20px monospace';
          ${drawing}
          requestAnimationFrame(draw);
        };
        draw();
        return canvas.captureStream(10);
      }`);
      await page.goto(`${url}?step=sides`);
      await page.locator('[data-camera]').first().click();
      await page.locator('[data-act=take]:enabled').click();
      await page.locator('#camera [data-state]', { hasText: text }).waitFor();
      await expectNoOverflow(page);
      await page.getByRole('button', { name: use }).click();
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: english.uploaded }).waitFor();
    });
  });

  it('keeps a photo while there is no connection, and sends it afterwards', async () => {
    const url = await link('kyc', await partner.newUser());
    const open = await openPage(running.baseUrl, phone);
    try {
      const { page, context } = open;
      await page.goto(`${url}?step=face`);
      await context.setOffline(true);
      await page.getByLabel(english.selfie).setInputFiles(file('photo.png', aPng(64)));
      const state = page.locator('[data-slot=selfie] [data-state]');
      await state.filter({ hasText: 'There is no connection.' }).waitFor();
      await context.setOffline(false);
      await state.filter({ hasText: english.uploaded }).waitFor();
    } finally {
      await open.close();
    }
  });

  it.each(browsers)('asks again for the refused document alone, on $name', async ({ options, words }) => {
    const userId = await partner.newUser();
    await partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Xóchitl', lastName: 'Rejected' });
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'REJECTED');
    const url = await link('kyc', userId);
    await inBrowser(options, async (page) => {
      const go = () => page.getByRole('button', { name: words.next, exact: true }).click();
      await page.goto(url);
      await expectNoOverflow(page);
      await page.getByLabel(words.passport).check();
      await go();
      await page.getByLabel(words.front).setInputFiles(file('photo.png', aPng(640)));
      await page.locator('[data-slot=identityFront] [data-state]', { hasText: words.uploaded }).waitFor();
      await expectNoOverflow(page);
      await go();
      await page.getByRole('button', { name: words.send }).waitFor();
      await expectNoOverflow(page);
      await page.getByRole('button', { name: words.send }).click();
      await page.getByRole('link', { name: words.goBack }).waitFor();
    });
    expect((await readFiles(userId)).map(({ field }) => field)).toEqual(['identity.frontIdUrl']);
  });

  it('says so when the bucket does not respond, and continues without the file', async () => {
    const userId = await partner.newUser();
    const url = await link('kyc', userId);
    const open = await openPage(running.baseUrl, { ...devices.phone, locale: 'en-US' });
    try {
      const { page } = open;
      await page.goto(`${url}?step=face`);
      await page.route(`${new URL(running.stack.s3Endpoint).origin}/**`, (route) => route.abort());
      await page.getByLabel(english.selfie).setInputFiles(file('photo.png', aPng(64)));
      await page.locator('[data-slot=selfie] [data-state]', { hasText: english.failed }).waitFor();
      expect(await page.getByRole('button', { name: english.next, exact: true }).isEnabled()).toBe(true);
      await page.getByRole('button', { name: english.next, exact: true }).click();
      await page.getByLabel(english.proof).waitFor();
    } finally {
      await open.close();
    }
  });
});

async function enterOwner(page: Page, position: number, firstName: string, share: string): Promise<void> {
  const texts = { firstName, lastName: 'Wolffsberg', email: `${position}@example.com`, ownershipPercent: share };
  for (const [field, text] of Object.entries(texts))
    await page.locator(`[id="owners.${position}.${field}"]`).fill(text);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(beyond)).toBe(0);
}
