import { expect, it } from 'vitest';
import { handler } from '#functions/pages/pay/open/handler';
import type { SurplusDeposit, Transaction } from '#shared/transactions/domain/transaction';
import { OPEN_AFTER_END_MS } from '#shared/transactions/payment-links/find-payment';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describePage } from '#test/support/handlers/describe-page';
import { completedTransaction } from '#test/support/handlers/receipts';
import { createWorld, type World } from '#test/support/handlers/world';
import { withPaymentPage } from '#test/support/payment-pages';

describePage('openPaymentPage', handler, {
  request: async (world) => ({ path: { token: await payable(world, anOnRamp()) } }),
  takesForm: false,
});

/** Stores a transaction. @returns the token of its payment page */
async function payable(world: World, one: Transaction): Promise<string> {
  const { transaction, token } = withPaymentPage(one);
  await world.transaction(transaction);
  return token;
}

interface Shown {
  readonly status: number;
  readonly title: string | undefined;
  readonly text: string;
  /** Entries by label. */
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

it('shows token, network, exact amount and address of a transfer of tokens, and two codes', async () => {
  const cryptoAmount = money(50_123_456n, 'USDT');
  const { title, entries, html } = await show(anOffRamp({ blockchain: 'BSC', cryptoAmount }), english);
  expect(title).toBe('Pay 50.123456 USDT');
  expect(entries).toMatchObject({
    Token: 'USDT',
    Network: 'BNB Smart Chain',
    Amount: '50.123456 USDT (Tether USD)',
    Address: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
  expect(html.match(/<svg role="img"/g)).toHaveLength(2);
  expect(plain(html)).toContain('Send USDT on BNB Smart Chain and on no other network.');
});

it('has no code with an amount on Solana', async () => {
  const depositAddress = '4Nd1mYQtXkqPz8HbQ1i7z3sTn5aVf5Pq6yq8mZt1Vb2W';
  const { html } = await show(anOffRamp({ blockchain: 'SOL', depositAddress }));
  expect(html.match(/<svg role="img"/g)).toHaveLength(1);
});

const atMs = Date.UTC(2026, 0, 15, 12);
const deposit = (minor: bigint, currency: 'MXN' | 'USDC' | 'USDT', returnedAtMs?: number): SurplusDeposit => ({
  amount: money(minor, currency),
  atMs,
  returnedAtMs,
});
const ended = { deadlineMs: undefined } as const;
const completed = { status: 'COMPLETED', completedAtMs: atMs, ...ended } as const;
const payoutReturn = { amount: money(903_60n, 'MXN'), reason: 'RETURNED_BY_BANK', atMs };
const instant = '15 January 2026 at 06:00 GMT\u20116';
const nothingToDo = 'There is nothing more for you to do.';
const converting = `1,000.00 MXN has arrived and is being converted into 53.129 USDC. ${nothingToDo}`;
const doNotPay = 'Do not pay any more. What arrives now is not converted; it is returned to you.';

it.each<[string, Transaction, string, string]>([
  [
    'underpaid',
    anOnRamp({ surplusDeposits: [deposit(600_00n, 'MXN')] }),
    'Pay 1,000.00 MXN',
    '600.00 MXN arrived, which is less than what is due. It does not count towards this payment and is returned to you. 1,000.00 MXN is still due, in one transfer.',
  ],
  [
    'underpaid and returned',
    anOnRamp({ surplusDeposits: [deposit(600_00n, 'MXN', atMs)] }),
    'Pay 1,000.00 MXN',
    `600.00 MXN that could not be used was returned to you on ${instant}. 1,000.00 MXN is still due, in one transfer.`,
  ],
  [
    'partly paid',
    anOnRamp({ depositTerms: { partial: 'TOP_UP' }, surplusDeposits: [deposit(600_00n, 'MXN')] }),
    'Pay 400.00 MXN',
    '600.00 MXN has arrived and counts towards this payment. If the rest does not arrive in time, it is returned to you. 400.00 MXN is still due, in one transfer.',
  ],
  [
    'paid in two parts, and a little short',
    anOnRamp({
      ...{ status: 'FIAT_RECEIVED', shortfall: money(5_00n, 'MXN'), ...ended },
      surplusDeposits: [{ ...deposit(600_00n, 'MXN'), usedAtMs: atMs }],
    }),
    'Your payment has arrived',
    converting.replace('1,000.00', '995.00'),
  ],
  [
    'another token',
    anOffRamp({ surplusDeposits: [deposit(50_000_000n, 'USDT')] }),
    'Pay 50.00 USDC',
    '50.00 USDT arrived, which is not the currency or token that is due. It is not converted and is returned to you. 50.00 USDC is still due, in one transfer.',
  ],
  [
    'another network',
    anOffRamp({ surplusDeposits: [{ ...deposit(50_000_000n, 'USDC'), blockchain: 'ETH' }] }),
    'Pay 50.00 USDC',
    '50.00 USDC arrived on Ethereum, which is not the network of this payment. It is not converted and is returned to you. 50.00 USDC is still due, in one transfer.',
  ],
  [
    'announced',
    anOffRamp({ status: 'PENDING' }),
    'We are looking for your payment',
    'We were told that 50.00 USDC was sent, and we are looking for it. If you have not sent it yet, you can send it now.',
  ],
  [
    'not found',
    anOffRamp({ status: 'CRYPTO_NOT_RECEIVED' }),
    'Your payment has not been found yet',
    'We have not found 50.00 USDC on the network. If you have sent it, there is nothing to do but wait; if not, you can still send it.',
  ],
  [
    'held',
    anOffRamp({ status: 'CRYPTO_RECEIVED' }),
    'Your payment has arrived',
    '50.00 USDC has arrived. It is converted once the order is confirmed; if that does not happen by 16 January 2026 at 06:00 GMT\u20116, it is returned to you.',
  ],
  [
    'confirming',
    anOffRamp({ status: 'CRYPTO_RECEIVED', executedAtMs: atMs, ...ended }),
    'Your payment is being confirmed',
    `50.00 USDC has arrived and is being confirmed on the network. ${nothingToDo}`,
  ],
  ['received', anOnRamp({ status: 'FIAT_RECEIVED', ...ended }), 'Your payment has arrived', converting],
  [
    'overpaid',
    anOnRamp({ status: 'FIAT_RECEIVED', surplusDeposits: [deposit(10_00n, 'MXN')], ...ended }),
    'Your payment has arrived',
    `${converting} 10.00 MXN arrived beyond what was due. It is returned to you, and you have nothing to do.`,
  ],
  [
    'paying out',
    anOnRamp({ status: 'IN_PROGRESS', ...ended }),
    '53.129 USDC is on its way',
    'Your payment of 1,000.00 MXN has arrived, and 53.129 USDC is being paid out.',
  ],
  [
    'converting',
    aCrossRamp({ status: 'IN_PROGRESS', ...ended }),
    'Your payment has arrived',
    `2,000.01 MXN has arrived and is being converted into 97.28 USD. ${nothingToDo}`,
  ],
  [
    'completed',
    anOnRamp(completed),
    'Your payment is completed',
    `53.129 USDC was paid out on ${instant}. There is nothing left to do.`,
  ],
  [
    'back from the bank',
    anOffRamp({ ...completed, payoutReturn, refundHeld: money(903_60n, 'MXN') }),
    'The payout came back',
    'The bank sent 903.60 MXN back. 903.60 MXN is held for you until it is returned to you.',
  ],
  [
    'back from the bank, and returned',
    anOffRamp({ ...completed, payoutReturn }),
    'The payout came back',
    'The bank sent 903.60 MXN back, and it was returned to you.',
  ],
  [
    'cancelled',
    anOnRamp({ status: 'CANCELLED', cancellationReason: 'CANCELLED_BY_PARTNER', ...ended }),
    'This payment was cancelled',
    doNotPay,
  ],
  [
    'refused',
    anOnRamp({ status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED', ...ended }),
    'This payment was cancelled',
    'The name on the bank account is not the one that was verified. Your 1,000.00 MXN is returned to you in full.',
  ],
  [
    'not executed',
    anOffRamp({ status: 'CANCELLED', cancellationReason: 'NOT_EXECUTED', ...ended }),
    'Your payment is returned',
    'The order was not confirmed in time. Your 50.00 USDC is returned to you in full.',
  ],
  [
    'late',
    anOnRamp({ status: 'EXPIRED', surplusDeposits: [deposit(1000_00n, 'MXN')], ...ended }),
    'The time to pay has ended',
    `${doNotPay} 1,000.00 MXN arrived after this payment had ended. It is not converted and is returned to you.`,
  ],
  [
    'failed',
    anOffRamp({ status: 'FAILED', refundHeld: money(903_60n, 'MXN'), ...ended }),
    'The payout could not be made',
    '903.60 MXN is held for you until it is returned to you.',
  ],
  [
    'refunded',
    anOffRamp({ status: 'FAILED', ...ended }),
    'The payout could not be made',
    'Your money was returned to you.',
  ],
])('says what happens to the money of a payment that is %s', async (_, transaction, heading, sentence) => {
  const { status, title, text } = await show(transaction, english);
  expect([status, title, text]).toEqual([200, heading, sentence]);
});

it('shows no account to pay into once a deposit is no longer awaited', async () => {
  const { html } = await show(anOnRamp({ status: 'EXPIRED', ...ended }), english);
  expect(html).not.toMatch(/646180110400000007|<svg/);
});

it('says that the time has ended at the deadline, before that is stored', async () => {
  const { title } = await show(anOnRamp({ deadlineMs: atMs }), english);
  expect(title).toBe('The time to pay has ended');
});

it.each<[Record<string, string>, Record<string, string>, string]>([
  [{}, {}, 'es'],
  [{}, { 'accept-language': 'fr' }, 'es'],
  [{}, { 'accept-language': 'pt-BR,pt;q=0.9' }, 'pt'],
  [{ lang: 'en' }, { 'accept-language': 'es-MX' }, 'en'],
])("speaks the chosen language, else the browser's, else the country's: %j %j", async (query, headers, language) => {
  expect((await show(anOnRamp(), { query, headers })).html).toContain(`<html lang="${language}">`);
});

it('is English for a transfer of euros by a browser of no language', async () => {
  const iban = 'DE89370400440532013000';
  const depositAccount = { country: 'DE', accountIdentifier: iban, bankName: 'Sandbox Bank', message: 'PR1' };
  const { html, entries } = await show(anOnRamp({ fiatAmount: money(100_00n, 'EUR'), depositAccount }));
  expect(html).toContain('<html lang="en">');
  expect(entries).toMatchObject({ IBAN: iban, Amount: '100.00 EUR (euros)' });
});

it('says in the sandbox that no money may be sent, and nothing of it in production', async () => {
  expect(plain((await show(anOnRamp(), english)).html)).toContain('This is a test. Send no money');
  const world = await createWorld('openPaymentPage', { stage: 'production' });
  const { text } = await world.call(handler, { path: { token: await payable(world, anOnRamp()) }, ...english });
  expect(text).toContain('Pay 1,000.00');
  expect(text).not.toContain('This is a test');
});

it('shows what a provider wrote as text', async () => {
  const name = '</script><img src=x onerror=alert(1)>"&';
  const depositAccount = { country: 'MX', accountIdentifier: '1', bankName: name, beneficiary: name, message: 'PR1' };
  const { html } = await show(anOnRamp({ depositAccount }), english);
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});

it('stays open for 90 days after the end, and no longer', async () => {
  const world = await createWorld('openPaymentPage');
  const token = await payable(world, anOnRamp({ status: 'EXPIRED', updatedAtMs: Date.now(), ...ended }));
  world.advance(OPEN_AFTER_END_MS - 1);
  expect(await world.call(handler, { path: { token } })).toMatchObject({ status: 200 });
  world.advance(1);
  expect(await world.call(handler, { path: { token } })).toMatchObject({ status: 410 });
});

it('knows no token of another transaction, nor one that differs in its last bits', async () => {
  const world = await createWorld('openPaymentPage');
  const token = await payable(world, anOnRamp());
  const other = withPaymentPage(anOnRamp({ id: '019bc1c5-0000-7000-8000-00000000000a' })).token;
  const mixed = token.slice(0, 22) + other.slice(22);
  const last = token.slice(0, 42) + String.fromCharCode(token.charCodeAt(42) + 1);
  for (const wrong of [other, mixed, last])
    expect(await world.call(handler, { path: { token: wrong } })).toMatchObject({ status: 404 });
});

it('has no page for a transaction of a release before payment pages', async () => {
  const world = await createWorld('openPaymentPage');
  await world.transaction(anOnRamp());
  const { token } = withPaymentPage(anOnRamp());
  expect(await world.call(handler, { path: { token } })).toMatchObject({ status: 404 });
});

it('shows the receipt of a completed payment, and that of its return, with shortened account numbers', async () => {
  const world = await createWorld('openPaymentPage');
  const { transaction, token } = withPaymentPage(anOffRamp({ ...completed, payoutReturn }));
  await completedTransaction(world, () => transaction);
  const { text } = await world.call(handler, { path: { token }, query: { lang: 'en', step: 'receipt' } });
  const rows = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  const shown = rows.map(([, label = '', value = '']): [string, string] => [label, plain(value)]);
  expect(Object.fromEntries(shown.slice(2, 11))).toEqual({
    Completed: instant,
    Sender: 'Lucía Hernández',
    Recipient: 'Lucía Hernández',
    Bank: 'STP',
    'Account or wallet': 'ending in 0007',
    'Paid in': '50.00 USDC',
    Rate: '18.072',
    'Paid out': '903.60 MXN',
    'Deposit by': 'blockchain transfer',
  });
  expect(text).toContain('Receipt of the return');
  expect(text).not.toContain('646180110400000007');
  expect(world.table.items('RECEIPT')).toHaveLength(1);
});

it('asks for the rest alone where a part is kept, in every place that names an amount', async () => {
  const surplusDeposits = [deposit(20_000_000n, 'USDC')];
  const { entries, html } = await show(anOffRamp({ depositTerms: { partial: 'TOP_UP' }, surplusDeposits }), english);
  expect(entries.Amount).toBe('30.00 USDC (USD Coin)');
  expect(html).toContain('data-copy="30.00"');
  expect(html).not.toContain('50.00');
  expect(plain(html)).toContain('30.00 USDC on Polygon');
});
