import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const inBrowser = browserOn(running.baseUrl);

describe.skipIf(skipped !== '')(`the reference in a browser${skipped}`, () => {
  async function visit(page: Page, anchor: string) {
    await page.goto(`${running.baseUrl}/docs${anchor}`);
    await page.locator('main section').first().waitFor();
  }

  /** Returns the anchors that the page contains without JavaScript. Other pages link to these anchors. */
  async function anchors(): Promise<string[]> {
    const html = await (await fetch(`${running.baseUrl}/docs`)).text();
    return [...html.matchAll(/<h3 id="([^"]+)"/g)].map(([, id = '']) => id);
  }

  it('lists every operation and event of the document, and opens them at their anchors', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '#tag/webhook-events/webhook/COMPLETED_ON_RAMP');
      const section = page.locator('section[id$="/webhook/COMPLETED_ON_RAMP"]');
      await section.waitFor();
      const closed = page.locator('aside button[aria-expanded="false"]');
      while ((await closed.count()) > 0) await closed.first().click();
      const links = page.locator('aside li:not(:has(ul)) a');
      const listed = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      const wanted = await anchors();
      expect(wanted.length).toBeGreaterThan(120);
      expect(listed.filter((href) => href?.startsWith('#tag/')).toSorted()).toEqual(
        wanted.map((anchor) => `#${anchor}`).toSorted(),
      );
      // A webhook event has no button to send a request.
      expect(await section.getByRole('button', { name: /^Test Request/ }).isVisible()).toBe(false);
    });
  });

  it('sends a request with a sandbox key, which stays in the page', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '#tag/users/createUser');
      await page
        .locator('section[id$="/createUser"]')
        .getByRole('button', { name: /^Test Request/ })
        .click();
      const client = page.getByRole('dialog', { name: 'API Client' });
      await client.locator('.scalar-password-input').fill(partner.apiKey);
      await client.getByRole('button', { name: /^Send/ }).first().click();
      await client.getByText('201 Created').first().waitFor();
      expect((await partner.get('/users')).body.data.total).toBe(1);
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
        partner.apiKey,
      );
      expect(page.url()).toBe(`${running.baseUrl}/docs#tag/users/createUser`);
    });
  });

  it('sends nothing in production', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await page.route('**/docs', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('data-environment="sandbox"', 'data-environment="production"');
        await route.fulfill({ response, body });
      });
      await visit(page, '#tag/users/createUser');
      const section = page.locator('section[id$="/createUser"]');
      await section.getByRole('button', { name: /Shell Curl/ }).waitFor();
      expect(await section.getByRole('button', { name: /^Test Request/ }).count()).toBe(0);
    });
  });

  it('has samples in twenty languages', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '#tag/quotes/createQuote');
      await page
        .locator('section[id$="/createQuote"]')
        .getByRole('button', { name: /Shell Curl/ })
        .click();
      expect(await page.getByRole('listbox').getByRole('group').count()).toBeGreaterThanOrEqual(20);
    });
  });

  it('keeps the theme of the other pages', async () => {
    await inBrowser({ ...devices.desktop, colorScheme: 'light' }, async (page) => {
      const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await page.goto(`${running.baseUrl}/guide`);
      await page.getByRole('button', { name: 'Dark' }).click();
      const dark = await background();
      await visit(page, '');
      expect(await background()).toBe(dark);
      await page.getByRole('button', { name: /light mode/i }).click();
      await page.goto(`${running.baseUrl}/guide`);
      expect(await background()).not.toBe(dark);
    });
  });

  it('lists the operations without scripts', async () => {
    await inBrowser({ ...devices.phone, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${running.baseUrl}/docs`);
      expect(await page.getByText('POST /api/partner/v2/on-ramp', { exact: true }).isVisible()).toBe(true);
    });
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each(['phone', 'desktop'] as const)('fits a %s, and can be read by everyone', async (device) => {
      await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
        await visit(page, '#tag/quotes/createQuote');
        await page.locator('section[id$="/createQuote"]').waitFor();
        expect((await allViolations(page)).filter((violation) => !OF_THE_LIBRARY.test(violation))).toEqual([]);
        // The test waits, because the library lays out long code blocks again after it has shown them.
        await page.waitForFunction('document.documentElement.scrollWidth === document.documentElement.clientWidth');
        // On a phone, the header shows the title of the current section. A long title must not widen the page.
        await page.evaluate(
          "document.querySelector('.t-doc__header header > span').textContent = 'A long title '.repeat(9)",
        );
        await page.waitForFunction('document.documentElement.scrollWidth === document.documentElement.clientWidth');
      });
    });
  });
});

/** Accessibility rules that the elements of the library Scalar violate with every setting. */
const OF_THE_LIBRARY = /^(aria-required-attr|landmark-unique): /;
