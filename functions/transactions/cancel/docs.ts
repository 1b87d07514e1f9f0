import { invalidTransition } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { onRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.cancel', 'Cancels a transaction that nothing was paid in for yet. Repeating it changes nothing.'],
  description:
    "Cancels a transaction that nothing was paid in for yet. Repeating the call changes nothing and answers 200 again; from any other status it answers 400. An unknown id answers 404, another partner's transaction 403.",
  example: { path: { id: onRamp.id }, data: { id: onRamp.id, userId, status: 'CANCELLED' } },
  refusals: [invalidTransition()],
});
