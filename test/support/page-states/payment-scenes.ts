import { handler as openPage } from '#functions/pages/pay/open/handler';
import type { SurplusDeposit, Transaction } from '#shared/transactions/domain/transaction';
import { saveConfirmations } from '#shared/transactions/provider-reports/repository';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { START_MS as atMs } from '#test/support/handlers/randomness';
import { completedTransaction } from '#test/support/handlers/receipts';
import type { World } from '#test/support/handlers/world';
import { withPaymentPage } from '#test/support/payment-pages';
import { brand, type Chapter, type Scene } from './scene';

const deposit = (minor: bigint, currency: 'MXN' | 'USDC' | 'USDT', returnedAtMs?: number): SurplusDeposit => ({
  ...{ amount: money(minor, currency), atMs, returnedAtMs },
});

const depositAccount = {
  ...{ country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', message: 'PR0000' },
  beneficiary: 'Partner Ramp Sandbox',
};
const ended = { deadlineMs: undefined } as const;
const completed = { status: 'COMPLETED', completedAtMs: atMs, ...ended } as const;
const payoutReturn = { amount: money(903_60n, 'MXN'), reason: 'RETURNED_BY_BANK', atMs };

interface Payment {
  readonly state: string;
  readonly transaction: Transaction;
  readonly sentence: string;
}

const payment = (state: string, transaction: Transaction, sentence: string): Payment => ({
  ...{ state, transaction, sentence },
});

/** Payments that can still be made. */
const open: readonly Payment[] = [
  payment(
    'by-bank',
    anOnRamp({ depositAccount }),
    'A transfer by bank: what to enter, each with a button that copies it, and until when.',
  ),
  payment(
    'by-wallet',
    anOffRamp(),
    'A transfer of tokens: the network in words, and a code of the address that every wallet reads.',
  ),
  payment(
    'by-wallet-without-amount',
    anOffRamp({ blockchain: 'SOL', depositAddress: '4Nd1mYQtXkqPz8HbQ1i7z3sTn5aVf5Pq6yq8mZt1Vb2W' }),
    'On Solana there is no code with an amount, since wallets read it differently.',
  ),
  payment('announced', anOffRamp({ status: 'PENDING' }), 'A payment that was announced is looked for.'),
  payment('not-found', anOffRamp({ status: 'CRYPTO_NOT_RECEIVED' }), 'A payment that is not found yet can wait.'),
  payment(
    'underpaid',
    anOnRamp({ depositAccount, surplusDeposits: [deposit(600_00n, 'MXN')] }),
    'Less than what is due arrived: it goes back, and the whole amount is still due.',
  ),
  payment(
    'underpaid-returned',
    anOnRamp({ depositAccount, surplusDeposits: [deposit(600_00n, 'MXN', atMs)] }),
    'What was too little has been returned, and the whole amount is still due.',
  ),
  payment(
    'partly-paid',
    anOnRamp({ depositAccount, depositTerms: { partial: 'TOP_UP' }, surplusDeposits: [deposit(600_00n, 'MXN')] }),
    'A part has arrived and counts: the page asks for the rest alone.',
  ),
  payment(
    'other-token',
    anOffRamp({ surplusDeposits: [deposit(50_000_000n, 'USDT')] }),
    'Another token arrived: it is not converted and goes back.',
  ),
];

/** Payments in progress or completed. */
const received: readonly Payment[] = [
  payment('held', anOffRamp({ status: 'CRYPTO_RECEIVED' }), 'The payment waits for the order to be confirmed.'),
  payment(
    'confirming',
    anOffRamp({ status: 'CRYPTO_RECEIVED', executedAtMs: atMs, ...ended }),
    'The payment is being confirmed on the network.',
  ),
  payment('converting', aCrossRamp({ status: 'IN_PROGRESS', ...ended }), 'The payment is being converted.'),
  payment(
    'overpaid',
    anOnRamp({ status: 'FIAT_RECEIVED', surplusDeposits: [deposit(10_00n, 'MXN')], ...ended }),
    'What arrived beyond the amount goes back by itself.',
  ),
  payment(
    'reviewing',
    anOnRamp({
      status: 'IN_PROGRESS',
      ...ended,
      hold: { reason: 'COMPLIANCE_REVIEW', requestedInformation: [], sinceMs: atMs, deadlineMs: undefined },
    }),
    'The payout is held, and reviewed.',
  ),
  payment('paying-out', anOnRamp({ status: 'IN_PROGRESS', ...ended }), 'The converted amount is on its way.'),
  payment('completed', anOnRamp(completed), 'The payment is completed, and its receipt can be opened.'),
  payment(
    'payout-returned',
    anOffRamp({ ...completed, payoutReturn, refundHeld: money(903_60n, 'MXN') }),
    'The bank sent the payout back, and the money is held for its owner.',
  ),
  payment('payout-refunded', anOffRamp({ ...completed, payoutReturn }), 'A payout that came back was returned.'),
  payment(
    'cancelled',
    anOnRamp({ status: 'CANCELLED', cancellationReason: 'CANCELLED_BY_PARTNER', ...ended }),
    'The payment was cancelled, and what arrives now goes back.',
  ),
  payment(
    'refused',
    anOnRamp({ status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED', ...ended }),
    'The account is in another name, and the whole deposit goes back.',
  ),
  payment(
    'not-executed',
    anOffRamp({ status: 'CANCELLED', cancellationReason: 'NOT_EXECUTED', ...ended }),
    'The order was not confirmed in time, and the whole deposit goes back.',
  ),
  payment('expired', anOnRamp({ status: 'EXPIRED', ...ended }), 'The time to pay has ended.'),
  payment(
    'late',
    anOnRamp({ status: 'EXPIRED', surplusDeposits: [deposit(1000_00n, 'MXN')], ...ended }),
    'A payment that arrived after the end goes back.',
  ),
  payment(
    'failed',
    anOffRamp({ status: 'FAILED', refundHeld: money(903_60n, 'MXN'), ...ended }),
    'The payout could not be made, and the money is held for its owner.',
  ),
  payment(
    'refunded',
    anOffRamp({ status: 'FAILED', ...ended }),
    'The payout could not be made, and the money is back.',
  ),
];

/** Transactions with pictures. */
export const pictured: readonly Transaction[] = [...open, ...received].map(({ transaction }) => transaction);

const stored =
  (one: Transaction) =>
  async (world: World): Promise<string> => {
    await brand(world);
    const { transaction, token } = withPaymentPage(one);
    await world.transaction(transaction);
    return `/pay/${token}`;
  };

const wellKnown = ['by-bank', 'by-wallet', 'underpaid', 'partly-paid', 'completed'];

const toScene = ({ state, transaction, sentence }: Payment): Scene => ({
  states: { [state]: sentence },
  prepare: stored(transaction),
  ...(wellKnown.includes(state) ? { also: ['desktop-en-dark', 'phone-pt-light'] } : {}),
});

/** Stores a completed payment with an issued receipt. */
const issued = (one: Transaction) => async (world: World) => {
  await brand(world);
  const { transaction, token } = withPaymentPage(one);
  await completedTransaction(world, () => transaction);
  await world.call(openPage, { path: { token }, query: { step: 'receipt' } });
  return `/pay/${token}?step=receipt`;
};

/** Stores a token deposit with some confirmations. */
const confirmingOnChain = async (world: World) => {
  const transaction = anOffRamp({ status: 'PENDING' });
  const path = await stored(transaction)(world);
  await saveConfirmations(transaction, { confirmations: 7, required: 12, atMs: Date.now() });
  return path;
};

export const paying: Chapter = {
  folder: 'paying',
  title: 'Paying in',
  scenes: [
    ...open.map(toScene),
    {
      states: { copied: 'A button that has copied its text says so.' },
      prepare: stored(anOnRamp({ depositAccount })),
      act: async (page, keep) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.locator('[data-of=account]').click();
        await page.locator('[data-of=account]', { hasText: /^Copi/ }).waitFor();
        await keep('copied');
      },
    },
    {
      states: { 'second-code': 'The code with token and amount is a second choice, for wallets that read it.' },
      prepare: stored(anOffRamp()),
      act: async (page, keep) => {
        await page.locator('summary').click();
        await keep('second-code');
      },
    },
    {
      states: { 'confirming-on-chain': 'A transfer of tokens has 7 of 12 confirmations, and need not be sent again.' },
      prepare: confirmingOnChain,
      also: ['desktop-en-dark'],
    },
    {
      states: { offline: 'While the state cannot be asked for, the page says so and tries again.' },
      prepare: stored(anOnRamp({ depositAccount })),
      act: async (page, keep) => {
        await page.route('**/pay/**', (route) => route.abort());
        await page.locator('#offline:not([hidden])').waitFor();
        await keep('offline');
      },
    },
    {
      states: { 'without-script': 'Without scripts the page has everything but buttons that copy.' },
      prepare: stored(anOnRamp({ depositAccount })),
      script: false,
    },
    {
      states: { production: 'In production the page does not speak of a test.' },
      prepare: stored(anOnRamp({ depositAccount: { ...depositAccount, beneficiary: 'Partner Ramp' } })),
      stage: 'production',
    },
  ],
};

export const paid: Chapter = {
  folder: 'paid',
  title: 'After the payment',
  scenes: [
    ...received.map(toScene),
    {
      states: { receipt: 'The receipt as it was issued, with shortened account numbers.' },
      prepare: issued(anOffRamp(completed)),
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: { 'receipt-of-return': 'A return has a receipt of its own, below the first one.' },
      prepare: issued(anOffRamp({ ...completed, payoutReturn })),
    },
  ],
};
