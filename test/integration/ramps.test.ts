import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { sandboxRules } from '#shared/quotes/domain/sandbox-amounts';
import { findTransaction } from '#shared/transactions/repository';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { FAST } from '#test/support/test-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const mxAccount = { accountIdentifier: '012180015500000008' };

type Overrides = Readonly<Record<string, unknown>>;
const onRamp = (overrides: Overrides = {}) =>
  partner.post('/on-ramp', {
    userId,
    ...pair,
    fiatAmount: 500,
    destinationWalletAddress: WALLET,
    ...overrides,
  });
const offRamp = (overrides: Overrides = {}) =>
  partner.post('/off-ramp', {
    userId,
    ...pair,
    cryptoAmount: 50,
    userBankInformation: mxAccount,
    ...overrides,
  });
const crossRamp = (overrides: Overrides = {}) => partner.post('/cross-ramp', partner.crossRamp(userId, overrides));
const item = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;
/** Waits for a status of a transaction. Reads the table directly, which costs a tenth of an API request. */
const reaches = (id: string, status: string) => until(async () => (await findTransaction(id))?.status === status);
const execute = (transactionId: string, by = partner, more: Overrides = {}) =>
  by.post('/off-ramp/execute', { transactionId, ...more });
const simulate = (id: string, event: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event });

async function lock(transactionType: string, amounts: Overrides): Promise<string> {
  const quote =
    transactionType === 'CROSS_RAMP'
      ? await partner.post('/cross-ramp/quotes', { sourceCurrency: 'MXN', targetCurrency: 'USD', ...amounts })
      : await partner.post('/quotes', { transactionType, ...pair, ...amounts });
  expect(quote.status, quote.text).toBe(201);
  return quote.body.data.quoteId;
}

const readPayloads = async (id: string) => {
  const all = (await partner.get('/webhook-notifications?limit=100&sortOrder=asc')).body.data.data;
  const details = await Promise.all(
    all.map(async (one: { id: string }) => (await partner.get(`/webhook-notifications/${one.id}`)).body.data.payload),
  );
  return details.filter((payload) => payload.transactionId === id);
};
const readEvents = async (id: string) => (await readPayloads(id)).map(({ event }) => event);

describe('an on-ramp', () => {
  it('receives fiat and sends tokens to the wallet', async () => {
    const created = await onRamp();
    expect(created.status, created.text).toBe(201);
    const { id, exchangeRate, cryptoAmount } = created.body.data;
    expect(created.body.data).toMatchObject({
      status: 'PENDING_PAYMENT',
      fiatAmount: 500,
      crossFiatAmount: 0,
      tokenSymbol: 'USDC',
      flow: 'REGULAR',
      forwardingDays: 0,
      effectiveForwardingDays: 0,
      destinationWalletAddress: WALLET,
      bankAccount: { country: 'MX', isVerified: true, message: expect.stringMatching(/^PR/) },
    });
    expect(Math.abs(500 / exchangeRate - cryptoAmount)).toBeLessThan(0.000002);
    await simulate(id, 'DEPOSIT_RECEIVED');
    await reaches(id, 'COMPLETED');
    expect(await readEvents(id)).toEqual(['CREATED_ON_RAMP', 'FIAT_RECEIVED_ON_RAMP', 'COMPLETED_ON_RAMP']);
  });

  it('whose payout fails says so with a code and a sentence, in its webhook too', async () => {
    const { id } = (await onRamp()).body.data;
    await simulate(id, 'PAYOUT_FAILED');
    await simulate(id, 'DEPOSIT_RECEIVED');
    await reaches(id, 'FAILED');
    const ended = { reason: 'PAYOUT_FAILED', message: 'The payout could not be made' };
    expect(await item(id)).toMatchObject({
      cancellationReason: ended.reason,
      cancellationMessage: ended.message,
    });
    expect((await readPayloads(id)).at(-1)).toMatchObject({ event: 'FAILED_ON_RAMP', ...ended });
  });
});

describe('an off-ramp', () => {
  it('gets its own address, and pays out once it is executed', async () => {
    const [created, another] = [await offRamp(), await offRamp()];
    expect(created.status, created.text).toBe(201);
    const { id, destinationWalletAddress } = created.body.data;
    expect(destinationWalletAddress).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(destinationWalletAddress).not.toBe(another.body.data.destinationWalletAddress);
    expect(created.body.data).toMatchObject({
      status: 'PENDING_PAYMENT',
      bankAccount: { country: 'MX', bankName: 'BBVA MEXICO', isVerified: false },
    });
    expect((await execute(id)).body.data).toEqual({ id, status: 'PENDING' });
    await reaches(id, 'COMPLETED');
    expect((await execute(id)).body.data).toEqual({ id, status: 'COMPLETED' });
    expect((await item(id)).executedAt).toMatch(/Z$/);
    expect(await readEvents(id)).toEqual(['CREATED_OFF_RAMP', 'CRYPTO_RECEIVED_OFF_RAMP', 'COMPLETED_OFF_RAMP']);
    // The first payout verified the account with a penny test.
    const accounts = (await partner.get(`/banks/users/${userId}/accounts?country=MX`)).body.data.data;
    expect(
      accounts.filter((account: { clabe: string }) => account.clabe === mxAccount.accountIdentifier),
    ).toMatchObject([{ verificationStatus: 'VERIFIED', isVerified: true }]);
  });

  it("to a receiver's account does not verify the user's own account of the same number", async () => {
    const user = await partner.verifiedUser();
    const own = `/banks/users/${user}/accounts`;
    const details = { country: 'MX', ...mxAccount };
    const { id: ownId } = (await partner.post(own, details)).body.data;
    const receiver = await partner.post('/receivers', {
      userId: user,
      receiverType: 'BUSINESS',
      businessName: 'ACME',
    });
    const receiverId = receiver.body.data.id;
    const theirs = await partner.post(`/banks/receivers/${receiverId}/accounts`, details);
    expect(theirs.body.data.verificationStatus).toBe('NOT_REQUIRED');
    const ownStatus = async () => (await partner.get(own)).body.data.data[0].verificationStatus;
    const paid = async (account: Overrides) => {
      const { id } = (await offRamp({ userId: user, userBankInformation: undefined, ...account })).body.data;
      await execute(id);
      await reaches(id, 'COMPLETED');
    };
    await paid({ receiverId });
    expect(await ownStatus()).toBe('PENDING');
    await paid({ userBankInformationId: ownId });
    expect(await ownStatus()).toBe('VERIFIED');
  });
});

describe('the sandbox amounts', () => {
  const kinds = [
    ['ON_RAMP', 'fiatAmount', onRamp],
    ['OFF_RAMP', 'cryptoAmount', offRamp],
    ['CROSS_RAMP', 'sourceAmount', crossRamp],
  ] as const;
  // The rules of on-ramps and off-ramps are in pairs: one regular and one over-the-counter amount. One amount of each pair uses a
  // quote.
  const cases = kinds.flatMap(([kind, field, create]) =>
    sandboxRules[kind].map((rule, index) => ({
      ...{ kind, field, create, ...rule },
      by: index % 4 === 1 || index % 4 === 2 ? 'quote' : 'amount',
    })),
  );

  it.each(cases)(
    '$kind $amount by its $by ends as $outcome',
    async ({ kind, field, create, amount, outcome, reason, by }) => {
      const price = { [field]: Number(amount) };
      const terms = by === 'quote' ? { [field]: undefined, quoteId: await lock(kind, price) } : price;
      const created = await create({ fiatAmount: undefined, cryptoAmount: undefined, ...terms });
      expect(created.status, created.text).toBe(201);
      const { id, flow } = created.body.data;
      if (kind !== 'CROSS_RAMP') expect(flow).toBe(amount.startsWith('1000') ? 'OTC' : 'REGULAR');
      await reaches(id, outcome);
      if (reason === 'PAYOUT_RETURNED')
        await until(async () => (await findTransaction(id))?.payoutReturn !== undefined);
      else if (reason !== null) expect((await item(id)).cancellationReason).toBe(reason);
      const ledger = (await partner.get(`/transactions/${id}/ledger`)).body.data.data;
      const sums = new Map<string, number>();
      for (const line of ledger)
        sums.set(
          line.currency,
          (sums.get(line.currency) ?? 0) + (line.side === 'DEBIT' ? 1 : -1) * Math.round(Number(line.amount) * 1e6),
        );
      for (const [currency, sum] of sums) expect([currency, sum]).toEqual([currency, 0]);
    },
  );
});

it('a forwarded order waits for its settlement, five simulated steps a day', async () => {
  const { id } = (await offRamp({ cryptoAmount: 1000.01, forwardingDays: 2 })).body.data;
  await reaches(id, 'COMPLETED');
  const timeline: { to: string; at: string }[] = (await partner.get(`/transactions/${id}/events`)).body.data.data;
  const before = timeline.findIndex(({ to }) => to === 'READY_BANK_TRANSFER');
  const [waiting, paid] = [timeline[before], timeline[before + 1]].map((entry) => Date.parse(entry?.at ?? ''));
  expect(Number(paid) - Number(waiting)).toBeGreaterThanOrEqual(2 * 5 * Number(FAST.SANDBOX_STEP_MS));
});
