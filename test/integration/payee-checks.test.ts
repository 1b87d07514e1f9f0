import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { setAgreement } from '#shared/partners/repository';
import { findTransaction } from '#shared/transactions/repository';
import { accountDetails } from '#test/support/builders/account-details';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner('Payees');
const userId = await partner.verifiedUser();

const crypto = { blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const reaches = (id: string, status: string) => until(async () => (await findTransaction(id))?.status === status);

/** Pays 50 tokens to an account, or a sandbox amount, up to the end that is expected. */
async function pay(body: Record<string, unknown>, end: string): Promise<string> {
  const created = await partner.post('/off-ramp', { userId, ...crypto, cryptoAmount: 50, ...body });
  expect(created.status, created.text).toBe(201);
  const { id } = created.body.data;
  if (body.cryptoAmount === undefined) await partner.post('/off-ramp/execute', { transactionId: id });
  await reaches(id, end);
  return id;
}

async function saveAccount(body: Record<string, unknown>, user = userId): Promise<string> {
  const saved = await partner.post(`/banks/users/${user}/accounts`, body);
  expect([saved.status, saved.body.data?.payeeCheck], saved.text).toEqual([201, null]);
  return saved.body.data.id;
}

const readAccount = async (id: string, user = userId) =>
  (await partner.get(`/banks/users/${user}/accounts?id=${id}`)).body.data.data[0];
const at = expect.stringMatching(/^\d{4}-.*Z$/);
let next = 0;
const german = (lastName: string) => {
  next += 1;
  return {
    ...accountDetails.DE,
    iban: `DE893704004405320130${String(next).padStart(2, '0')}`,
    accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName },
  };
};

describe('a payee in the euro area', () => {
  it.each([
    ['García', { result: 'MATCH', name: null, at }, 'COMPLETED'],
    ['Close', { result: 'CLOSE_MATCH', name: 'Ana Closer', at }, 'COMPLETED'],
    ['Nomatch', { result: 'NO_MATCH', name: null, at }, 'CANCELLED'],
    ['Unknown', { result: 'NOT_POSSIBLE', name: null, at }, 'COMPLETED'],
  ])('with the last name %s', async (lastName, payeeCheck, end) => {
    const accountId = await saveAccount(german(lastName));
    const id = await pay({ fiatCurrency: 'EUR', userBankInformationId: accountId }, end);
    expect(await readAccount(accountId)).toMatchObject({ payeeCheck, verificationStatus: 'NOT_REQUIRED', version: 2 });
    const { cancellationReason } = (await partner.get(`/transactions/${id}`)).body.data;
    expect(cancellationReason ?? null).toBe(end === 'CANCELLED' ? 'NAME_VERIFICATION_FAILED' : null);
  });

  it('of a receiver is checked too, and a review by the agreement waits for a person first', async () => {
    const atMs = Date.now();
    await setAgreement(partner.partnerId, (all) => ({ ...all, payeePolicies: { SEPA: { NO_MATCH: 'REVIEW' } } }), {
      atMs,
    });
    const receiver = { userId, receiverType: 'INDIVIDUAL', firstName: 'Ana', lastName: 'Nomatch' };
    const receiverId = (await partner.post('/receivers', receiver)).body.data.id;
    const saved = await partner.post(`/banks/receivers/${receiverId}/accounts`, german('Nomatch'));
    expect(saved.status, saved.text).toBe(201);
    const id = await pay({ fiatCurrency: 'EUR', receiverId }, 'COMPLETED');
    const timeline: { to: string }[] = (await partner.get(`/transactions/${id}/events`)).body.data.data;
    expect(timeline.map(({ to }) => to)).toContain('AWAITING_MANUAL_FIAT_TRANSFER');
    const [account] = (await partner.get(`/banks/receivers/${receiverId}/accounts`)).body.data.data;
    expect(account.payeeCheck).toEqual({ result: 'NO_MATCH', name: null, at });
  });

  it('has the name that its bank gave in the answers about its account alone', async () => {
    const accountId = await saveAccount(german('Close'));
    await pay({ fiatCurrency: 'EUR', userBankInformationId: accountId }, 'COMPLETED');
    const find = async () => {
      const { data } = (await partner.get('/changes?limit=100')).body;
      return data.data.find(
        ({ type, resource }: { type: string; resource: { id: string; version: number } }) =>
          type === 'BANK_ACCOUNT' && resource.id === accountId && resource.version === 2,
      );
    };
    await until(async () => (await find()) !== undefined);
    expect((await find()).resource.payeeCheck).toEqual({ result: 'CLOSE_MATCH', name: null, at });
    const notifications = (await partner.get('/webhook-notifications?limit=100')).body.data.data;
    for (const { id } of notifications)
      expect((await partner.get(`/webhook-notifications/${id}`)).text).not.toContain('Ana Closer');
  });
});

describe('a payee in Mexico', () => {
  const clabe = { country: 'MX', accountIdentifier: '646180110400000007' };
  const NAME_CHECK_FAILS = 10.02;

  it.each([
    ['García', 50, 'MATCH', 'COMPLETED', 'VERIFIED'],
    ['Close', 50, 'CLOSE_MATCH', 'CANCELLED', 'FAILED'],
    ['Unknown', 50, 'NOT_POSSIBLE', 'CANCELLED', 'FAILED'],
    ['García', NAME_CHECK_FAILS, 'NO_MATCH', 'CANCELLED', 'FAILED'],
  ])('is the user %s: paid %s, the result is %s', async (lastName, cryptoAmount, result, end, verificationStatus) => {
    const user = await partner.verifiedUser();
    const accountId = await saveAccount({ ...clabe, accountHolder: { firstName: 'Ana', lastName } }, user);
    const amount = cryptoAmount === 50 ? {} : { cryptoAmount };
    await pay({ fiatCurrency: 'MXN', userId: user, userBankInformationId: accountId, ...amount }, end);
    expect(await readAccount(accountId, user)).toMatchObject({ verificationStatus, payeeCheck: { result, at } });
  });
});
