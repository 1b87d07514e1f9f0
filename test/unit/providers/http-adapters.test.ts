import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { type ProviderClient, providerClient } from '#shared/platform/providers/client';
import { httpBankVerifier } from '#shared/providers/bank-verification';
import { httpCustody } from '#shared/providers/custody/http';
import { httpBankPayouts, httpTokenPayouts } from '#shared/providers/payouts';
import { httpRates } from '#shared/quotes/rates/http';
import { httpDepositAccounts } from '#shared/transactions/create/deposit-accounts';
import { money } from '#shared/values/money/money';
import { aUser } from '#test/support/builders/users';
import { loopbackProviderForTests } from '#test/support/servers/loopback-provider';

const API_KEY = 'provider-key-0123456789';
const LIMITS = { attemptTimeoutMs: 1000, budgetMs: 60_000, maxAttempts: 4, maxBytes: 16_384 };
const TX = '019bc1c5-0000-7000-8000-000000000001';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

const loopback = loopbackProviderForTests();
const client = () => providerClient({ url: `${loopback().url}/`, apiKey: async () => API_KEY }, LIMITS);
beforeEach(() => {
  // Sets the random wait between two attempts to 0 ms.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const user = aUser({ type: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Sol' });
const legalName = { firstName: 'Eva', lastName: 'Sol', businessName: undefined };
const account = newBankAccount(
  {
    partnerId: 'p',
    userId: user.id,
    receiverId: undefined,
    id: 'a',
    details: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
  },
  0,
);
const bankOrder = {
  transactionId: TX,
  amount: money(903_60n, 'MXN'),
  account: { ...account.details, isVerified: false },
  rail: 'LOCAL',
  reference: undefined,
  compliance: {},
} as const;
const tokenOrder = {
  transactionId: TX,
  amount: money(50_000_001n, 'USDC'),
  blockchain: 'POL',
  address: WALLET,
  travelRule: undefined,
} as const;
const pending = { reference: 'out-1', status: 'PENDING' };

interface Row {
  readonly name: string;
  readonly call: (provider: ProviderClient) => Promise<unknown>;
  readonly path: string;
  /** Body of the request. Absent for a GET request. */
  readonly body?: unknown;
  readonly response: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  readonly wrong: Readonly<Record<string, unknown>>;
}

const rows: readonly Row[] = [
  {
    name: 'a rate',
    call: (to) => httpRates(to, { maxAgeMs: 600_000 }).midRate('USDC', 'MXN', 0),
    path: '/v1/rates/USDC/MXN',
    response: { mid: '18.4512345678901', asOf: new Date().toISOString() },
    result: { coefficient: 1845123457n, scale: 8 },
    wrong: { mid: 18.45 },
  },
  {
    name: 'a deposit address',
    call: (to) => httpCustody(to).depositAddressFor(TX, 'POL'),
    path: '/v1/deposit-addresses',
    body: { transactionId: TX, blockchain: 'POL' },
    response: { address: WALLET },
    result: WALLET,
    wrong: { address: 7 },
  },
  {
    name: 'a balance',
    call: (to) => httpCustody(to).readBalance(WALLET, 'POL', 'USDT'),
    path: `/v1/addresses/POL/${WALLET}/balances/USDT`,
    response: { balance: '123456789012.000001' },
    result: money(123_456_789_012_000_001n, 'USDT'),
    wrong: { balance: 1.5 },
  },
  {
    name: 'a deposit account',
    call: (to) => httpDepositAccounts(to)('MXN'),
    path: '/v1/deposit-accounts/MXN',
    response: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
    result: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
    wrong: { accountIdentifier: '646 180' },
  },
  {
    name: 'a payout',
    call: (to) => httpBankPayouts(to).submit(bankOrder),
    path: '/v1/payouts',
    body: {
      transactionId: TX,
      amount: '903.60',
      currency: 'MXN',
      rail: 'LOCAL',
      account: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
    },
    response: pending,
    result: { ...pending, reason: undefined },
    wrong: { status: 'MAYBE' },
  },
  {
    name: 'the state of a payout',
    call: (to) => httpBankPayouts(to).poll('out:1'),
    path: '/v1/payouts/out%3A1',
    response: { reference: 'out:1', status: 'FAILED', reason: 'ACCOUNT_CLOSED' },
    result: { reference: 'out:1', status: 'FAILED', reason: 'ACCOUNT_CLOSED' },
    wrong: { reason: 'Eva has no account' },
  },
  {
    name: 'a transfer',
    call: (to) => httpTokenPayouts(to).submit(tokenOrder),
    path: '/v1/transfers',
    body: { transactionId: TX, amount: '50.000001', token: 'USDC', blockchain: 'POL', address: WALLET },
    response: pending,
    result: { ...pending, reason: undefined },
    wrong: { reference: '' },
  },
  {
    name: 'an account test',
    // The user changed their name after the verification. `legalName` is the verified name.
    call: (to) => httpBankVerifier(to).submit({ testId: TX, account, user: { ...user, lastName: 'Luna', legalName } }),
    path: '/v1/account-tests',
    body: {
      testId: TX,
      country: 'MX',
      accountIdentifier: '646180110400000007',
      holder: { type: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Sol' },
    },
    response: { status: 'PENDING' },
    result: 'PENDING',
    wrong: { status: 'MAYBE' },
  },
  {
    name: 'the state of an account test',
    call: (to) => httpBankVerifier(to).poll(TX),
    path: `/v1/account-tests/${TX}`,
    response: { status: 'VERIFIED' },
    result: { result: 'MATCH', name: undefined },
    wrong: { status: true },
  },
];

describe.each(rows)('$name', ({ call, path, body, response, result, wrong }) => {
  beforeEach(() => {
    loopback().response = response;
    loopback().wrong = wrong;
  });
  /** Expects that a request fails, and returns its error. */
  const catchFailure = async (): Promise<ProviderCallFailed> => {
    const failure: unknown = await call(client()).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && error.cause ? error.cause : error),
    );
    if (failure instanceof ProviderCallFailed) return failure;
    throw new Error(`Not the failure of a call: ${failure}`);
  };

  it('is requested once, with the secret, and with its own key where it has an effect', async () => {
    expect(await call(client())).toEqual(result);
    const [seen] = loopback().seen;
    expect(loopback().seen).toHaveLength(1);
    expect([seen?.method, seen?.path]).toEqual([body === undefined ? 'GET' : 'POST', path]);
    expect(seen?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(seen?.headers['idempotency-key']).toBe(body === undefined ? undefined : TX);
    expect(seen?.text === '' ? undefined : JSON.parse(seen?.text ?? '')).toEqual(body);
  });

  it('is unreadable in another form', async () => {
    loopback().script.push(...Array.from({ length: LIMITS.maxAttempts }, () => 'wrong-schema' as const));
    const failure = await catchFailure();
    expect(failure.code).toBe('UNREADABLE');
    expect(failure.message).not.toMatch(/Eva|provider-key|6461/);
  });
});

const custody = () => httpCustody(client());

it.each(['0x52908400098527886E0F7030069857D2E4169ee7', 'nowhere', '0x12'])(
  'an invalid address (%s) belongs to no one',
  async (address) => {
    loopback().response = { address };
    await expect(custody().depositAddressFor(TX, 'POL')).rejects.toThrow('UNREADABLE');
  },
);

it.each(['1.0000001', '-1', '1e3', '', '1,5'])('a balance of "%s" is refused', async (balance) => {
  loopback().response = { balance };
  await expect(custody().readBalance(WALLET, 'POL', 'USDC')).rejects.toThrow('UNREADABLE');
});

it('caches a deposit account for five minutes, and its absence too', async () => {
  let nowMs = 0;
  const readAccount = httpDepositAccounts(client(), () => nowMs);
  const read = () => readAccount('EUR');
  loopback().script.push('missing');
  expect(await read()).toBeUndefined();
  loopback().response = { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Bank' };
  nowMs = 299_999;
  expect(await read()).toBeUndefined();
  expect(loopback().seen).toHaveLength(1);
  nowMs = 300_000;
  expect(await read()).toMatchObject({ bankName: 'Bank' });
  expect(await read()).toMatchObject({ bankName: 'Bank' });
  expect(loopback().seen).toHaveLength(2);
});

it('a secret that cannot be read in time ends the call in time', async () => {
  const connection = { url: loopback().url, apiKey: () => new Promise<string>(() => undefined) };
  const provider = providerClient(connection, { ...LIMITS, budgetMs: 50 });
  const call = httpCustody(provider).depositAddressFor(TX, 'POL');
  await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(loopback().seen).toEqual([]);
});
