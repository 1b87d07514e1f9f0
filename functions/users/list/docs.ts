import { defineDocs, wholeList } from '#shared/http/docs';
import { ana } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['users.list', 'Lists users, newest first unless asked otherwise.'],
  description:
    'Lists your users, newest first unless asked otherwise. `email` and `externalUserId` find the one user that has them; `type` and `kycStatus` narrow the list. A wrong `limit`, `skip` or filter value answers 400 and is never silently corrected.',
  parameters: {
    email: 'The user with this address.',
    externalUserId: 'The user with this id of yours.',
    kycStatus: 'Only this verification status.',
  },
  example: { query: { kycStatus: 'VERIFIED', limit: 20 }, data: wholeList(ana) },
});
