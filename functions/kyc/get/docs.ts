import { defineDocs } from '#shared/http/docs';
import { kyc } from '#shared/identity/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['kyc.get', 'Reads where the newest verification of a user stands.'],
  description:
    "Returns where the user's newest verification stands. Before any submission the status is `NOT_STARTED` and the rest is null. This is the operation to poll when you do not use webhooks.",
  example: { path: { userId }, data: kyc },
});
