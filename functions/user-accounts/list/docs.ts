import { userAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['userBankAccounts.list', 'Lists the accounts of a user.'],
  description:
    "Lists a user's saved accounts, newest first unless asked otherwise, with the virtual account that was opened for the user. `id` fetches one. Accounts of the user's receivers are listed with the receiver.",
  example: { path: { userId }, query: { country: 'MX' }, data: { count: 1, total: 3, data: [userAccount] } },
});
