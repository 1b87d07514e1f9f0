import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { fillPartner, servePartnerConsole } from '#test/support/console/partner-console';
import { overflow } from '#test/support/page-bars';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const partner = await service.newPartner('Acme');
const world = await fillPartner(partner);
const { url, origin } = await servePartnerConsole(partner);

// A request without the token, and an event that the transaction does not allow, return these errors on purpose.
const inBrowser = browserOn(origin, undefined, /status of (400|403)/);

const looks = (['phone', 'desktop'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ device, colorScheme })),
);

const transactionView = ({ transactionId }: { readonly transactionId: string }) => `#/transaction/${transactionId}`;

const views = {
  overview: '#/',
  transactions: '#/transactions',
  completed: transactionView(world.completed),
  held: transactionView(world.held),
  webhooks: '#/webhooks',
  webhook: `#/webhook/${world.failedId}`,
  feed: '#/feed',
  users: '#/users',
  user: `#/user/${world.userId}`,
  business: `#/user/${world.businessId}`,
  report: '#/report',
  endpoints: '#/endpoints',
  endpoint: `#/endpoint/${world.endpointId}`,
  limits: '#/limits',
  search: '#/search',
  found: '#/search/order-2087',
  key: '#/key',
  nothing: '#/nothing',
};

/** Opens the console at the URL that the console printed at its start, and then opens a view. */
async function open(page: Page, hash = '#/'): Promise<void> {
  await page.goto(url);
  await page.locator('h1').waitFor();
  await show(page, hash);
}

/** Opens a view and waits until it is drawn. */
async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = '${hash}'`);
  await page.locator(`#main[data-address="${hash}"]:not([aria-busy="true"]) h1`).waitFor();
}

/** Opens an action and confirms it with these choices. @returns its dialog */
async function act(page: Page, title: string, choices: Readonly<Record<string, string>> = {}) {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  const action = page.getByRole('dialog', { name: title });
  for (const [label, value] of Object.entries(choices)) await action.getByLabel(label).selectOption(value);
  await action.getByRole('button', { name: title }).click();
  return action;
}

const note = (page: Page, text: string) => page.locator('#note', { hasText: text }).waitFor();

/** Returns by how many pixels the content is wider than the open dialog. */
const dialogOverflow = (page: Page) =>
  page.locator('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);

const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

describe.skipIf(skipped !== '')(`the partners' page in a browser${skipped}`, () => {
  it.each(looks)('keeps no one out on a $device in $colorScheme', async ({ device, colorScheme }) => {
    await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
      await open(page);
      for (const [name, hash] of Object.entries(views)) {
        await show(page, hash);
        expect.soft(await allViolations(page), name).toEqual([]);
        expect.soft(await overflow(page), name).toBe(0);
      }
      for (const [hash, title] of [
        [views.webhook, 'Resend'],
        [views.held, 'Simulate an event'],
        [views.endpoints, 'Add faults to deliveries'],
      ] as const) {
        await show(page, hash);
        await page.getByRole('button', { name: title }).click();
        await page.getByRole('dialog', { name: title }).waitFor();
        expect(await allViolations(page), title).toEqual([]);
        expect(await dialogOverflow(page), title).toBe(0);
        await page.keyboard.press('Escape');
      }
    });
  });

  it('holds no key, and keeps the token of its address for the tab alone', async () => {
    await inBrowser(devices.desktop, async (page, { context }) => {
      const seen: string[] = [];
      const sent: string[] = [];
      context.on('request', (request) => void sent.push(JSON.stringify(request.headers())));
      context.on('response', async (response) => void seen.push(await response.text().catch(() => '')));
      await open(page);
      for (const hash of Object.values(views)) await show(page, hash);
      seen.push(await page.content(), await page.evaluate('JSON.stringify([sessionStorage, localStorage])'));
      expect(sent.filter((text) => text.includes('partner-api-key'))).toEqual([]);
      expect([...seen, ...sent].some((text) => text.includes(partner.apiKey))).toBe(false);
      expect(seen.length).toBeGreaterThan(Object.keys(views).length);
      expect(await context.cookies()).toEqual([]);
      await open(page);
      expect(page.url()).toBe(`${origin}/#/`);
      await page.reload();
      await page.getByRole('heading', { name: 'Latest transactions' }).waitFor();
      const other = await context.newPage();
      await other.goto(origin);
      await other.getByText('The token of this console is missing').waitFor();
    });
  });

  it('leads from the overview to a failed webhook, shows the response, and resends it', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page);
      const card = page.locator('.cards li', { hasText: 'Failed webhooks' });
      expect(await card.locator('strong').textContent()).toBe(String(await failedCount()));
      await card.getByRole('link').click();
      await page.getByRole('link', { name: world.failedId }).click();
      await section(page, 'Attempts').getByText('database is down').waitFor();
      await section(page, 'Body').getByText('"event": "TEST_EVENT"').waitFor();
      await act(page, 'Resend');
      await note(page, 'TEST_EVENT is sent again.');
      await until(() => sentTo('/webhooks').length === 2);
      const [first, second] = sentTo('/webhooks');
      expect(second?.body).toBe(first?.body);
    });
  });

  it('sends a webhook to another endpoint', async () => {
    await inBrowser(devices.phone, async (page) => {
      await open(page, views.webhook);
      await act(page, 'Resend', { Endpoint: world.endpointId });
      await note(page, 'TEST_EVENT is sent again.');
      await until(() => sentTo('/webhooks/second').length === 1);
    });
  });

  it('shows what happened to a transaction, on which rails, and what was sent', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, '#/transactions');
      await page.getByRole('link', { name: world.completed.transactionId }).click();
      await section(page, 'Timeline').getByText('PAYOUT_COMPLETED').waitFor();
      expect(await section(page, 'Rails').getByRole('row').allTextContents()).toEqual([
        expect.any(String),
        expect.stringContaining('SPEI'),
        expect.stringContaining('ACH'),
      ]);
      const webhooks = section(page, 'Webhooks');
      await webhooks.getByRole('row', { name: 'COMPLETED_CROSS_RAMP' }).getByRole('link').click();
      await section(page, 'Body').getByText(world.completed.transactionId).waitFor();
    });
  });

  it('finds a transaction by an own id, by amount and day, and by its user', async () => {
    const { transactionId } = world.created;
    const { email } = (await partner.get(`/users/${world.userId}`)).body.data;
    const { sourceAmount, createdAt } = (await partner.get(`/transactions/${transactionId}`)).body.data;
    await inBrowser(devices.desktop, async (page) => {
      await open(page);
      const box = page.getByRole('searchbox', { name: 'Search' });
      for (const typed of [transactionId, 'order-2087', `${sourceAmount} ${createdAt.slice(0, 10)}`, email]) {
        await box.fill(typed);
        await box.press('Enter');
        await page
          .locator(`#main[data-address="#/search/${encodeURIComponent(typed)}"]:not([aria-busy="true"])`)
          .waitFor();
        await section(page, 'Transactions').getByRole('link', { name: transactionId }).waitFor();
      }
      await section(page, 'Users').getByRole('link', { name: world.userId }).waitFor();
      await section(page, 'Transactions').getByRole('link', { name: transactionId }).click();
      await section(page, 'Details').getByText('Monterrey').waitFor();
      await show(page, '#/search/nothing-of-the-kind');
      await page.getByRole('heading', { name: 'No results for' }).waitFor();
    });
  });

  it('simulates events of a transaction, and says why one is refused', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, transactionView(world.created));
      const refused = await act(page, 'Simulate an event', { Event: 'RELEASE_HOLD' });
      await refused.getByText(/\(400 |\(409 /).waitFor();
      await page.keyboard.press('Escape');
      await act(page, 'Simulate an event', { Event: 'EXPIRE' });
      await note(page, 'The transaction is EXPIRED.');
      await section(page, 'Timeline').getByText('EXPIRED').waitFor();
    });
  });

  it('ends a link, decides a verification, ends a declaration, and adds faults', async () => {
    await inBrowser(devices.desktop, async (page) => {
      const userId = await partner.newUser();
      await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
      await open(page, `#/user/${userId}`);
      await act(page, 'Expire the verification link');
      await note(page, 'The link has expired: VERIFICATION_LINK_EXPIRED.');
      await act(page, 'Decide the verification', { Result: 'REVIEW_NEEDED' });
      await note(page, 'The verification is REVIEW_NEEDED.');
      await show(page, views.business);
      await act(page, 'Sign or expire a declaration', { Result: 'EXPIRED' });
      await section(page, 'Signatures of the owners').getByText('EXPIRED').waitFor();
      await show(page, views.endpoints);
      await act(page, 'Add faults to deliveries', { Fault: 'DUPLICATE' });
      await note(page, 'Faults: DUPLICATE, 1 of all deliveries.');
      await act(page, 'Add faults to deliveries', { Fault: 'NONE' });
      await note(page, 'Faults: NONE');
    });
  });

  it('shows with a restricted key what its scopes show, and says which scope is missing', async () => {
    const order = { partnerId: partner.partnerId, stage: 'sandbox', name: 'Console', atMs: Date.now() } as const;
    const { apiKey } = await issueKey({ ...order, scopes: ['transactions:read', 'keys:read'] });
    const restricted = await servePartnerConsole({ baseUrl: partner.baseUrl, apiKey });
    await browserOn(
      restricted.origin,
      undefined,
      /status of 403/,
    )(devices.desktop, async (page) => {
      await page.goto(restricted.url);
      await page.getByRole('heading', { name: 'Latest transactions' }).waitFor();
      expect(await page.locator('.cards li').count()).toBe(0);
      await show(page, '#/key');
      await page.getByText('transactions:read').waitFor();
      await page.evaluate("location.hash = '#/users'");
      await page.getByText('This API key does not have the scope users:read').waitFor();
    });
  });

  it('offers in production nothing but to resend', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await page.route('**/capabilities', async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        await route.fulfill({ response, body: text.replace('"environment":"sandbox"', '"environment":"production"') });
      });
      await open(page);
      const offered: string[] = [];
      for (const hash of Object.values(views)) {
        await show(page, hash);
        offered.push(...(await page.locator('main button[aria-haspopup]').allTextContents()));
      }
      expect(offered).toEqual(['Resend']);
      await page.locator('.env', { hasText: 'production' }).waitFor();
    });
  });

  it('follows the feed', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, '#/feed?types=USER');
      await page.getByRole('button', { name: 'Follow' }).click();
      const userId = await partner.newUser();
      await page.getByRole('link', { name: userId }).click();
      await page.getByRole('heading', { name: 'User' }).waitFor();
    });
  });

  it('keeps the filters of a list in its address', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, '#/transactions');
      await page.getByLabel('Type').selectOption('OFF_RAMP');
      await page.getByLabel('To day (UTC)').fill('2020-01-01');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('None', { exact: true }).waitFor();
      expect(page.url()).toContain('#/transactions?type=OFF_RAMP&createdTo=2020-01-01');
      await page.getByLabel('To day (UTC)').fill(new Date().toISOString().slice(0, 10));
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('link', { name: world.held.transactionId }).waitFor();
      expect(await page.getByText('1 in all').count()).toBe(1);
      await page.reload();
      await page.getByRole('link', { name: world.held.transactionId }).waitFor();
    });
  });

  it('shows the sums of a day, and the day before', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, '#/report');
      await section(page, 'Totals by currency').getByText('2000.01').waitFor();
      await page.getByRole('link', { name: 'Previous day' }).click();
      await page.getByText('The totals are final.').waitFor();
    });
  });

  it('says why something is not shown', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page, '#/transaction/00000000-0000-7000-8000-000000000000');
      await page.getByText('Transaction not found (404 TRANSACTION_NOT_FOUND').waitFor();
    });
  });
});

/** Returns the webhooks received at this path that contain the failed notification. */
function sentTo(path: string) {
  return world.receiver.received.filter((one) => one.path === path && one.body.includes(world.failedId));
}

async function failedCount(): Promise<number> {
  return (await partner.get('/webhook-notifications?status=FAILED')).body.data.count;
}
