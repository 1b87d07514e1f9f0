import { virtualAccountNotDeletable } from '#shared/api/problems';
import { deletedAt, userAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['userBankAccounts.delete', 'Deletes a saved account.'],
  description:
    'Deletes a saved account: it leaves the list and is unknown from then on, while transactions that were made with it keep its details. The same details may be saved again, as a new account. A virtual account cannot be deleted.',
  example: { path: { userId, id: userAccount.id }, data: { id: userAccount.id, deletedAt } },
  refusals: [virtualAccountNotDeletable()],
});
