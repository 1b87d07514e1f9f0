/**
 * Defines the data that remains after the erasure of a person: amounts, ids, states and times. A placeholder (`ERASED`) replaces
 * personal data. shared/erasure/repository.ts lists the deleted items.
 */
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { withErasedProofs } from '#shared/transactions/domain/rails/proof';
import { statusFacts, type TransactionStatus } from '#shared/transactions/domain/status-facts';
import { type HeldFunds, heldAmounts, type Transaction } from '#shared/transactions/domain/transaction';
import { ERASED } from '#shared/users/domain/erased-user';

/** Returns true if the status of a transaction is not final, or if money must be returned. */
export function isUnfinished(transaction: HeldFunds & { readonly status: TransactionStatus }): boolean {
  return statusFacts[transaction.status].end === undefined || heldAmounts(transaction).length > 0;
}

/** Returns true if an erasure has replaced the personal data of the transaction. */
export function isErasedTransaction(transaction: Transaction): boolean {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return transaction.destinationWalletAddress === ERASED;
    case 'OFF_RAMP':
      return isErasedAccount(transaction.bankAccount);
    case 'CROSS_RAMP':
      return isErasedAccount(transaction.targetBankAccount);
  }
}

/** Returns a transaction without personal data; `undefined` if the transaction is already erased. */
export function erasedTransaction(before: Transaction, atMs: number): Transaction | undefined {
  if (isErasedTransaction(before)) return undefined;
  const transaction = withErasedProofs(before);
  const changed = {
    version: transaction.version + 1,
    updatedAtMs: atMs,
    linkDigest: undefined,
    externalId: undefined,
    metadata: undefined,
  };
  switch (transaction.kind) {
    case 'ON_RAMP':
      return { ...transaction, ...changed, destinationWalletAddress: ERASED };
    case 'OFF_RAMP':
      return { ...transaction, ...changed, bankAccount: erasedAccount(transaction.bankAccount), invoiceKey: undefined };
    case 'CROSS_RAMP':
      return {
        ...transaction,
        ...changed,
        targetBankAccount: erasedAccount(transaction.targetBankAccount),
        reference: undefined,
        invoiceKey: undefined,
      };
  }
}

function isErasedAccount({ accountIdentifier }: BankAccount): boolean {
  return accountIdentifier === ERASED;
}

/**
 * Returns the account with only `isVerified` and the country, which selects the payout rules. Other account data can identify the
 * payee.
 */
function erasedAccount({ country, isVerified }: BankAccount): BankAccount {
  return { country, isVerified, accountIdentifier: ERASED, bankName: ERASED };
}

/** Fields of a webhook payload that contain a person's name. */
const NAME_MEMBERS = ['firstName', 'lastName'];

/** Removes the URLs of transfer proofs from `rails`, because these documents contain the names of both parties. */
function withoutProofAddresses(rails: unknown): unknown {
  return JSON.parse(JSON.stringify(rails, (name, value) => (name === 'url' ? null : value)));
}

/** Removes personal data from the body of a notification. The fields remain; our user id replaces the partner's user id. */
export function erasedBody(body: string, userId: string): string {
  const payload: unknown = JSON.parse(body);
  if (typeof payload !== 'object' || payload === null) return body;
  const entries = Object.entries(payload).map(([name, value]) => {
    if (name === 'externalUserId') return [name, userId];
    if (name === 'externalId') return [name, null];
    if (name === 'metadata') return [name, {}];
    if (name === 'rails') return [name, withoutProofAddresses(value)];
    return [name, NAME_MEMBERS.includes(name) ? ERASED : value];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
