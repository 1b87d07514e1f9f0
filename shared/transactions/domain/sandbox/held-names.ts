import type { HoldCause } from '#shared/transactions/domain/hold';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** Last names of beneficiaries whose payouts the sandbox puts on hold, with the cause. */
export const heldNames: Readonly<Record<string, HoldCause>> = {
  Hold: {
    reason: 'COUNTERPARTY_INFORMATION_REQUIRED',
    requestedInformation: [{ field: 'relationship', description: 'Relationship of the user to the beneficiary' }],
  },
  Review: { reason: 'COMPLIANCE_REVIEW', requestedInformation: [] },
};

/** The cause for which the sandbox holds a transaction; `undefined` if it passes. */
export function sandboxHold(transaction: Transaction, user: User): HoldCause | undefined {
  const lastName = beneficiaryLastName(transaction) ?? toLegalNames(user).lastName;
  return Object.hasOwn(heldNames, lastName) ? heldNames[lastName] : undefined;
}

/** The last name of an account's holder, if the account has one. A wallet is the user's own. */
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
