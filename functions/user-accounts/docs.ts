import { virtualAccountNotDeletable } from '#shared/api/problems';
import { deletedAt, userAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/contract/define-docs';
import { userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const createUserBankAccount = defineDocs(createContract, {
  sdk: ['userBankAccounts.create', 'Saves an account. An equal one returns the stored one.'],
  description:
    "Saves an account that the user is paid out to. What it needs depends on its country; read it from the requirements operation. Saving an account again returns the stored one, unchanged; accounts are the same when everything that routes a payment is: country, account number, routing number, BIC, and the bank's name where there is no code. In the Dominican Republic the document and the account type count too. Mexican accounts start as `PENDING` and are tested when they are first used; all others count as verified. For Mexican accounts the bank follows from the CLABE.",
  example: {
    path: { userId },
    body: { country: 'MX', accountIdentifier: '646180110400000007', alias: 'Savings', rampType: 'OFF_RAMP' },
    data: userAccount,
  },
});

export const deleteUserBankAccount = defineDocs(deleteContract, {
  sdk: ['userBankAccounts.delete', 'Deletes a saved account.'],
  description:
    'Deletes a saved account: it leaves the list and is unknown from then on, while transactions that were made with it keep its details. The same details may be saved again, as a new account. A virtual account cannot be deleted.',
  example: { path: { userId, id: userAccount.id }, data: { id: userAccount.id, deletedAt } },
  refusals: [virtualAccountNotDeletable()],
});

export const listUserBankAccounts = defineDocs(listContract, {
  sdk: ['userBankAccounts.list', 'Lists the accounts of a user.'],
  description:
    "Lists a user's saved accounts, newest first unless asked otherwise, with the virtual account that was opened for the user. `id` fetches one. Accounts of the user's receivers are listed with the receiver.",
  example: { path: { userId }, query: { country: 'MX' }, data: { count: 1, total: 3, data: [userAccount] } },
});
