import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { httpBankVerifier } from '#shared/providers/bank-verification';
import { aUser } from '#test/support/builders/users';
import type { ContractCall } from '../contract-call';

const TX = '019bc1c5-0000-7000-8000-000000000001';
const details = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' } as const;
const account = newBankAccount({ partnerId: 'p', userId: 'u', receiverId: undefined, id: 'a', details }, 0);

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /account-tests',
    answer: ['State', { status: 'PENDING' }],
    sends: 'Test',
    call: (provider) =>
      httpBankVerifier(provider).submit({ testId: TX, account, user: aUser({ firstName: 'Eva', lastName: 'Sol' }) }),
  },
  {
    operation: 'GET /account-tests/{testId}',
    answer: ['State', { status: 'FAILED' }],
    call: (provider) => httpBankVerifier(provider).poll(TX),
  },
];
