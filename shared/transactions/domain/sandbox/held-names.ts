import type { HoldCause } from '#shared/transactions/domain/hold';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** Last names of beneficiaries for which the sandbox holds the payout, with the cause of the hold. */
export const heldNames: Readonly<Record<string, HoldCause>> = {
  Hold: {
    reason: 'COUNTERPARTY_INFORMATION_REQUIRED',
    requestedInformation: [{ field: 'relationship', description: 'Relationship of the user to the beneficiary' }],
  },
  Review: { reason: 'COMPLIANCE_REVIEW', requestedInformation: [] },
};

/** Returns the cause for which the sandbox holds a transaction's payout; `undefined` without a hold. */
export function sandboxHold(transaction: Transaction, user: User): HoldCause | undefined {
  const lastName = beneficiaryLastName(transaction) ?? toLegalNames(user).lastName;
  return Object.hasOwn(heldNames, lastName) ? heldNames[lastName] : undefined;
}

/** Returns the last name of the payout account's holder, if known. An on-ramp has no payout account: it pays to a wallet. */
function beneficiaryLastName(transaction: Transaction): string | undefined {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return undefined;
    case 'OFF_RAMP':
      return transaction.bankAccount.accountHolder?.lastName;
    case 'CROSS_RAMP':
      return transaction.targetBankAccount.accountHolder?.lastName;
  }
}
