import { deletedAt, receiverAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { receiverId } from '#shared/receivers/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receiverBankAccounts.delete', 'Deletes a saved account.'],
  description: "Deletes a receiver's account, as a user's own is deleted.",
  example: { path: { receiverId, id: receiverAccount.id }, data: { id: receiverAccount.id, deletedAt } },
});
