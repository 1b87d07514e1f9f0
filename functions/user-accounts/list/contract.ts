import { userPath } from '#shared/api/fields';
import { savedAccountsQuery } from '#shared/bank-accounts/list-query';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'listUserBankAccounts',
  params: userPath,
  query: savedAccountsQuery,
  response: 'BankAccountPage',
});
