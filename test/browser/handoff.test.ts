import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findVerification } from '#shared/identity/repository';
import { browserOn, devices, skipped } from '#test/support/browser';
import { aPng } from '#test/support/pictures';
import { scanned } from '#test/support/scan-code';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const inBrowser = browserOn(running.baseUrl, new URL(running.stack.s3Endpoint).origin);

const desktop = { ...devices.desktop, locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] };
const phone = { ...devices.phone, locale: 'en-US' };

async function link(userId: string): Promise<string> {
  return (await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' })).body.data.kycLink;
}

/** Opens the page for photos of the document on a first device and shows a hand-off code. @returns the text of the QR code */
async function showCode(first: Page, url: string): Promise<string> {
  await first.goto(`${url}?step=sides`);
  await first.getByRole('button', { name: 'Continue on your phone' }).click();
  await first.locator('#handoff-code').waitFor();
  const [address = ''] = await scanned(first, '#handoff-code');
  expect(await first.locator('#address').textContent()).toBe(address);
  return address;
}

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function addPicture(page: Page, slot: string): Promise<void> {
  await page.locator(`#${slot}`).setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: aPng(64) });
  await page.locator(`[data-slot=${slot}] [data-state]`, { hasText: 'Uploaded.' }).waitFor();
}

describe.skipIf(skipped !== '')(`a verification that is handed to a phone${skipped}`, () => {
  it('goes on there, is followed on the desktop, and is sent once by both', async () => {
    const userId = await partner.newUser();
    const url = await link(userId);
    await inBrowser(desktop, (first) =>
      inBrowser(phone, async (second) => {
        const address = await showCode(first, url);
        await first.getByRole('button', { name: 'Copy the address' }).click();
        await first.getByText('Copied').waitFor();
        expect(await first.evaluate('navigator.clipboard.readText()')).toBe(address);

        await second.goto(address);
        await heading(second, 'Did you send this to yourself?');
        await second.getByRole('button', { name: 'Yes, continue here' }).click();
        await second.locator('#identityFront').waitFor();
        expect(second.url()).not.toContain(new URL(url).pathname);
        expect(await second.getByRole('button', { name: 'Continue on your phone' }).count()).toBe(0);
        await heading(first, 'Your phone is connected');

        await addPicture(second, 'identityFront');
        await Promise.all([second.locator('#selfie').waitFor(), next(second)]);
        // After the phone completes the document page, the desktop continues at its next poll. The limit is two, because another
        // poll may already be in progress.
        const looks: string[] = [];
        first.on('request', (request) => looks.push(request.method()));
        await first.getByText('Finished on your phone: Photo of the document.').waitFor();
        expect(looks.filter((method) => method === 'POST').length).toBeLessThanOrEqual(2);
        await first.locator('#selfie').waitFor();

        await addPicture(second, 'selfie');
        await next(second);
        await first.locator('#addressProof').waitFor();
        await next(second);
        await heading(first, 'Check and send');
        await heading(second, 'Check and send');
        const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
        // If the second page sends the data first, the first page can show the thank-you heading before its own click. That click
        // then fails, and the test ignores the failure.
        await Promise.all([send(first).catch(() => undefined), send(second)]);
        for (const page of [first, second]) await heading(page, 'Thank you, we have received everything');
        await second.goto(address);
        await heading(second, 'This code was used already');
      }),
    );
    await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    const { verificationId } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    const { files = [] } = (await findVerification(userId, verificationId)) ?? {};
    expect(files.map(({ field }) => field).toSorted()).toEqual(['identity.frontIdUrl', 'selfieUrl']);
    const { data } = (await partner.get('/webhook-notifications')).body.data;
    const types = data.map(({ eventType }: { readonly eventType: string }) => eventType);
    expect(types.filter((type: string) => type === 'CREATED_KYC')).toHaveLength(1);
  });

  it('goes on there without script on either device', async () => {
    const url = await link(await partner.newUser());
    await inBrowser({ ...desktop, javaScriptEnabled: false }, (first) =>
      inBrowser({ ...phone, javaScriptEnabled: false }, async (second) => {
        await second.goto(await showCode(first, url));
        await second.getByRole('button', { name: 'Yes, continue here' }).click();
        await heading(second, 'Photo of the document');
        await first.getByRole('link', { name: 'Check now' }).click();
        await heading(first, 'Your phone is connected');
        await next(second);
        await heading(second, 'Photo of your face');
        await first.getByRole('link', { name: 'Check now' }).click();
        await first.getByText('Finished on your phone: Photo of the document.').waitFor();
        await first.getByRole('link', { name: 'Go on here' }).click();
        await heading(first, 'Photo of your face');
      }),
    );
  });

  it('does not open after a No, and the desktop says so', async () => {
    const url = await link(await partner.newUser());
    await inBrowser(desktop, (first) =>
      inBrowser(phone, async (second) => {
        await second.goto(await showCode(first, url));
        await second.getByRole('button', { name: 'No', exact: true }).click();
        await heading(second, 'This code was withdrawn');
        await heading(first, 'The code was withdrawn');
        await first.getByRole('button', { name: 'Make a new code' }).click();
        await heading(first, 'Continue on your phone');
      }),
    );
  });
});
