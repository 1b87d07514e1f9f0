import { defineDocs } from '#shared/http/docs';
import { kyc } from '#shared/identity/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['kyc.getDetails', 'Reads a verification with what was submitted.'],
  description:
    "The same answer as the user's `/kyc` path, with the user named in the query. An unknown user and another partner's get the same 401.",
  example: { query: { userId }, data: kyc },
});
