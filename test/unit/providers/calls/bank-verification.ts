import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { httpBankVerifier } from '#shared/providers/bank-verification';
import { aUser } from '#test/support/builders/users';
import type { ContractCall } from '../contract-call';

const TX = '019bc1c5-0000-7000-8000-000000000001';
const details = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' } as const;
const account = newBankAccount({ partnerId: 'p', userId: 'u', receiverId: undefined, id: 'a', details }, 0);
const german = newBankAccount(
  {
    ...{ partnerId: 'p', userId: 'u', receiverId: 'r', id: 'b' },
    details: {
      ...{ country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Bank' },
      accountHolder: { type: 'BUSINESS', businessName: 'ACME' },
    },
  },
  0,
);

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /account-tests',
    response: ['State', { status: 'PENDING' }],
    sends: 'Test',
    call: (provider) =>
      httpBankVerifier(provider).submit({ testId: TX, account, user: aUser({ firstName: 'Eva', lastName: 'Sol' }) }),
  },
  {
    operation: 'POST /account-tests',
    response: ['State', { status: 'FAILED', match: 'CLOSE_MATCH', name: 'ACME GmbH' }],
    sends: 'Test',
    call: (provider) => httpBankVerifier(provider).submit({ testId: TX, account: german, user: aUser() }),
  },
  {
    operation: 'GET /account-tests/{testId}',
    response: ['State', { status: 'FAILED' }],
    call: (provider) => httpBankVerifier(provider).poll(TX),
  },
];
