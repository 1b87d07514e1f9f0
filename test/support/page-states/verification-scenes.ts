import type { Page } from 'playwright-core';
import { DOCUMENT_KIND } from '#shared/identity/domain/verification-draft';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { spendLink } from '#shared/links/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { openVerificationLink, LINK_TOKEN as token } from '#test/support/handlers/identity';
import type { World } from '#test/support/handlers/world';
import { aPng } from '#test/support/pictures';
import { BUCKET_ORIGIN, serveBucket } from './memory-site';
import { brand, type Chapter } from './scene';

const path = `/verify/${token}`;

const draft = {
  [DOCUMENT_KIND]: 'NATIONAL_ID',
  ...{ firstName: 'Xóchitl', lastName: 'Ocampo', dateOfBirth: '1990-04-27', countryOfBirth: 'MX' },
  ...{ profession: 'TEACHER', economicActivity: 'EDUCACION', phoneNumber: '+529511234567' },
  ...{ 'address.street': 'Calle Tejocote 17', 'address.city': 'Oaxaca', 'address.zipCode': '68000' },
  ...{ 'address.country': 'MX' },
};

const owner = {
  ...{ 'owners.0.firstName': 'Jacinta', 'owners.0.lastName': 'Wolffsberg' },
  ...{ 'owners.0.email': 'jacinta@example.com', 'owners.0.ownershipPercent': '62.5' },
};

const opened =
  (entered: Partial<VerificationSession> = {}, type: 'person' | 'business' = 'person') =>
  async (world: World): Promise<string> => {
    await brand(world);
    const user = await world.user(type === 'business' ? aBusiness : {});
    await openVerificationLink(world, user, entered);
    return path;
  };

const ofBusiness = opened({ draft: { ...draft, ...owner, businessName: 'Mezcales Quiéreme' } }, 'business');

/** Stores a used link. */
const done = (redirectUri?: string) => async (world: World) => {
  await opened({ redirectUri, draft })(world);
  await world.store(spendLink(token, Date.now()));
  return path;
};

const next = (page: Page) => page.locator('main .actions button:not([name])').first();

/** Returns the name of the current verification step. The language links on the page contain this name. */
async function stepName(page: Page): Promise<string> {
  const address = await page.locator('.languages [formaction], .languages a').first();
  const target = (await address.getAttribute('formaction')) ?? (await address.getAttribute('href'));
  return new URLSearchParams(target ?? '').get('step') ?? '';
}

async function goOn(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), next(page).click()]);
}

/** Goes forward until a file field is shown. */
async function goToSlot(page: Page, slot: string): Promise<void> {
  while ((await page.locator(`[data-slot=${slot}]`).count()) === 0) await goOn(page);
}

async function addOwner(page: Page): Promise<void> {
  while ((await stepName(page)) !== 'owners') await goOn(page);
  await Promise.all([page.waitForEvent('load'), page.locator('button[value=add]').click()]);
}

const walk = (prefix: string) => async (page: Page, keep: (state: string) => Promise<void>) => {
  for (let step = ''; step !== 'review'; ) {
    step = await stepName(page);
    await keep(`${prefix}-${step}`);
    if (step !== 'review') await goOn(page);
  }
};

const choose = (page: Page, slot: string, name: string, buffer: Buffer) =>
  page
    .locator(`[data-slot=${slot}] input[type=file]`)
    .setInputFiles({ name, buffer, mimeType: name.endsWith('png') ? 'image/png' : 'text/plain' });

const stateOf = (page: Page, slot: string, kind: string) =>
  page.locator(`[data-slot=${slot}] [data-state][data-kind=${kind}]`).waitFor();

const firstText = (page: Page) => page.locator('main form input[type=text]').first();

export const verification: Chapter = {
  folder: 'verification',
  title: 'Verification',
  scenes: [
    {
      states: {
        'person-person': 'The details of a person, with the partner that asks for them and the end of the link.',
        'person-address': 'The address of a person; the country of the link is chosen already.',
        'person-contact': 'The telephone number and the tax number, each with its form.',
        'person-document': 'The kind of document, before any picture of it.',
        'person-sides': 'The sides of that document; each picture is sent as soon as it is chosen.',
        'person-face': 'The picture of the face, by the camera or as a file.',
        'person-proof': 'The proof of address.',
        'person-review': 'Everything that was entered, to be checked before it is sent.',
      },
      prepare: opened({ draft }),
      act: walk('person'),
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: {
        'business-business': 'The details of a business.',
        'business-address': 'The address of a business.',
        'business-representative': 'The representative of a business.',
        'business-owners': 'The owners of a business with their shares; each has a group of fields.',
        'business-document': 'The kind of document of the representative.',
        'business-sides': 'The sides of that document; no picture of a face is asked for.',
        'business-proof': 'The proof of address of a business.',
        'business-review': 'The entries of a business before they are sent.',
      },
      prepare: ofBusiness,
      act: walk('business'),
    },
    {
      states: { 'another-owner': 'One more owner is entered: the first field of the new group has the focus.' },
      prepare: ofBusiness,
      act: async (page, keep) => {
        await addOwner(page);
        await keep('another-owner');
      },
    },
    {
      states: { 'shares-above-whole': 'Shares of more than 100 percent together are refused, and the entries stay.' },
      prepare: ofBusiness,
      act: async (page, keep) => {
        await addOwner(page);
        const second = { firstName: 'Itzel', lastName: 'Ocampo', email: 'itzel@example.com', ownershipPercent: '60' };
        for (const [field, text] of Object.entries(second)) await page.locator(`[id="owners.1.${field}"]`).fill(text);
        await Promise.all([page.waitForEvent('load'), page.locator('[id="owners.1.email"]').press('Enter')]);
        await page.locator('#error-summary').waitFor();
        await keep('shares-above-whole');
      },
      also: ['desktop-en-dark'],
    },
    {
      states: { 'no-branding': 'The first step for a partner that has set neither name nor logo.' },
      prepare: async (world) => {
        await openVerificationLink(world, await world.user());
        return path;
      },
    },
    {
      states: { refused: 'What is wrong is listed first, and stands again beside the field.' },
      prepare: opened(),
      act: async (page, keep) => {
        await firstText(page).fill('Ana 😀');
        await goOn(page);
        await page.locator('#error-summary').waitFor();
        await keep('refused');
      },
      also: ['desktop-en-dark'],
    },
    {
      states: { 'not-complete': 'In production nothing that is required may be left out.' },
      prepare: opened(),
      act: async (page, keep) => {
        await goOn(page);
        await page.locator('#error-summary').waitFor();
        await keep('not-complete');
      },
      stage: 'production',
    },
    {
      states: {
        saved: 'What was entered is kept as it is entered, and the page says so.',
        'not-saved': 'Without a connection the page says that the entry is not saved yet.',
      },
      prepare: opened(),
      act: async (page, keep) => {
        await firstText(page).fill('Xóchitl');
        await firstText(page).blur();
        await page.locator('#kept[data-kind=good]').waitFor();
        await keep('saved');
        await page.context().setOffline(true);
        await firstText(page).fill('Citlali');
        await firstText(page).blur();
        await page.locator('#kept[data-kind=bad]').waitFor();
        await keep('not-saved');
        await page.context().setOffline(false);
        await page.locator('#kept[data-kind=good]').waitFor();
      },
    },
    {
      states: {
        'file-refused': 'A file that is no picture is refused beside its field, with what is accepted.',
        'file-not-sent': 'A file that could not be sent can be chosen again.',
        'file-received': 'A file that has arrived and was checked is confirmed.',
      },
      prepare: opened({ draft }),
      act: async (page, keep, world) => {
        await goToSlot(page, 'selfie');
        await choose(page, 'selfie', 'face.txt', Buffer.from('This is my face.'));
        await stateOf(page, 'selfie', 'bad');
        await keep('file-refused');
        await page.route(`${BUCKET_ORIGIN}/**`, (route) => route.abort());
        await choose(page, 'selfie', 'face.png', aPng(640));
        await page.locator('[data-slot=selfie] [data-state]:not([data-kind=""])').waitFor();
        await stateOf(page, 'selfie', 'bad');
        await keep('file-not-sent');
        await page.unroute(`${BUCKET_ORIGIN}/**`);
        await serveBucket(page.context(), world);
        await choose(page, 'selfie', 'face.png', aPng(640));
        await stateOf(page, 'selfie', 'good');
        await keep('file-received');
      },
    },
    {
      states: {
        camera: 'The camera shows a frame for the document.',
        'camera-preview': 'A picture is shown before it is used, and can be taken again.',
      },
      prepare: opened({ draft }),
      act: async (page, keep) => {
        await goToSlot(page, 'identityFront');
        await page.locator('[data-slot=identityFront] [data-camera]').click();
        await page.locator('[data-act=take]:enabled').waitFor();
        await keep('camera');
        await page.locator('[data-act=take]').click();
        await page.locator('[data-act=use]:visible').waitFor();
        await keep('camera-preview');
      },
    },
    {
      states: { 'asked-again': 'After a rejection the refused items alone are asked for again, with the reason.' },
      prepare: opened({
        draft,
        resubmission: { verificationId: '019bc2bc-c140-7d55-8e4f-3a7b2c1d9e62', reasons: ['SELFIE_UNREADABLE'] },
      }),
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: { 'files-without-script': 'Without scripts the page says what still works, and leads on.' },
      prepare: opened({ draft }),
      act: async (page, keep) => {
        while ((await page.locator('[data-slot]').count()) === 0) await goOn(page);
        await keep('files-without-script');
      },
      script: false,
    },
    {
      states: { sent: 'All was received, and the link leads back to the partner.' },
      prepare: done('https://partner.example.com/done'),
      also: ['desktop-en-dark'],
    },
    {
      states: { 'sent-to-close': 'All was received, and the page can be closed.' },
      prepare: done(),
    },
  ],
};
