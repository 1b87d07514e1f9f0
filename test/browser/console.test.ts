import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readAudit } from '#shared/partners/repository';
import { findTransaction, replaceTransaction } from '#shared/transactions/repository';
import { utcDay } from '#shared/values/calendar/calendar-day';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { aConsoleWorld, aHeldTransaction, consoleOn } from '#test/support/console/console-world';
import { aDayOfMetrics } from '#test/support/console/function-log';
import { atEnd } from '#test/support/lifetime';
import { overflow } from '#test/support/page-bars';
import { startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startTable } from '#test/unit/delivery/table';
import { SECOND_PERSON } from '#test/unit/ops/tool';

const table = await startTable();
const identity = await startLoopbackIdentity();
const local = await consoleOn(table.endpoint, 'local');
const production = await consoleOn(table.endpoint, 'production');
for (const { stop } of [table, identity, local, production]) atEnd(stop);

const world = await aConsoleWorld(SECOND_PERSON);
const { partnerId, transactionId, userId, notificationId, approvalId, email, externalUserId, reference } = world;

const HOUR_MS = 3_600_000;
// The tests cause these errors on purpose, for example with an old version, a missing field or an ambiguous search.
const inBrowser = browserOn(local.origin, production.origin, /status of (400|403|409|422|428)/);

const looks = (['phone', 'desktop'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ device, colorScheme })),
);

const views = {
  home: '#/',
  holds: '#/list/holds',
  conversions: '#/list/conversions',
  refunds: '#/list/refunds',
  manual: '#/list/manual-fiat',
  approvals: '#/list/approvals',
  exceptions: '#/list/exceptions',
  failed: '#/list/failed',
  stuck: '#/list/stuck',
  health: '#/health',
  partners: '#/partners',
  transaction: `#/transaction/${transactionId}`,
  user: `#/user/${userId}`,
  partner: `#/partner/${partnerId}`,
  notification: `#/notification/${partnerId}/${notificationId}`,
  approval: `#/list/approvals/${approvalId}`,
  audit: '#/audit',
  search: `#/search/${partnerId}`,
  nothing: '#/nothing',
};

async function open(page: Page, { url } = local): Promise<void> {
  await page.goto(url);
  await page.locator('h1').waitFor();
}

/** Opens a view and waits until it is drawn. */
async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = '${hash}'`);
  await page.locator(`#main[data-address="${hash}"]:not([aria-busy="true"]) h1`).waitFor();
}

/** Opens an action and confirms it. @returns its dialog */
async function act(page: Page, title: string, { reason = 'ticket 7', line = '' } = {}) {
  await page.getByRole('main').getByRole('button', { name: title }).first().click();
  const action = page.getByRole('dialog', { name: title });
  await action.getByLabel('Reason').fill(reason);
  await action.getByText(line).first().waitFor();
  await action.getByRole('button', { name: title }).click();
  return action;
}

describe.skipIf(skipped !== '')(`the console in a browser${skipped}`, () => {
  it.each(looks)('keeps no one out on a $device in $colorScheme', async ({ device, colorScheme }) => {
    await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
      await open(page);
      for (const [name, hash] of Object.entries(views)) {
        await show(page, hash);
        expect.soft(await allViolations(page), name).toEqual([]);
        expect.soft(await overflow(page), name).toBe(0);
      }
      await show(page, views.transaction);
      await page.getByRole('button', { name: 'Release the hold' }).click();
      expect(await allViolations(page), 'dialog').toEqual([]);
      await open(page, production);
      expect(await allViolations(page), 'production').toEqual([]);
    });
  });

  it('keeps the token of its address for the tab alone', async () => {
    await inBrowser(devices.desktop, async (page, { context }) => {
      await open(page);
      expect(page.url()).toBe(`${local.origin}/#/`);
      await page.reload();
      await page.getByRole('heading', { name: 'To do' }).waitFor();
      const other = await context.newPage();
      await other.goto(local.origin);
      await other.getByText('The token of this console is missing').waitFor();
      expect(await context.cookies()).toEqual([]);
    });
  });

  it('accepts an address with a token that is pasted into the open tab', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await page.goto(local.origin);
      await page.getByText('The token of this console is missing').waitFor();
      await page.goto(local.url);
      await page.getByRole('heading', { name: 'To do' }).waitFor();
      await show(page, views.partners);
      await page.goto(local.url);
      await page.getByRole('heading', { name: 'To do' }).waitFor();
      expect(page.url()).toBe(`${local.origin}/#/`);
    });
  });

  it('leads from a work list, with its count and oldest age, to the transaction, and releases its hold', async () => {
    await inBrowser(devices.desktop, async (page) => {
      const { id } = await aHeldTransaction(partnerId, 3 * HOUR_MS);
      await open(page);
      const card = page.locator('.cards li', { hasText: 'Held transactions' });
      await card.getByText('oldest: 3 h ago').waitFor();
      expect(await card.locator('strong').textContent()).toBe('2');
      await page.getByRole('link', { name: 'Held transactions' }).click();
      const row = page.getByRole('row', { name: id });
      for (const text of ['2000.01 MXN', 'Acme', '3 h'])
        await row.getByRole('cell', { name: text, exact: true }).waitFor();
      await page.getByRole('link', { name: id }).click();
      await page.getByRole('heading', { name: 'Hold', exact: true }).waitFor();
      const line = `hold release --transaction ${id} --reason 'it'\\''s ticket 7'`;
      await act(page, 'Release the hold', { reason: "it's ticket 7", line });
      await page.getByText('Hold released.').waitFor();
      expect(await page.getByRole('heading', { name: 'Hold', exact: true }).count()).toBe(0);
      expect((await findTransaction(id))?.hold).toBeUndefined();
      const records = (await readAudit(partnerId)).filter((one) => one.transactionId === id);
      expect(records).toMatchObject([{ verb: 'hold release', reason: "it's ticket 7" }]);
    });
  });

  it('says that a transaction is not as it was shown, and changes nothing', async () => {
    await inBrowser(devices.desktop, async (page) => {
      const held = await aHeldTransaction(partnerId);
      await open(page);
      await show(page, `#/transaction/${held.id}`);
      await replaceTransaction(held, { ...held, version: held.version + 1 });
      const action = await act(page, 'Reject and refund');
      await action.getByText('the transaction has changed').waitFor();
      expect(await findTransaction(held.id)).toMatchObject({ version: held.version + 1, status: held.status });
    });
  });

  it('in production asks for the name, proposes, and lets a second person approve', async () => {
    await inBrowser(devices.desktop, async (page) => {
      const { id } = await aHeldTransaction(partnerId);
      await open(page, production);
      await show(page, `#/transaction/${id}`);
      const action = await act(page, 'Release the hold');
      await action.getByLabel("type the partner's name (Acme)").fill('Acme');
      await action.getByRole('button', { name: 'Release the hold' }).click();
      await page.getByText('proposed. A second person must approve it.').waitFor();
      expect((await findTransaction(id))?.hold).toBeDefined();
      identity.arn = SECOND_PERSON;
      await show(page, '#/list/approvals');
      await page.getByRole('row', { name: id }).getByRole('link').first().click();
      const approval = await act(page, 'Approve');
      await approval.getByLabel('to carry out the change').fill(decodeURIComponent(page.url().split('/').at(-1) ?? ''));
      await approval.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Approved.').waitFor();
      expect((await findTransaction(id))?.hold).toBeUndefined();
    });
  });

  it('sends a webhook again', async () => {
    await inBrowser(devices.phone, async (page) => {
      await open(page);
      await show(page, '#/list/failed');
      await page.getByRole('link', { name: notificationId }).click();
      await act(page, 'Resend');
      await page.getByText('Webhook queued again.').waitFor();
      await page.locator('.state', { hasText: 'PENDING' }).waitFor();
    });
  });

  it.each([
    ['the id of a transaction', () => transactionId, transactionId],
    ['the id of a user', () => userId, userId],
    ['the id of a partner', () => partnerId, 'Acme'],
    ['the id of a notification', () => notificationId, notificationId],
    ['an e-mail', () => email, userId],
    ['an e-mail by its key', () => `email:${email}`, userId],
    ['an external id', () => externalUserId, userId],
    ['the reference of a deposit', () => reference, transactionId],
    ['a status', () => 'status:READY_BANK_TRANSFER', transactionId],
    ['a plain amount', () => '2,000.01', transactionId],
    ['a plain day', () => utcDay(Date.now() - 2 * 3_600_000), transactionId],
    ['an amount of a day', () => `amount:2000.01 day:${utcDay(Date.now() - 2 * 3_600_000)}`, transactionId],
  ])('finds by %s', async (_, query, link) => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page);
      await page.keyboard.press('/');
      await page.keyboard.type(query());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search results' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: link }).first().click();
      await page.getByRole('heading', { level: 1, name: /Cross ramp|User|Acme|Notification/ }).waitFor();
    });
  });

  it('keeps the filters of a list in its address', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page);
      await show(page, '#/list/stuck');
      await page.getByRole('link', { name: transactionId }).waitFor();
      await page.getByLabel('Unchanged for', { exact: true }).selectOption('7d');
      await page.getByLabel('Partner id').fill(partnerId);
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('None', { exact: true }).waitFor();
      expect(page.url()).toContain(`#/list/stuck?partner=${partnerId}&unchanged-for=7d`);
      await page.reload();
      await page.getByText('None', { exact: true }).waitFor();
      expect(await page.getByLabel('Unchanged for', { exact: true }).inputValue()).toBe('7d');
      await page.getByRole('link', { name: 'Clear' }).click();
      await page.getByRole('link', { name: transactionId }).waitFor();
    });
  });

  it('shows by what to search while the box is empty, and after a search without results', async () => {
    await inBrowser(devices.desktop, async (page) => {
      await open(page);
      await page.getByLabel('Search').focus();
      await page.locator('#search-keys').getByText('Invoice 1042').waitFor();
      expect(await allViolations(page)).toEqual([]);
      await page.getByLabel('Search').fill('nothing-of-this-name');
      expect(await page.locator('#search-keys').count()).toBe(0);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('heading', { name: 'No results for “nothing-of-this-name”' }).waitFor();
      await page.getByRole('main').getByText('Invoice 1042').waitFor();
    });
  });

  it('draws a single hour of figures: a bar for a count, a point for a time', async () => {
    const [oneHour] = aDayOfMetrics(Date.now()).slice(-1);
    const fresh = await consoleOn(table.endpoint, 'local', oneHour === undefined ? [] : [oneHour]);
    atEnd(fresh.stop);
    await browserOn(fresh.origin)(devices.desktop, async (page) => {
      await open(page, fresh);
      await show(page, views.health);
      for (const title of ['Transactions created', 'Duration of requests']) {
        const count = `(${COLOURED_PIXELS})(document.querySelector('[aria-label="${title}: chart"] canvas'))`;
        await expect.poll(() => page.evaluate(count), { message: title }).toBeGreaterThan(20);
      }
    });
  });
});

/** Counts the colored pixels of a chart in the browser. Axes and grid are grey. */
const COLOURED_PIXELS = `(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3);
    if (data[at + 3] > 200 && Math.max(...colour) - Math.min(...colour) > 80) count += 1;
  }
  return count;
}`;
