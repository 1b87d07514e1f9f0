import { defineDocs } from '#shared/http/docs';
import { ana, userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['users.get', 'Reads a user, with the status of its verification.'],
  description:
    "Returns one user with its verification status. First and last name, or the business name, appear when the verification provider has read them from the documents. An unknown id and another partner's user get the same 401.",
  example: { path: { userId }, data: ana },
});
