import { afterEach, expect, it, vi } from 'vitest';
import type { AccountHolder } from '#shared/bank-accounts/domain/bank-account';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankVerifier } from '#shared/providers/bank-verification';
import { aUser } from '#test/support/builders/users';

const account = (accountIdentifier: string) =>
  newBankAccount(
    {
      partnerId: 'p',
      userId: 'u',
      receiverId: undefined,
      id: 'a',
      details: { country: 'MX', accountIdentifier, bankName: 'STP' },
    },
    0,
  );
const user = aUser({ id: 'u', partnerId: 'p', firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' });

const test = (accountIdentifier: string) => ({ testId: 't', account: account(accountIdentifier), user });

afterEach(() => {
  vi.unstubAllEnvs();
});

const german = (accountHolder: AccountHolder) => {
  const details = { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'B', accountHolder } as const;
  return newBankAccount({ partnerId: 'p', userId: 'u', receiverId: 'r', id: 'a', details }, 0);
};

it.each([
  ['García', { result: 'MATCH' }],
  ['Close', { result: 'CLOSE_MATCH', name: 'Ana Closer' }],
  ['Nomatch', { result: 'NO_MATCH' }],
  ['Unknown', { result: 'NOT_POSSIBLE' }],
])(
  'responds in the sandbox by the last name %s, of the user or of the holder in the details',
  async (lastName, response) => {
    vi.stubEnv('STAGE', 'sandbox');
    expect(await bankVerifier().submit({ ...test('646180110400000008'), user: { ...user, lastName } })).toEqual(
      response,
    );
    const account = german({ firstName: 'Ana', lastName });
    expect(await bankVerifier().submit({ testId: 't', account, user })).toEqual(response);
    const business = german({ type: 'BUSINESS', businessName: lastName });
    expect(await bankVerifier().submit({ testId: 't', account: business, user })).toMatchObject({
      result: response.result,
    });
  },
);

it('fails a CLABE with a wrong control digit in production, and verifies nothing without a provider', async () => {
  vi.stubEnv('STAGE', 'production');
  const verifier = bankVerifier();
  expect(await verifier.submit(test('646180110400000008'))).toEqual({ result: 'NO_MATCH' });
  const message = 'No bank-verification provider is configured';
  await expect(verifier.submit(test('646180110400000007'))).rejects.toThrow(message);
  await expect(verifier.poll('t')).rejects.toThrow(message);
});
