import { expect, it } from 'vitest';
import { handler } from '#functions/pages/pay/open/handler';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { SurplusDeposit, Transaction } from '#shared/transactions/domain/transaction';
import { OPEN_AFTER_END_MS } from '#shared/transactions/payment-links/find-payment';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describePage } from '#test/support/handlers/describe-page';
import { createWorld, type World } from '#test/support/handlers/world';
import { withPaymentPage } from '#test/support/payment-pages';

describePage({
  id: 'openPaymentPage',
  handler,
  request: async (world) => ({ path: { token: await payable(world, anOnRamp()) } }),
  takesForm: false,
});

/** Stores a transaction of the world's partner, and returns the token of its page. */
async function payable(world: World, one: Transaction): Promise<string> {
  const { transaction, token } = withPaymentPage(one);
  await world.transaction(transaction);
  return token;
}

interface Shown {
  readonly status: number;
  readonly title: string | undefined;
  readonly text: string;
  /** Each entry by its label. */
  readonly entries: Readonly<Record<string, string>>;
  readonly html: string;
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();

async function show(
  one: Transaction,
  request: { query?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const world = await createWorld('openPaymentPage');
  const token = await payable(world, one);
  const before = world.table.items();
  const { status, text: html } = await world.call(handler, { path: { token }, ...request });
  expect(world.table.items()).toEqual(before);
  expect(html).not.toContain(token);
  const entries = [...html.matchAll(/<dt>(.*?)<\/dt><dd><span[^>]*>(.*?)<\/span>(?:<button|<\/dd>)/g)];
  const state = /id="state">(.*?)<\/div>/s.exec(html)?.[1] ?? '';
  const shown: Shown = {
    status,
    title: plain(/<h1>(.*)<\/h1>/.exec(html)?.[1] ?? ''),
    text: plain(state),
    entries: Object.fromEntries(entries.map(([, label = '', value = '']) => [label, plain(value)])),
    html,
  };
  return shown;
}

const english = { query: { lang: 'en' } };

it('shows everything that has to be entered for a transfer by SPEI', async () => {
  const { depositAccount, ...rest } = anOnRamp();
  const { status, title, text, entries } = await show(
    { ...rest, depositAccount: { ...depositAccount, beneficiary: 'Partner Ramp Sandbox' } },
    english,
  );
  expect({ status, title, text }).toEqual({
    status: 200,
    title: 'Pay 1,000.00 MXN',
    text: 'Your payment has not arrived yet. This page shows it once it has.',
  });
  expect(entries).toEqual({
    Beneficiary: 'Partner Ramp Sandbox',
    Bank: 'STP',
    CLABE: '646180110400000007',
    Amount: '1,000.00 MXN (Mexican pesos)',
    Reference: 'PR0000',
    'Pay by': '18 January 2026 at 06:00 GMT\u20116 (71 h 59 min left)'.replace('71 h 59', '72 h 0'),
  });
});
