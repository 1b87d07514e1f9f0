/** The console in pictures. `npm run pictures` writes docs/console. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { browserOn, devices, skipped } from '#test/support/browser';
import { aConsoleWorld, consoleOn } from '#test/support/console/console-world';
import { atEnd } from '#test/support/lifetime';
import { PICTURES, writePicture } from '#test/support/page-states/picture';
import { startTable } from '#test/unit/delivery/table';
import { SECOND_PERSON } from '#test/unit/ops/approved';

const ROOT = resolve(import.meta.dirname, '../..');
const LOOK = 'desktop-en-dark';

const writes = process.env.PICTURES === 'write' && skipped === '';
const pictured = writes ? await startPictured() : undefined;
const inBrowser = browserOn(pictured?.origin ?? '');

/** Starts a console on a table of its own. */
async function startPictured() {
  const table = await startTable();
  const running = await consoleOn(table.endpoint, 'local');
  for (const { stop } of [table, running]) atEnd(stop);
  return { ...running, ...(await aConsoleWorld(SECOND_PERSON)) };
}

it.runIf(writes)('pictures of the console are written', async () => {
  await inBrowser({ ...devices.desktop, colorScheme: 'dark' }, async (page) => {
    await page.goto(pictured?.url ?? '');
    await page.getByRole('heading', { name: 'Work lists' }).waitFor();
    await writePicture(page, '../console/work-lists.webp', LOOK);
    await page.evaluate("location.hash = '/health'");
    await page.locator('canvas').last().waitFor();
    await writePicture(page, '../console/health.webp', LOOK);
    await page.evaluate(`location.hash = '/transaction/${pictured?.transactionId}'`);
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await writePicture(page, '../console/transaction.webp', LOOK);
  });
});

it('documents show pictures of the console that are there', () => {
  const shown = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/docs\/console\/[\w-]+\.webp/g)].map(String);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((file) => !existsSync(join(PICTURES, '../..', file)))).toEqual([]);
});
