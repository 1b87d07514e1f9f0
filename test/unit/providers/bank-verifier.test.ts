import { afterEach, expect, it, vi } from 'vitest';
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

it("accepts every account as its user's in the sandbox", async () => {
  vi.stubEnv('STAGE', 'sandbox');
  expect(await bankVerifier().submit(test('646180110400000008'))).toBe('VERIFIED');
  expect(await bankVerifier().poll('t')).toBe('VERIFIED');
});

it('fails a CLABE with a wrong control digit in production, and verifies nothing without a provider', async () => {
  vi.stubEnv('STAGE', 'production');
  const verifier = bankVerifier();
  expect(await verifier.submit(test('646180110400000008'))).toBe('FAILED');
  const message = 'No bank-verification provider is configured';
  await expect(verifier.submit(test('646180110400000007'))).rejects.toThrow(message);
  await expect(verifier.poll('t')).rejects.toThrow(message);
});
