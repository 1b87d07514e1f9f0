/** Every state of the payment page in a browser: no finding of an accessibility check, no overflow, no large page. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import type { Asker } from '#shared/hosted-pages/asker';
import { failurePage } from '#shared/hosted-pages/failure-page';
import type { Page as HostedPage } from '#shared/hosted-pages/layout';
import { paymentPage } from '#shared/hosted-pages/payment/payment-page';
import { receiptPage } from '#shared/hosted-pages/payment/receipt-page';
import type { SurplusDeposit, Transaction } from '#shared/transactions/domain/transaction';
import { composeReceipt, composeReturnReceipt } from '#shared/transactions/receipts/compose-receipt';
import type { IssuedReceipt } from '#shared/transactions/receipts/receipt-document';
import type { ReceiptKind } from '#shared/transactions/receipts/repository';
import type { Language } from '#shared/values/languages';
import { money } from '#shared/values/money/money';
import { allViolations, browserOn, devices, skipped } from '#test/support/browser';
import { aBrand } from '#test/support/builders/branding';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';

vi.stubEnv('STAGE', 'sandbox');

const atMs = Date.UTC(2026, 0, 15, 12);
const ended = { deadlineMs: undefined } as const;
const completed = { status: 'COMPLETED', completedAtMs: atMs, ...ended } as const;
const payoutReturn = { amount: money(903_60n, 'MXN'), reason: 'RETURNED_BY_BANK', atMs };
const deposit = (minor: bigint, currency: 'MXN' | 'USDC' | 'USDT', returnedAtMs?: number): SurplusDeposit => ({
  amount: money(minor, currency),
  atMs,
  returnedAtMs,
});

const payments: readonly (readonly [state: string, payment: Transaction])[] = [
  ['waiting for a transfer', anOnRamp()],
  ['waiting for tokens', anOffRamp()],
  ['underpaid', anOnRamp({ surplusDeposits: [deposit(600_00n, 'MXN')] })],
  ['underpaid and returned', anOnRamp({ surplusDeposits: [deposit(600_00n, 'MXN', atMs)] })],
  ['partly paid', anOnRamp({ depositTerms: { partial: 'TOP_UP' }, surplusDeposits: [deposit(600_00n, 'MXN')] })],
  ['another token', anOffRamp({ surplusDeposits: [deposit(50_000_000n, 'USDT')] })],
  ['another network', anOffRamp({ surplusDeposits: [{ ...deposit(50_000_000n, 'USDC'), blockchain: 'ETH' }] })],
  ['looking', anOffRamp({ status: 'PENDING' })],
  ['not found', anOffRamp({ status: 'CRYPTO_NOT_RECEIVED' })],
  ['held', anOffRamp({ status: 'CRYPTO_RECEIVED' })],
  ['confirming', anOffRamp({ status: 'CRYPTO_RECEIVED', executedAtMs: atMs, ...ended })],
  ['converting', aCrossRamp({ status: 'IN_PROGRESS', ...ended })],
  ['overpaid', anOnRamp({ status: 'FIAT_RECEIVED', surplusDeposits: [deposit(10_00n, 'MXN')], ...ended })],
  ['paying out', anOnRamp({ status: 'IN_PROGRESS', ...ended })],
  ['completed', anOnRamp(completed)],
  ['back from the bank', anOffRamp({ ...completed, payoutReturn, refundHeld: money(903_60n, 'MXN') })],
  ['back from the bank, and returned', anOffRamp({ ...completed, payoutReturn })],
  ['cancelled', anOnRamp({ status: 'CANCELLED', cancellationReason: 'CANCELLED_BY_PARTNER', ...ended })],
  ['refused', anOnRamp({ status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED', ...ended })],
  ['not executed', anOffRamp({ status: 'CANCELLED', cancellationReason: 'NOT_EXECUTED', ...ended })],
  ['expired', anOnRamp({ status: 'EXPIRED', ...ended })],
  ['late', anOnRamp({ status: 'EXPIRED', surplusDeposits: [deposit(1000_00n, 'MXN')], ...ended })],
  ['failed', anOffRamp({ status: 'FAILED', refundHeld: money(903_60n, 'MXN'), ...ended })],
  ['refunded', anOffRamp({ status: 'FAILED', ...ended })],
];

function receiptView(language: Language): HostedPage {
  const transaction = anOffRamp({ ...completed, payoutReturn });
  const user = aUser({ firstName: 'Lucía', lastName: 'Hernández' });
  const receiptId = '019bc1c5-0000-7000-8000-0000000000aa';
  const sources = { receiptId, transaction, user, receiverName: undefined, depositedAtMs: atMs, issuedAtMs: atMs };
  const issued = (kind: ReceiptKind, text: string): IssuedReceipt => ({
    transaction,
    kind,
    receipt: { receiptId, texts: { en: text, es: text, pt: text } },
  });
  return receiptPage({
    receipt: issued('RECEIPT', JSON.stringify(composeReceipt(sources, language))),
    returned: issued('RETURN_RECEIPT', JSON.stringify(composeReturnReceipt(sources, receiptId, language))),
    language,
    token: 'A'.repeat(43),
  });
}

const pages: readonly (readonly [state: string, view: (language: Language) => HostedPage])[] = [
  ...payments.map(
    ([state, payment]) => [state, (language: Language) => paymentPage(payment, { language, nowMs: atMs })] as const,
  ),
  ['the receipt', receiptView],
  ['an unknown link', (language) => failurePage('unknown', language)],
  ['a link that has ended', (language) => failurePage('expired', language)],
  ['a failure of ours', (language) => failurePage('broken', language)],
];

const asker: Asker = { purpose: 'PAYMENT', branding: aBrand() };

const views: readonly {
  readonly name: string;
  readonly language: Language;
  readonly asker: Asker | undefined;
  readonly options: BrowserContextOptions;
}[] = [
  { name: 'phone-es', language: 'es', asker: undefined, options: devices.phone },
  { name: 'phone-pt-dark', language: 'pt', asker, options: { ...devices.phone, colorScheme: 'dark' } },
  { name: 'desktop-en', language: 'en', asker, options: devices.desktop },
];

/** Bytes of a page without its pictures. */
const MAX_PAGE_BYTES = 60_000;

const ORIGIN = 'https://pages.example.com';
const inBrowser = browserOn(ORIGIN);

describe.skipIf(skipped !== '')(`the payment page in each state${skipped}`, () => {
  it.each(views)('has no finding of any severity: $name', { timeout: 600_000 }, async (view) => {
    await inBrowser({ ...view.options, bypassCSP: true }, async (page) => {
      let body = '';
      await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
      for (const [state, show] of pages) {
        const html = String(await show(view.language).render(view.asker));
        const written = html.replaceAll(/data:image\/png;base64,[^"]+|<svg[\s\S]*?<\/svg>/g, '');
        expect(Buffer.byteLength(written), state).toBeLessThan(MAX_PAGE_BYTES);
        body = `<!doctype html>${html}`;
        await page.goto(`${ORIGIN}/pay/token`);
        expect(await allViolations(page), state).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), state).toBeLessThan(1);
      }
    });
  });
});
