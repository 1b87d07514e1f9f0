import { defineDocs, wholeList } from '#shared/http/docs';
import { pendingSignature } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['signatures.list', 'Lists where the declaration of each owner stands.'],
  description:
    'Returns where the signature of each beneficial owner stands: all of them, newest first, unless you send a `limit`. An entry without `status` has never been asked, or could not be. The `signingUrl` is there only while the declaration is `PENDING`, the same on every call. The requirement is met when every entry is `SIGNED`. Poll this where you do not use the webhook `DOCUMENT_SIGNED`.',
  example: { path: { userId: exampleBusiness.id }, query: { status: 'PENDING' }, data: wholeList(pendingSignature) },
});
