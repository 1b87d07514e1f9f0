import { unsupportedCountry, writeContention } from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/http/docs';
import { pendingSignature } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'signatures.request',
    'Makes a declaration for each owner that has none open or signed. Each `signingUrl` is a secret of its owner.',
  ],
  description:
    'Makes a declaration, with a link of its own, for each beneficial owner that has none open or signed, and answers where all of them stand. Repeating the call changes nothing. A declaration can be signed for 30 days; one that expired or was withdrawn is replaced by a new one under a new link. An owner without an e-mail address gets no declaration: its entry says so in `error`, and the others are not delayed. The service sends no mail: bring each `signingUrl` to its owner and to no one else, since anyone who holds it can sign. Only `MX` is supported.',
  body: { about: 'May be left out.', country: 'MX, which is also the default.' },
  example: { path: { userId: exampleBusiness.id }, body: { country: 'MX' }, data: wholeList(pendingSignature) },
  refusals: [unsupportedCountry(), writeContention()],
});
