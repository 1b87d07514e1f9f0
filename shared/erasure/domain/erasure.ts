/**
 * Rest of a person after an erasure: the books (amounts, ids, states, times), with a fixed mark in place of
 * personal data. shared/erasure/repository.ts lists what is deleted.
 */
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import { withErasedProofs } from '#shared/transactions/domain/rails/proof';
import { statusFacts, type TransactionStatus } from '#shared/transactions/domain/status-facts';
import { type HeldFunds, heldAmounts, type Transaction } from '#shared/transactions/domain/transaction';
import { ERASED } from '#shared/users/domain/erased-user';

/** Returns true if a transaction may still change, or has money to return. */
export function isUnfinished(transaction: HeldFunds & { readonly status: TransactionStatus }): boolean {
  return statusFacts[transaction.status].end === undefined || heldAmounts(transaction).length > 0;
}

/** Tells whether an erasure has replaced the personal data of a transaction. */
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

/** A transaction without its person; `undefined` when nothing of one is left in it. */
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

/** The country decides the rules of a payout; the rest identifies the payee. */
function erasedAccount({ country, isVerified }: BankAccount): BankAccount {
  return { country, isVerified, accountIdentifier: ERASED, bankName: ERASED };
}

/** Members of a webhook's payload that name a person. */
const NAME_MEMBERS = ['firstName', 'lastName'];

/** Rails of a payload without the documents that prove their transfers: those name the parties. */
function withoutProofAddresses(rails: unknown): unknown {
  return JSON.parse(JSON.stringify(rails, (name, value) => (name === 'url' ? null : value)));
}

/** The body of a notification without its person: the same members, the user's own id for the partner's. */
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
