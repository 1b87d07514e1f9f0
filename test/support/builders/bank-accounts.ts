import {
  type AccountDetails,
  type BankAccountRecord,
  type NewBankAccount,
  newBankAccount,
} from '#shared/bank-accounts/domain/bank-account-record';
import type { Receiver } from '#shared/receivers/item';
import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import { CLABE } from './account-details';

const details = {
  MX: { country: 'MX', accountIdentifier: CLABE, bankName: 'STP' },
  US: {
    ...{ country: 'US', accountIdentifier: '123456789012', bankName: 'First Bank', routingNumber: '021000021' },
    accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García' },
  },
} as const satisfies Record<string, AccountDetails>;

type Overrides = Partial<Pick<NewBankAccount, 'alias' | 'rampType' | 'virtual'>> & {
  readonly country?: keyof typeof details;
};

/** Builds a new account of a user, in Mexico by default. */
export function aUserAccount(
  { id: userId, partnerId }: Pick<User, 'id' | 'partnerId'>,
  { country = 'MX', ...overrides }: Overrides = {},
): BankAccountRecord {
  const owner = { partnerId, userId, receiverId: undefined };
  return newBankAccount({ id: newId(Date.now()), ...owner, details: details[country], ...overrides }, Date.now());
}

/** Builds a new account of a receiver, in Mexico by default. */
export function aReceiverAccount(
  { id: receiverId, partnerId, userId }: Receiver,
  { country = 'MX', ...overrides }: Overrides = {},
): BankAccountRecord {
  const owner = { partnerId, userId, receiverId };
  return newBankAccount({ id: newId(Date.now()), ...owner, details: details[country], ...overrides }, Date.now());
}
