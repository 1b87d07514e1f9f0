import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const looks = (['phone', 'desktop'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ device, colorScheme })),
);

const pages = [
  ['home', '/'],
  ['webhooks', '/guide/webhooks'],
  ['errors', '/guide/errors'],
  ['webhook-events', '/guide/webhook-events'],
  ['states', '/guide/off-ramp-states'],
  ['signature', '/guide/check-a-signature'],
  ['not-found', '/guide/nothing'],
] as const;

const running = await sharedStack();
const inBrowser = browserOn(running.baseUrl);

describe.skipIf(skipped !== '')(`the developer pages in a browser${skipped}`, () => {
  const visit = (page: Page, path: string) => page.goto(`${running.baseUrl}${path}`);
  const heading = (page: Page) => page.locator('h1').textContent();
  const overflow = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it.each(looks)('keep no one out on a $device in $colorScheme', async ({ device, colorScheme }) => {
    // The content security policy of the pages blocks the script of axe, so it is bypassed here.
    await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
      for (const [name, path] of pages) {
        await visit(page, path);
        expect.soft(await allViolations(page), name).toEqual([]);
        expect(await overflow(page), name).toBe(0);
      }
      await page.keyboard.press('/');
      await page.getByLabel('Search all pages').fill('webhook secret');
      await page.locator('#search li').first().waitFor();
      expect(await allViolations(page), 'search').toEqual([]);
    });
  });

  it('find a subject by the keyboard alone', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/errors');
      // Sends all keys at once: no key may be lost while the search opens or loads.
      const pressAll = (keys: string) => Promise.all([...keys].map((key) => page.keyboard.press(key)));
      await pressAll('/idempotency');
      expect(await page.getByLabel('Search all pages').inputValue()).toBe('idempotency');
      await page.locator('#search li').first().waitFor();
      expect(await page.locator('#search [role=status]').textContent()).toMatch(/^(\d+|The first \d+) results$/);
      await page.keyboard.press('Escape');
      await page.locator('#search').waitFor({ state: 'hidden' });

      await pressAll('/nowhere-to-be-found');
      await page.getByText('No results for “nowhere-to-be-found”.').waitFor();
      await page.keyboard.press('/');
      expect(await page.getByLabel('Search all pages').inputValue()).toBe('nowhere-to-be-found/');

      await page.getByLabel('Search all pages').fill('replay range');
      await page.locator('#search li a', { hasText: 'Replay a range' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/guide\/webhooks#replay-a-range$/);
      expect(await heading(page)).toBe('Webhooks');
    });
  });

  it('open the search again before the focus has left the closed dialog', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/errors');
      await page.keyboard.press('/');
      await page.evaluate(`document.querySelector('#search').close();
        document.querySelector('#search-words').dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))`);
      expect(await page.locator('#search').isVisible()).toBe(true);
    });
  });

  it.each([
    ['sdk', 'TypeScript SDK'],
    ['webhooks', 'Webhooks'],
    ['idempotency', 'Idempotency'],
    ['error codes', 'Error codes'],
    ['cross-ramps', 'Cross-ramps'],
    ['resend', 'Webhooks: Resend a notification'],
    ['pagination', 'Pagination'],
    ['rate limits', 'Rate limits'],
    ['allowlist', 'Webhooks: Our IP addresses'],
    ['permissions', 'Authentication'],
    ['test data', 'Testing'],
    ['ngrok', 'Webhooks: Receive webhooks on a laptop'],
    ['tunnel', 'Webhooks: Receive webhooks on a laptop'],
    ['python', 'Clients'],
  ])('find first what is named %s', async (word, title) => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/pagination');
      await page.keyboard.press('/');
      await page.getByLabel('Search all pages').fill(word);
      await page.locator('#search li').first().waitFor();
      expect(await page.locator('#search li a').first().textContent()).toBe(title);
    });
  });

  it('show the open page in the navigation, and the section in view among the headings', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/cross-ramp-states');
      const { y = -1, height = 0 } = (await page.locator('#navigation [aria-current="page"]').boundingBox()) ?? {};
      expect([y >= 0, y + height <= devices.desktop.viewport.height]).toEqual([true, true]);
      const marked = page.locator('.contents [aria-current="location"]');
      await expect.poll(() => marked.allTextContents()).toEqual(['Changes of the status']);
      await page.locator('h2').last().scrollIntoViewIfNeeded();
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await expect.poll(() => marked.allTextContents()).toEqual(['Reports without a change of the status']);
    });
  });

  it('draw states as pictures with their text', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/off-ramp-states');
      expect(await page.getByRole('img', { name: /^Diagram of states and transitions/ }).isVisible()).toBe(true);
      await page.getByText('The diagram as text').click();
      await page.getByText('PENDING_PAYMENT → PENDING: EXECUTE').waitFor();
    });
  });

  it('keep what is typed while the search loads, Enter aside', async () => {
    await inBrowser(devices.desktop, async (page) => {
      let response = () => {};
      const returned = new Promise<void>((resolve) => {
        response = resolve;
      });
      await page.route('**/search-*.json', async (route) => {
        await returned;
        await route.continue();
      });
      await visit(page, '/guide/errors');
      await page.keyboard.press('/');
      await page.keyboard.type('idempotency');
      await page.keyboard.press('Enter');
      await page.getByText('Loading…').waitFor();
      response();
      await page.locator('#search li').first().waitFor();
      expect(await page.getByLabel('Search all pages').inputValue()).toBe('idempotency');
    });
  });

  it('say so when the search cannot be loaded', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await page.route('**/search-*.json', (route) => route.fulfill({ status: 404, body: 'gone' }));
      await visit(page, '/guide/errors');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.keyboard.type('idempotency');
      await page.getByText('The search could not be loaded.').waitFor();
    });
  });

  it('begin with a way past the navigation, and show where the focus is', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/guide/webhooks');
      await page.keyboard.press('Tab');
      const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
      await page.keyboard.press('Tab');
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
    });
  });

  it('keep the colours that were chosen', async () => {
    await inBrowser({ ...devices.desktop, colorScheme: 'light' }, async (page) => {
      await visit(page, '/');
      const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const light = await background();
      await page.getByRole('button', { name: 'Dark' }).click();
      const dark = await background();
      expect(dark).not.toBe(light);
      await visit(page, '/guide/webhooks');
      expect(await background()).toBe(dark);
      await page.getByRole('button', { name: 'Light' }).click();
      expect(await background()).toBe(light);
    });
  });

  it('lead through all subjects on a phone', async () => {
    await inBrowser(devices.phone, async (page) => {
      await visit(page, '/');
      expect(await page.getByRole('navigation', { name: 'All pages' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Pagination' }).click();
      await page.waitForURL('**/guide/pagination');
      const next = await page.getByRole('link', { name: /^Next/ }).textContent();
      await page.getByRole('link', { name: /^Next/ }).click();
      expect(next).toContain(String(await heading(page)));
    });
  });

  it('copy code', async () => {
    await inBrowser({ ...devices.desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await visit(page, '/guide/authentication');
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('partner-api-key: ramp_sbx_');
    });
  });

  it('can be read and walked through without scripts', async () => {
    await inBrowser({ ...devices.phone, javaScriptEnabled: false }, async (page) => {
      await visit(page, '/guide/webhooks');
      expect(await page.locator('#search-open').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Sandbox amounts' }).click();
      expect(await heading(page)).toBe('Sandbox amounts');
    });
  });

  it('say of a delivery whether it is genuine, and which part is wrong', async () => {
    const secret = `whsec_${Buffer.from('thirty-two bytes of some secret!').toString('base64')}`;
    const body = '{"type":"TEST","event":"TEST_EVENT","amount":"1.50"}';
    const now = new Date();
    const signature = new Webhook(secret).sign('msg-1', now, body);
    const headers = `webhook-id: msg-1\nwebhook-timestamp: ${Math.floor(now.getTime() / 1000)}\nwebhook-signature: ${signature}`;
    await inBrowser(devices.phone, async (page) => {
      const requests: string[] = [];
      await visit(page, '/guide/check-a-signature');
      page.on('request', (request) => requests.push(request.url()));
      const check = async (fields: { readonly secret: string; readonly body: string }) => {
        await page.getByLabel('Secret').fill(fields.secret);
        await page.getByLabel('Headers').fill(headers);
        await page.getByLabel('Body, exactly as received').fill(fields.body);
        await page.getByRole('button', { name: 'Check', exact: true }).click();
        return page.getByRole('status').locator('strong');
      };
      const shown = async (text: string) => page.getByRole('status').getByText(text).waitFor();
      await check({ secret, body });
      await shown('The signature is valid');
      await check({ secret, body: JSON.stringify(JSON.parse(body), null, 2) });
      await shown('The body was parsed and serialized again');
      await check({ secret: `whsec_${btoa('another')}`, body });
      await shown('No signature matches this secret');
      await page.getByRole('button', { name: 'Fill in an example' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#signature-body').inputValue()).toContain('occurredAt');
      await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
      await shown('The signature is valid');
      // The browser can request the icon at any time, so the test ignores this request.
      expect(requests.filter((url) => !url.includes('/assets/icon-'))).toEqual([]);
    });
  });

  it('name the address that they are read at', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/');
      expect(await page.locator('pre').first().textContent()).toContain(`BASE_URL=${running.baseUrl}`);
    });
  });
});
