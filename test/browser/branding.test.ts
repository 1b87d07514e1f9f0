import { expect, it } from 'vitest';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { aPng } from '#test/support/pictures';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const inBrowser = browserOn(running.baseUrl);

const name = 'Remesas Ejemplo';
const branding = {
  displayName: name,
  color: '#0b1d4d',
  helpUrl: 'https://partner.example.com/help',
  privacyUrl: 'https://partner.example.com/privacy',
  logo: aPng(240, 96).toString('base64'),
};

/** Creates a verification link of a new partner with this branding. */
async function newLink(): Promise<{ readonly url: string; readonly logoUrl: string }> {
  const partner = await running.newPartner();
  const set = await partner.put('/branding', branding);
  expect(set.status).toBe(200);
  const userId = await partner.newUser({ type: 'INDIVIDUAL' });
  const made = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
  return { url: made.body.data.kycLink, logoUrl: set.body.data.logoUrl };
}

it.skipIf(skipped !== '').each([
  ['phone', 'es', 'light', 'le pide verificar su identidad'],
  ['phone', 'pt', 'dark', 'pede que você verifique'],
  ['desktop', 'en', 'light', 'asks you to verify your identity'],
  ['desktop', 'es', 'dark', 'le pide verificar su identidad'],
] as const)(`pages show who asks: %s, %s, %s${skipped}`, async (device, language, colorScheme, sentence) => {
  const { url, logoUrl } = await newLink();
  await inBrowser({ ...devices[device], colorScheme, bypassCSP: true }, async (page) => {
    await page.goto(`${url}?lang=${language}`);
    const branding = page.locator('.branding');
    expect(await branding.textContent()).toContain(`${name} ${sentence}`);
    const logo = branding.locator('img');
    expect(await logo.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(240);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(await allViolations(page)).toEqual([]);
    await page.locator('footer a').click();
    await page.waitForURL(/step=accessibility/);
    expect(await allViolations(page)).toEqual([]);
  });
  const fetched = await fetch(logoUrl);
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it.skipIf(skipped !== '')(`the policy of the page lets its colours through${skipped}`, async () => {
  const { url } = await newLink();
  await inBrowser({ ...devices.phone, colorScheme: 'light' }, async (page) => {
    await page.goto(`${url}?lang=es`);
    const color = await page.evaluate("getComputedStyle(document.querySelector('form button')).backgroundColor");
    expect(color).toBe('rgb(11, 29, 77)');
  });
});
