/** The partners' console in pictures. `npm run pictures` writes docs/console. */
import { it } from 'vitest';
import { browserOn, devices, skipped } from '#test/support/browser';
import { fillPartner, servePartnerConsole } from '#test/support/console/partner-console';
import { CONSOLE_BOUNDS, writePicture } from '#test/support/page-states/picture';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const writes = process.env.PICTURES === 'write' && skipped === '';
const pictured = writes ? await startPictured() : undefined;
const inBrowser = browserOn(pictured?.origin ?? '');

/** Starts the console of a partner who has something to see. */
async function startPictured() {
  const service = await sharedStack();
  const partner = await service.newPartner('Acme');
  return { ...(await fillPartner(partner)), ...(await servePartnerConsole(partner)) };
}

it.runIf(writes)("pictures of the partners' console are written", async () => {
  await inBrowser({ ...devices.desktop, colorScheme: 'dark' }, async (page) => {
    await page.goto(pictured?.url ?? '');
    await page.getByRole('heading', { name: 'Latest transactions' }).waitFor();
    await writePicture(page, '../console/partner-overview.webp', CONSOLE_BOUNDS);
    await page.evaluate(`location.hash = '/webhook/${pictured?.failedId}'`);
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await writePicture(page, '../console/partner-webhook.webp', CONSOLE_BOUNDS);
  });
});
