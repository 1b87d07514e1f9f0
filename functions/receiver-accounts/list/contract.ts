import { receiverPath } from '#shared/api/fields';
import { savedAccountsQuery } from '#shared/bank-accounts/list-query';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'listReceiverBankAccounts',
  params: receiverPath,
  query: savedAccountsQuery,
  response: 'BankAccountPage',
  errors: ['RECEIVER_NOT_FOUND'],
});
