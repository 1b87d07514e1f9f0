import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { receiverId } from '#shared/receivers/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receivers.delete', 'Deletes a receiver and its accounts.'],
  description:
    'Deletes a receiver and its bank accounts: they leave every list and are unknown from then on, also for payments by the id of an account. Transactions that were made with them keep their details and go on. Where the answer is 409, repeat the request.',
  example: { path: { receiverId }, data: { id: receiverId, deletedAt } },
});
