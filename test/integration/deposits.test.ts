/** Deposits of another amount than the agreed one, from outside: kept, topped up, tolerated, and returned. */
import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { setAgreement } from '#shared/partners/repository';
import { ENGLISH, getPage, heading } from '#test/support/pages';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner('Deposits');
// The terms hold before the first call: a key's agreement is cached for a minute.
const terms = { toleranceBps: 100, partial: 'TOP_UP' } as const;
await setAgreement(partner.partnerId, (all) => ({ ...all, deposits: terms }), { atMs: Date.now() });
const userId = await partner.verifiedUser();

const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const onRamp = { ...order, fiatAmount: 500, destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
const offRamp = { ...order, cryptoAmount: 50, userBankInformation: { accountIdentifier: '012180015500000008' } };

async function create(path: string, body: object) {
  const { status, text, body: answer } = await partner.post(path, body);
  expect(status, text).toBe(201);
  return answer.data;
}

const shown = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;
const deposit = async (id: string, amount: number) => {
  const body = { event: 'DEPOSIT_RECEIVED', amount };
  const { status, text, body: answer } = await partner.post(`/sandbox/transactions/${id}/simulate`, body);
  expect(status, text).toBe(200);
  return answer.data;
};
const reaches = (id: string, status: string) => until(async () => (await shown(id)).status === status);

interface Line {
  readonly account: string;
  readonly side: 'DEBIT' | 'CREDIT';
  readonly amount: string;
  readonly currency: string;
}

/** Credits less debits of an account and a currency, in hundredths. */
async function balances(id: string): Promise<Map<string, number>> {
  const lines: readonly Line[] = (await partner.get(`/transactions/${id}/ledger`)).body.data.data;
  const sums = new Map<string, number>();
  for (const { account, side, amount, currency } of lines) {
    const key = `${account.replace(/:[-0-9a-f]{36}/, '')} ${currency}`;
    const cents = Math.round(Number(amount) * 100);
    sums.set(key, (sums.get(key) ?? 0) + (side === 'CREDIT' ? cents : -cents));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0));
}

it('two deposits within the tolerance fund an on-ramp, and the page asks for what is missing', async () => {
  const { id, paymentUrl } = await create('/on-ramp', onRamp);
  expect(await deposit(id, 200)).toMatchObject({
    ...{ status: 'PENDING_PAYMENT', depositReceived: 200, depositOutstanding: 300 },
    surplusDeposits: [{ amount: 200 }],
  });
  expect(heading(await getPage(paymentUrl, ENGLISH)).replaceAll('\u00a0', ' ')).toBe('Pay 300.00 MXN');
  expect((await deposit(id, 296)).status).toBe('FIAT_RECEIVED');
  await reaches(id, 'COMPLETED');
  const done = await shown(id);
  expect(done).toMatchObject({ depositReceived: 496, depositOutstanding: 0 });
  expect(done.surplusDeposits).toEqual([expect.objectContaining({ amount: 200, usedAt: expect.any(String) })]);
  const books = await balances(id);
  expect([books.get('settlement:pay-in MXN'), books.get('partner:shortfall MXN')]).toEqual([-496_00, -4_00]);
  expect([...books.keys()].filter((key) => /^(user|refund)/.test(key))).toEqual([]);
});

it('what was kept goes back after a cancellation, and no entry is left on an account of the user', async () => {
  const { id } = await create('/on-ramp', onRamp);
  await deposit(id, 200);
  expect((await partner.put(`/transactions/${id}/cancel`)).status).toBe(200);
  await until(async () => (await balances(id)).size === 0);
  expect(await shown(id)).toMatchObject({ status: 'CANCELLED', surplusDeposits: [{ amount: 200 }] });
});

it('a payout that fails gives back what was paid in, and the partner what it bore', async () => {
  const { id } = await create('/off-ramp', offRamp);
  await partner.post(`/sandbox/transactions/${id}/simulate`, { event: 'PAYOUT_FAILED' });
  expect((await deposit(id, 49.5)).status).toBe('CRYPTO_RECEIVED');
  await partner.post('/off-ramp/execute', { transactionId: id });
  await reaches(id, 'FAILED');
  const books = await balances(id);
  expect([books.get('settlement:pay-in USDC'), books.get('platform:position USDC')]).toEqual([-49_50, 49_50]);
  expect(books.has('partner:shortfall USDC')).toBe(false);
  // The refund is owed to the user until the bank has paid it, which happens by itself.
  const owed = books.get('refund MXN') ?? 0;
  const paid = books.get('settlement:pay-out MXN') ?? 0;
  expect(owed + paid).toBe(-(books.get('platform:position MXN') ?? 0));
  expect(owed + paid).toBeGreaterThan(0);
  await until(async () => !(await balances(id)).has('refund MXN'));
});
