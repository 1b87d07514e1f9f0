/** Every state of every hosted page. `PICTURES=write npx vitest run --project pages` writes pictures to test-artifacts/pages. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultyDeposits, paymentState, paymentStates } from '#shared/transactions/domain/payment-state';
import { browserOn, devices, skipped } from '#test/support/browser';
import { placeDocumentFiles } from '#test/support/document-files';
import { createWorld } from '#test/support/handlers/world';
import { expectBars, expectFocusOrder, overflow } from '#test/support/page-bars';
import { handoff } from '#test/support/page-states/handoff-scenes';
import { links } from '#test/support/page-states/link-scenes';
import { BUCKET_ORIGIN, openSite, startSite } from '#test/support/page-states/memory-site';
import { paid, paying, pictured } from '#test/support/page-states/payment-scenes';
import { pictureDocument, pictureFile, SCALE, writeDocument, writePicture } from '#test/support/page-states/picture';
import { type Look, looks, type Scene } from '#test/support/page-states/scene';
import { signing } from '#test/support/page-states/signing-scenes';
import { verification } from '#test/support/page-states/verification-scenes';

const chapters = [verification, handoff, signing, paying, paid, links];

const options: Readonly<Record<Look, BrowserContextOptions & { readonly locale: string }>> = {
  'phone-es-light': { ...devices.phone, locale: 'es-MX', colorScheme: 'light' },
  'phone-pt-light': { ...devices.phone, locale: 'pt-BR', colorScheme: 'light' },
  'desktop-en-dark': { ...devices.desktop, locale: 'en-US', colorScheme: 'dark' },
};

const writes = process.env.PICTURES === 'write';
const origin = await startSite();

// Some states appear only after the server rejects a request or a connection fails. The browser logs both as errors.
const inBrowser = browserOn(origin, BUCKET_ORIGIN, /^console: Failed to load resource/);

placeDocumentFiles();

const shown = chapters.flatMap((chapter) =>
  chapter.scenes.flatMap((scene) =>
    looks
      .filter((look) => look === 'phone-es-light' || scene.also?.includes(look))
      .map((look) => ({ chapter, scene, look, name: `${chapter.folder}: ${Object.keys(scene.states)[0]}` })),
  ),
);

describe.skipIf(skipped !== '')(`states of pages${skipped}`, () => {
  describe.each(looks)('%s', (look) => {
    const here = shown.filter((one) => one.look === look);
    it.each(here)('$name', async ({ chapter, scene }) => {
      const kept: string[] = [];
      await open(scene, look, async (page, state) => {
        kept.push(state);
        expect(scene.states, 'states with a sentence').toHaveProperty(state);
        await expectMark(page, scene, look);
        if (writes) await writePicture(page, pictureFile(chapter, state, look), { scale: SCALE[look] });
        if (scene.script === false) expect(await overflow(page)).toBe(0);
        else await expectBars(page);
      });
      expect(kept).toEqual(Object.keys(scene.states));
    });
  });

  const simple = shown.filter(({ scene, look }) => look === 'phone-es-light' && scene.act === undefined);

  it.each(simple)('is read before any script, and passed by the keyboard: $name', async ({ scene }) => {
    await open({ ...scene, script: false }, 'phone-es-light', async (page) => {
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.locator('main :is(p, dd):visible').count()).toBeGreaterThan(0);
    });
    await open({ ...scene, script: true }, 'desktop-en-dark', expectFocusOrder);
  });
});

if (writes) it('the document of the pictures is written', () => writeDocument(pictureDocument(chapters)));

it('knows every state of a payment, and every deposit that could not be used', () => {
  expect(new Set(pictured.map(paymentState))).toEqual(new Set(paymentStates));
  const faults = pictured.flatMap((transaction) => faultyDeposits(transaction)).map(({ fault }) => fault);
  expect(new Set(faults)).toEqual(new Set(['underpaid', 'kept', 'other-currency', 'late', 'surplus']));
});

const marks = {
  es: 'Entorno de pruebas. No es un pago.',
  en: 'Sandbox. Not a payment.',
  pt: 'Ambiente de testes. Não é um pagamento.',
};

/** Expects the sandbox mark in the language of the page, and no mark in production. */
async function expectMark(page: Page, { stage }: Scene, look: Look): Promise<void> {
  const [language = ''] = options[look].locale.split('-');
  const shownMarks = await page.locator('.test-mark').allTextContents();
  const expected = Object.entries(marks).flatMap(([code, mark]) => (code === language ? [mark] : []));
  expect(shownMarks).toEqual(stage === 'production' ? [] : expected);
}

/** Opens the page of a scene with separate data, and calls `keep` for each state of the page. */
async function open(scene: Scene, look: Look, keep: (page: Page, state: string) => Promise<void>): Promise<void> {
  const { prepare, act, script: javaScriptEnabled = true, stage = 'sandbox', states } = scene;
  const world = await createWorld('submitVerificationPage', { stage });
  openSite(stage);
  const path = await prepare(world);
  const { locale } = options[look];
  const address = new URL(path, origin);
  address.searchParams.set('lang', locale.slice(0, 2));
  await inBrowser({ ...options[look], javaScriptEnabled, bypassCSP: true }, async (page) => {
    // All servers run in this process, so a short timeout is enough.
    page.setDefaultTimeout(20_000);
    await page.goto(address.href);
    const keepState = (state: string) => keep(page, state);
    if (act === undefined) await keepState(Object.keys(states)[0] ?? '');
    else await act(page, keepState, world);
  });
}
