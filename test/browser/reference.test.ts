import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const inBrowser = browserOn(running.baseUrl);

describe.skipIf(skipped !== '')(`the reference in a browser${skipped}`, () => {
  const visit = (page: Page, path: string) => page.goto(`${running.baseUrl}${path}`);

  /** Opens the console of an operation, whose form appears at once. */
  async function openConsole(page: Page, id: string) {
    const section = page.locator(`section[aria-labelledby="${id}"]`);
    await section.getByText('Try it', { exact: true }).click();
    await section.locator('form').waitFor();
    const answered = async () => {
      await section.locator('.answer pre').last().waitFor();
      return {
        status: (await section.locator('[role=status] strong').textContent()) ?? '',
        headers: (await section.getByRole('region', { name: 'Headers' }).textContent()) ?? '',
        body: JSON.parse((await section.getByRole('region', { name: 'Body' }).textContent()) ?? ''),
      };
    };
    return { section, answered, send: section.getByRole('button', { name: 'Send', exact: true }) };
  }

  it('makes a user, and with it a quote and a wallet', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/docs/users#createUser');
      const users = await openConsole(page, 'createUser');
      await users.section.getByLabel('partner-api-key').fill(partner.apiKey);
      await users.section.getByLabel('Body').fill('{"type":"INDIVIDUAL","email":"console@example.com"}');
      await users.send.click();
      const created = await users.answered();
      expect(created.status).toMatch(/^201/);
      expect(created.headers).toMatch(/^x-request-id: /);
      const { userId } = created.body.data;

      await users.section.getByRole('button', { name: 'Send again with this key' }).click();
      await users.section.getByText('idempotency-replayed: true').waitFor();
      expect((await users.answered()).body.data).toEqual({ userId });

      // The next console of the page has the key, and the id of the answer before.
      const reading = await openConsole(page, 'getUser');
      expect(await reading.section.getByLabel('userId').inputValue()).toBe(userId);
      await reading.send.click();
      expect((await reading.answered()).body.data.email).toBe('console@example.com');

      // The key is gone with the page, and was in no address.
      await visit(page, '/docs/quotes#createQuote');
      const quotes = await openConsole(page, 'createQuote');
      expect(await quotes.section.getByLabel('partner-api-key').inputValue()).toBe('');
      await quotes.section.getByLabel('partner-api-key').fill(partner.apiKey);
      await quotes.section.getByLabel('keep it until this tab is closed').check();
      await quotes.send.click();
      expect((await quotes.answered()).body.data).toMatchObject({ fiatAmount: 1000, tokenSymbol: 'USDC' });

      // The id of an answer is in the next request, here in the quote's own path.
      const locked = await openConsole(page, 'getQuote');
      await locked.send.click();
      expect((await locked.answered()).status).toMatch(/^200/);

      await visit(page, '/docs/wallets');
      const wallets = await openConsole(page, 'createWallet');
      expect(await wallets.section.getByLabel('partner-api-key').inputValue()).toBe(partner.apiKey);
      await wallets.section.getByLabel('keep it until this tab is closed').uncheck();
      await wallets.send.click();
      expect((await wallets.answered()).status).toMatch(/^201/);
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
        partner.apiKey,
      );
      expect((await partner.get(`/users/${userId}/wallets`)).body.data.total).toBe(1);
    });
  });

  it('shows refusals, and takes the keyboard alone', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/docs/transactions#getTransaction');
      const section = page.locator('section[aria-labelledby="getTransaction"]');
      await section.locator('.try-it summary').focus();
      await page.keyboard.press('Enter');
      await section.locator('form').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.type(partner.apiKey);
      await page.keyboard.press('Enter');
      await section.getByRole('region', { name: 'Body' }).waitFor();
      expect(await section.locator('[role=status].bad').textContent()).toMatch(/^404/);
      expect(await section.getByRole('region', { name: 'Body' }).textContent()).toContain(
        '"code": "TRANSACTION_NOT_FOUND"',
      );
    });
  });

  it('says of a delivery whether it is genuine, and which part is wrong', async () => {
    const secret = `whsec_${Buffer.from('thirty-two bytes of some secret!').toString('base64')}`;
    const body = '{"type":"TEST","event":"TEST_EVENT","amount":"1.50"}';
    const now = new Date();
    const signature = new Webhook(secret).sign('msg-1', now, body);
    const headers = `webhook-id: msg-1\nwebhook-timestamp: ${Math.floor(now.getTime() / 1000)}\nwebhook-signature: ${signature}`;
    await inBrowser(devices.phone, async (page) => {
      const requests: string[] = [];
      await visit(page, '/docs/check-a-signature');
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
      await shown('The signature is right');
      await check({ secret, body: JSON.stringify(JSON.parse(body), null, 2) });
      await shown('The body was parsed and written again');
      await check({ secret: `whsec_${btoa('another')}`, body });
      await shown('No signature is by this secret');
      await page.getByRole('button', { name: 'Fill in an example' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction('document.getElementById("signature-body").value.includes("occurredAt")');
      await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
      await shown('The signature is right');
      // The browser asks for the icon when it likes.
      expect(requests.filter((url) => !url.includes('/assets/icon-'))).toEqual([]);
    });
  });

  it.each([
    ['/docs#operation/createUser', '/docs/users#createUser'],
    ['/docs#tag/Users/operation/createUser', '/docs/users#createUser'],
    ['/docs#createOnRamp', '/docs/on-ramp#createOnRamp'],
    ['/docs#COMPLETED_ON_RAMP', '/docs/webhook-events#COMPLETED_ON_RAMP'],
  ])('%s leads to %s', async (from, to) => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, from);
      await page.waitForURL(`${running.baseUrl}${to}`);
      expect(await page.locator(`h2[id="${to.split('#')[1]}"]`).isVisible()).toBe(true);
    });
  });

  it('is read without scripts', async () => {
    await inBrowser({ ...devices.phone, javaScriptEnabled: false }, async (page) => {
      await visit(page, '/docs');
      await page.getByRole('link', { name: 'Create an on-ramp transaction' }).click();
      await page.waitForURL(`${running.baseUrl}/docs/on-ramp#createOnRamp`);
      await page.getByText('TypeScript', { exact: true }).click();
      expect(await page.getByText('ramp.onRamps.create').isVisible()).toBe(true);
      expect(await page.getByText('Try it', { exact: true }).count()).toBe(0);
    });
  });

  it('shows calls and answers beside the words on a desktop, below them on a phone', async () => {
    for (const device of ['desktop', 'phone'] as const)
      await inBrowser(devices[device], async (page) => {
        await visit(page, '/docs/quotes');
        const section = page.locator('section[aria-labelledby="createQuote"]');
        const [words, calls] = await Promise.all([
          section.locator('.words').boundingBox(),
          section.locator('.calls').boundingBox(),
        ]);
        if (words === null || calls === null) throw new Error('Nothing is shown');
        expect(calls.x >= words.x + words.width).toBe(device === 'desktop');
        expect(calls.y >= words.y + words.height).toBe(device === 'phone');
        expect(await section.locator('.calls > pre .hljs-attr, .calls > .code .hljs-attr').first().isVisible()).toBe(
          true,
        );
      });
  });

  it('shows the samples in the language that was chosen, on every page and at the next visit', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await visit(page, '/docs/users#createUser');
      const shown = () => page.locator('.samples [role=tabpanel]:visible').allTextContents();
      const chosen = () => page.locator('.samples [role=tab][aria-selected=true]').allTextContents();
      expect(new Set(await chosen())).toEqual(new Set(['curl']));
      const tabs = page.locator('section:has(#createUser) .samples [role=tab]');
      expect(await tabs.allTextContents()).toEqual(['curl', 'TypeScript', 'Python', 'Java', 'Go']);
      await tabs.nth(1).click();
      await page.keyboard.press('ArrowRight');
      expect(await page.locator(':focus').textContent()).toBe('Python');
      expect(new Set(await chosen())).toEqual(new Set(['Python']));
      for (const text of await shown()) expect(text).toContain('urllib.request');
      await visit(page, '/docs/quotes');
      expect(new Set(await chosen())).toEqual(new Set(['Python']));
    });
  });

  it('shows the samples folded, each by its language, without a script', async () => {
    await inBrowser({ ...devices.phone, javaScriptEnabled: false }, async (page) => {
      await visit(page, '/docs/users#createUser');
      const summaries = page.locator('section:has(#createUser) .samples summary');
      expect(await summaries.allTextContents()).toEqual(['curl', 'TypeScript', 'Python', 'Java', 'Go']);
      await summaries.nth(4).click();
      expect(await page.getByText('http.NewRequest').first().isVisible()).toBe(true);
    });
  });

  const looked = [
    '/docs',
    '/docs/shared-parts',
    '/docs/bank-accounts',
    '/docs/webhook-events',
    '/docs/check-a-signature',
  ];

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each(['phone', 'desktop'] as const)('has no accessibility violation of any severity on a %s', async (device) => {
      await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
        for (const path of looked) {
          await visit(page, path);
          await page.evaluate('for (const one of document.querySelectorAll("main details")) one.open = true');
          expect(await allViolations(page), path).toEqual([]);
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await page.evaluate<number>(overflow), path).toBe(0);
        }
        await visit(page, '/docs/users#createUser');
        const { section, send, answered } = await openConsole(page, 'createUser');
        await section.getByLabel('partner-api-key').fill(partner.apiKey);
        await send.click();
        await answered();
        expect(await allViolations(page)).toEqual([]);
      });
    });
  });
});
