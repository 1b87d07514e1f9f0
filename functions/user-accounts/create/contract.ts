import { userPath } from '#shared/api/fields';
import { savedAccount } from '#shared/bank-accounts/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'createUserBankAccount',
  params: userPath,
  body: savedAccount,
  idempotent: true,
  status: 201,
  response: 'BankAccountRecord',
  errors: ['CONFLICT'],
});
