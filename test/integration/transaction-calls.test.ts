import { describe, expect, it } from 'vitest';
import { toProblem, until, usAccount } from '#local/partner/api-client';
import { findTransaction, readTimelineEntries } from '#shared/transactions/repository';
import { CLABE } from '#test/support/builders/account-details';
import { lockQuote } from '#test/support/lock-quote';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

const item = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;
/** Waits by the table for one of some statuses: a look costs a tenth of a request. */
const reaches = (id: string, ...statuses: readonly string[]) =>
  until(async () => statuses.includes((await findTransaction(id))?.status ?? ''));
const simulate = (id: string, event: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event });
const refused = [400, 'BAD_REQUEST', 'Invalid transaction state transition'];

async function waiting(overrides = {}): Promise<string> {
  const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500, ...overrides }));
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

describe('an id in capitals', () => {
  it('is the same id, wherever it is used', async () => {
    const id = await waiting();
    const quote = await lockQuote(partner);
    const { id: accountId } = (await partner.post(`/banks/users/${userId}/accounts`, { country: 'US', ...usAccount }))
      .body.data;
    const { id: receiverId } = (
      await partner.post('/receivers', { userId, receiverType: 'BUSINESS', businessName: 'ACME' })
    ).body.data;
    const receiver = receiverId.toUpperCase();
    const order = (overrides: Readonly<Record<string, unknown>>) =>
      partner.post('/cross-ramp', partner.crossRamp(userId.toUpperCase(), overrides));
    const answers = [
      await partner.get(`/transactions/${id.toUpperCase()}`),
      await partner.get(`/transactions/${id.toUpperCase()}/events`),
      await partner.get(`/transactions/${id.toUpperCase()}/ledger`),
      await partner.put(`/transactions/${id.toUpperCase()}/cancel`),
      await partner.get(`/users/${userId.toUpperCase()}`),
      await partner.get(`/receivers/${receiver}`),
      await partner.post(`/banks/receivers/${receiver}/accounts`, { country: 'US', ...usAccount }),
      await partner.get(`/banks/receivers/${receiver}/accounts`),
      await order({ quoteId: quote.quoteId.toUpperCase() }),
      await order({ targetBankAccount: undefined, targetBankAccountId: accountId.toUpperCase() }),
      await order({ targetBankAccount: undefined, receiverId: receiver }),
      await partner.send('DELETE', `/banks/users/${userId.toUpperCase()}/accounts/${accountId.toUpperCase()}`),
      await partner.send('DELETE', `/receivers/${receiver}`),
    ];
    for (const { status, text } of answers) expect([200, 201], text).toContain(status);
    const listed = await partner.get(`/transactions?id=${id.toUpperCase()}&userId=${userId.toUpperCase()}`);
    expect(listed.body.data.data).toMatchObject([{ id, userId }]);
  });
});

describe('cancelling', () => {
  it('cancels once when ten do it at once', async () => {
    const id = await waiting();
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.put(`/transactions/${id}/cancel`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await item(id)).toMatchObject({ version: 2 });
  });
});

describe('simulating', () => {
  it('makes a deposit arrive, and the steps continue to COMPLETED', async () => {
    const id = await waiting();
    const answer = await simulate(id, 'DEPOSIT_RECEIVED');
    expect([answer.status, answer.body.data.status]).toEqual([200, 'FIAT_RECEIVED']);
    await reaches(id, 'COMPLETED');
    expect((await simulate(id, 'PAYOUT_RETURNED')).body.data.payoutReturn).toMatchObject({ currency: 'USD' });
    const again = await simulate(id, 'PAYOUT_RETURNED');
    expect(toProblem(again)).toEqual(refused);
  });

  it('makes a payout come back, of which there is a receipt, the same file each time', async () => {
    const id = await waiting();
    await simulate(id, 'DEPOSIT_RECEIVED');
    await reaches(id, 'COMPLETED');
    await simulate(id, 'PAYOUT_RETURNED');
    const address = `${running.baseUrl}/api/partner/v2/transactions/${id}/receipt/return`;
    const headers = { 'partner-api-key': partner.apiKey, accept: 'application/pdf' };
    const [first, second] = [await fetch(address, { headers }), await fetch(address, { headers })];
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const file = await first.text();
    expect(file.slice(0, 5)).toBe('%PDF-');
    expect(await second.text()).toBe(file);
  });

  it.each([
    ['NAME_CHECK_FAILED', 'CANCELLED', 'NAME_VERIFICATION_FAILED'],
    ['PAYOUT_FAILED', 'FAILED', 'PAYOUT_RETURNED_BY_BANK'],
    ['MANUAL_REVIEW', 'COMPLETED', null],
  ])('sets %s for when it is reached', async (event, status, reason) => {
    const id = await waiting();
    expect((await simulate(id, event)).body.data.status).toBe('PENDING');
    await simulate(id, 'DEPOSIT_RECEIVED');
    await reaches(id, status);
    expect((await item(id)).cancellationReason).toBe(reason);
    const late = await simulate(id, event);
    expect(toProblem(late)).toEqual(refused);
  });
});

describe('concurrent calls', () => {
  const unexecuted = async () => {
    const created = await partner.post('/off-ramp', {
      ...{ userId, cryptoAmount: 50, userBankInformation: { accountIdentifier: CLABE } },
      ...{ fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' },
    });
    expect(created.status, created.text).toBe(201);
    const id: string = created.body.data.id;
    return id;
  };
  const allowed = (answers: readonly { status: number; text: string }[]) => {
    for (const { status, text } of answers) expect([200, 400], text).toContain(status);
  };

  it('an execute call and a simulated deposit are both applied', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, unexecuted));
    const calls = ids.map((transactionId) => ({
      transactionId,
      execution: partner.post('/off-ramp/execute', { transactionId }),
      deposit: simulate(transactionId, 'DEPOSIT_RECEIVED'),
    }));
    for (const { transactionId, execution, deposit } of calls) {
      expect((await execution).status).toBe(200);
      const answer = await deposit;
      const [deposited] = (await readTimelineEntries(transactionId)).filter(
        ({ trigger }) => trigger === 'DEPOSIT_RECEIVED',
      );
      if (answer.status === 200) expect(deposited?.cause).toMatch(/^sandbox:DEPOSIT_RECEIVED-/);
      else {
        // On a slow machine the simulator's own deposit is there first.
        expect(toProblem(answer)).toEqual(refused);
        expect(deposited?.cause).toMatch(/^sandbox:step-/);
      }
      await reaches(transactionId, 'COMPLETED');
    }
  });

  it('many calls of every kind are answered, and each transaction ends', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, unexecuted));
    const events = ['DEPOSIT_RECEIVED', 'NAME_CHECK_FAILED', 'DEPOSIT_RECEIVED', 'PAYOUT_FAILED'];
    allowed(
      await Promise.all(
        ids.flatMap((transactionId) => [
          ...events.map((event) => simulate(transactionId, event)),
          partner.post('/off-ramp/execute', { transactionId }),
          partner.post('/off-ramp/execute', { transactionId }),
        ]),
      ),
    );
    for (const id of ids) await reaches(id, 'COMPLETED', 'CANCELLED', 'FAILED');
  });

  it('a branch that is set while the simulator steps is followed or refused', async () => {
    const ids = await Promise.all(Array.from({ length: 2 }, () => waiting({ sourceAmount: 2000.05 })));
    const deadline = Date.now() + 4000;
    let open: readonly string[] = ids;
    while (open.length > 0 && Date.now() < deadline) {
      allowed(await Promise.all(open.map((id) => simulate(id, 'NAME_CHECK_FAILED'))));
      const found = await Promise.all(open.map(findTransaction));
      open = open.filter((_, index) => !['COMPLETED', 'CANCELLED'].includes(found[index]?.status ?? ''));
    }
    for (const id of ids) await reaches(id, 'CANCELLED', 'COMPLETED');
  });
});

describe('a payout whose user is no longer verified', () => {
  it('waits for a person, until its end is simulated', async () => {
    const user = await partner.verifiedUser();
    const created = await partner.post('/cross-ramp', partner.crossRamp(user, { sourceAmount: 1500 }));
    const { id } = created.body.data;
    await partner.post(`/sandbox/users/${user}/verification`, { result: 'REJECTED' });
    expect((await simulate(id, 'DEPOSIT_RECEIVED')).status).toBe(200);
    await reaches(id, 'AWAITING_MANUAL_FIAT_TRANSFER');
    expect((await simulate(id, 'PAYOUT_FAILED')).status).toBe(200);
    await reaches(id, 'FAILED');
  });
});

describe('the ledger', () => {
  it('gives fee and premium back when the payout fails, at the rate of the conversion', async () => {
    const id = await waiting({ sourceAmount: 2000.04, premiumSpread: 0.01 });
    await reaches(id, 'FAILED');
    const { data } = (await partner.get(`/transactions/${id}/ledger`)).body.data;
    const cents = (of: (line: { account: string; side: string; currency: string }) => boolean) =>
      data.filter(of).reduce((sum: number, { side, amount }: { side: string; amount: string }) => {
        return sum + (side === 'CREDIT' ? 1 : -1) * Math.round(Number(amount) * 100);
      }, 0);
    const premium = `partner:${partner.partnerId}:premium`;
    for (const account of ['platform:fees', premium, `user:${userId}`])
      expect(
        cents((line) => line.account === account),
        account,
      ).toBe(0);
    const { targetAmount, fees } = await item(id);
    const converted = targetAmount * 100 + cents(({ account, side }) => account === premium && side === 'CREDIT');
    // 2000.04 relates to the refund as its converted part relates to the result of the conversion.
    const worth = (converted * 2000.04) / (2000.04 - fees.fixedFee);
    const refund = cents(
      ({ account, currency, side }) => account === `refund:${userId}` && currency === 'USD' && side === 'CREDIT',
    );
    expect(refund).toBeGreaterThan(converted);
    expect(Math.abs(refund - worth)).toBeLessThan(2);
  });
});
