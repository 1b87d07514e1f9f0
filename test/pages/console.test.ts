/**
 * Pictures of the operator console and the partner console. `PICTURES=write npx vitest run --project pages` writes
 * test-artifacts/pages/console and the picture of the README.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startConsole } from '#ops/console/server';
import { findVerb } from '#ops/program';
import { announce } from '#test/support/announce';
import { browserOn, devices, skipped } from '#test/support/browser';
import { aDayOfMetrics, aFunctionLog } from '#test/support/console/function-log';
import { fillPartner, servePartnerConsole } from '#test/support/console/partner-console';
import { atEnd } from '#test/support/lifetime';
import { CONSOLE_BOUNDS, writePicture } from '#test/support/page-states/picture';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const ROOT = resolve(import.meta.dirname, '../..');

const writes = process.env.PICTURES === 'write' && skipped === '';
const pictured = writes ? await startPictured() : undefined;
const inBrowser = browserOn(pictured?.origin ?? '', pictured?.forPartners.origin);

/** Starts the operator console and the partner console for a stack with example data and a day of metrics. */
async function startPictured() {
  const service = await sharedStack();
  const partner = await service.newPartner('Acme');
  const { held, failedId } = await fillPartner(partner);
  const dataDir = announce(service, aFunctionLog(aDayOfMetrics(Date.now())));
  const running = await startConsole({
    env: 'local',
    place: { env: ['local'], dataDir: [dataDir] },
    port: 0,
    findVerb,
  });
  atEnd(running.stop);
  return {
    ...running,
    transactionId: held.transactionId,
    forPartners: { ...(await servePartnerConsole(partner)), failedId },
  };
}

if (writes)
  it('pictures of the console are written', async () => {
    await inBrowser({ ...devices.desktop, colorScheme: 'dark' }, async (page) => {
      await page.goto(pictured?.url ?? '');
      await page.getByRole('heading', { name: 'To do' }).waitFor();
      await writePicture(page, 'console/work-lists.webp', CONSOLE_BOUNDS);
      await page.evaluate("location.hash = '/health'");
      await page.locator('canvas').last().waitFor();
      await writePicture(page, 'console/health.webp', CONSOLE_BOUNDS);
      await page.evaluate(`location.hash = '/transaction/${pictured?.transactionId}'`);
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      await writePicture(page, '../../docs/console/transaction.webp', CONSOLE_BOUNDS);
    });
  });

if (writes)
  it("pictures of the partners' console are written", async () => {
    await inBrowser({ ...devices.desktop, colorScheme: 'dark' }, async (page) => {
      await page.goto(pictured?.forPartners.url ?? '');
      await page.getByRole('heading', { name: 'Latest transactions' }).waitFor();
      await writePicture(page, 'console/partner-overview.webp', CONSOLE_BOUNDS);
      await page.evaluate(`location.hash = '/webhook/${pictured?.forPartners.failedId}'`);
      await page.getByRole('heading', { name: 'Attempts' }).waitFor();
      await writePicture(page, 'console/partner-webhook.webp', CONSOLE_BOUNDS);
    });
  });

it('documents show pictures of the console that are there', () => {
  const shown = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/docs\/console\/[\w-]+\.webp/g)].map(String);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
