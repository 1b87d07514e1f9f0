import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { blockchains, tokenSymbols } from '#shared/values/money/currency';
import { browserOn, devices, skipped, allViolations as violations } from '#test/support/browser';
import { scanned } from '#test/support/scan-code';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();
const inBrowser = browserOn(running.baseUrl);

async function newOnRamp() {
  const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 500 };
  const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  return (await partner.create('/on-ramp', { ...order, destinationWalletAddress })).body.data;
}

async function newOffRamp(blockchainSymbol: string, tokenSymbol: string, cryptoAmount: number) {
  const userBankInformation = { country: 'MX', accountIdentifier: '646180110400000007' };
  const order = { userId, fiatCurrency: 'MXN', blockchainSymbol, tokenSymbol, cryptoAmount, userBankInformation };
  const { status, text, body } = await partner.create('/off-ramp', order);
  expect(status, text).toBe(201);
  return body.data;
}

const deposit = (id: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event: 'DEPOSIT_RECEIVED' });

const browsers = [
  {
    name: 'phone-es',
    options: { ...devices.phone, locale: 'es-MX' },
    title: /^Pague 500/,
    arrived: 'Su pago está completo',
  },
  {
    name: 'phone-en',
    options: { ...devices.phone, locale: 'en-US' },
    title: /^Pay 500/,
    arrived: 'Your payment is completed',
  },
  {
    name: 'phone-pt-dark',
    options: { ...devices.phone, locale: 'pt-BR', colorScheme: 'dark' },
    title: /^Pague 500/,
    arrived: 'Seu pagamento foi concluído',
  },
  {
    name: 'desktop-es-dark',
    options: { ...devices.desktop, locale: 'es-MX', colorScheme: 'dark' },
    title: /^Pague 500/,
    arrived: 'Su pago está completo',
  },
  {
    name: 'desktop-en',
    options: { ...devices.desktop, locale: 'en-US' },
    title: /^Pay 500/,
    arrived: 'Your payment is completed',
  },
  {
    name: 'desktop-pt',
    options: { ...devices.desktop, locale: 'pt-BR' },
    title: /^Pague 500/,
    arrived: 'Seu pagamento foi concluído',
  },
] as const;

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.skipIf(skipped !== '')(`paying in a browser${skipped}`, () => {
  it.each(browsers)(
    'shows the payment and its completion without a reload: $name',
    async ({ options, title, arrived }) => {
      const { id, paymentUrl, bankAccount } = await newOnRamp();
      const context = { ...options, bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] };
      await inBrowser(context, async (page) => {
        await page.goto(paymentUrl);
        expect(await page.locator('h1').textContent()).toMatch(title);
        expect(await overflow(page)).toBe(0);
        expect(await violations(page)).toEqual([]);
        await page.locator('[data-of=account]').click();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(bankAccount.accountIdentifier);
        await page.locator('[data-of=amount]').click();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe('500.00');
        await page.evaluate('window.sameDocument = true');
        await deposit(id);
        await page.locator('h1', { hasText: arrived }).waitFor();
        expect(await page.evaluate('window.sameDocument')).toBe(true);
        expect(await page.locator('p.unseen[role=status]').textContent()).not.toBe('');
        expect(await page.getByText(bankAccount.accountIdentifier).count()).toBe(0);
        expect(await violations(page)).toEqual([]);
      });
    },
  );

  it('shows amount, account and state without script', async () => {
    const { id, paymentUrl, bankAccount } = await newOnRamp();
    await inBrowser({ ...devices.phone, locale: 'en-US', javaScriptEnabled: false }, async (page) => {
      await page.goto(paymentUrl);
      for (const shown of [bankAccount.accountIdentifier, bankAccount.message, 'Partner Ramp Sandbox'])
        expect(await page.getByText(shown).isVisible()).toBe(true);
      expect(await page.locator('[data-copy]').first().isVisible()).toBe(false);
      await deposit(id);
      await page.getByRole('link', { name: 'Check again' }).click();
      // The sandbox continues automatically.
      expect(await page.locator('h1').textContent()).toMatch(/has arrived|on its way|is completed/);
    });
  });

  it.each(blockchains.flatMap((chain) => tokenSymbols.map((token) => [chain, token] as const)))(
    'has codes of the address on %s that a camera reads, for %s',
    async (chain, token) => {
      // BSC is available only for amounts above 50,000 MXN.
      const amount = chain === 'BSC' ? 5000.123456 : 50.123456;
      const { paymentUrl, destinationWalletAddress: address } = await newOffRamp(chain, token, amount);
      await inBrowser({ ...devices.phone, locale: 'en-US' }, async (page) => {
        await page.goto(paymentUrl);
        expect(await scanned(page, '#address-code')).toEqual([address]);
        if (chain === 'SOL') {
          expect(await page.locator('#request-code').count()).toBe(0);
          return;
        }
        await page.locator('summary').click();
        const [request = ''] = await scanned(page, '#request-code');
        const { groups = {} } =
          /^ethereum:(?<contract>0x[0-9a-fA-F]{40})@(?<chainId>\d+)\/transfer\?address=(?<to>0x[0-9a-fA-F]{40})&uint256=(?<units>\d+)$/.exec(
            request,
          ) ?? {};
        expect(groups.to).toBe(address);
        expect(groups.contract).not.toBe(address);
        expect(groups.chainId).toBe({ POL: '137', ETH: '1', BSC: '56' }[chain]);
        // The amount is in the smallest unit of the token: 6 decimals, or 18 on BSC.
        expect(BigInt(groups.units ?? '')).toBe(chain === 'BSC' ? 5_000_123_456n * 10n ** 12n : 50_123_456n);
      });
    },
  );

  it('can be read with the keyboard alone', async () => {
    const { paymentUrl } = await newOffRamp('POL', 'USDC', 50);
    await inBrowser({ ...devices.desktop, locale: 'en-US' }, async (page) => {
      await page.goto(paymentUrl);
      const order: string[] = [];
      for (let at = 0; at < 8; at += 1) {
        await page.keyboard.press('Tab');
        order.push(
          await page.evaluate<string>('document.activeElement.dataset.of || document.activeElement.textContent.trim()'),
        );
      }
      expect(order).toEqual([
        'Skip to the content',
        'Español',
        'English',
        'Português',
        'amount',
        'address',
        'Code with token and amount, for wallets that read it',
        'Check again',
      ]);
    });
  });
});
