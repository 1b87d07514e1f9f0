import { virtualAccountNotDeletable } from '#shared/api/problems';
import { deletedAt, userAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/contract/define-docs';
import { userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const createUserBankAccount = defineDocs(createContract, {
  sdk: ['userBankAccounts.create', 'Saves an account, or returns an equal saved account.'],
  description:
    "Saves an account for payouts to the user. The required fields depend on the country: read them from the requirements operation. If an equal account exists, the response contains the stored account, unchanged. Accounts are equal if country, account number, routing number and BIC are equal. Without routing number and BIC, the bank's name must also be equal. In the Dominican Republic, the document and the account type must also be equal. Mexican accounts start as `PENDING`, with a penny test before the first payout. All other accounts are treated as verified. For Mexican accounts, the CLABE determines the bank.",
  example: {
    path: { userId },
    body: { country: 'MX', accountIdentifier: '646180110400000007', alias: 'Savings', rampType: 'OFF_RAMP' },
    data: userAccount,
  },
});

export const deleteUserBankAccount = defineDocs(deleteContract, {
  sdk: ['userBankAccounts.delete', 'Deletes a saved account.'],
  description:
    'Deletes a saved account. The list no longer contains the account, and new transactions cannot use the account. Existing transactions keep the details. You can save the same details again as a new account. A virtual account cannot be deleted.',
  example: { path: { userId, id: userAccount.id }, data: { id: userAccount.id, deletedAt } },
  refusals: [virtualAccountNotDeletable()],
});

export const listUserBankAccounts = defineDocs(listContract, {
  sdk: ['userBankAccounts.list', 'Lists the accounts of a user.'],
  description:
    "Lists a user's saved accounts and virtual account, by default newest first. Use `id` to find one account. The list does not contain accounts of the user's receivers.",
  example: { path: { userId }, query: { country: 'MX' }, data: { count: 1, total: 3, data: [userAccount] } },
});
