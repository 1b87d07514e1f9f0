import { noOpenDeclaration, personNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { ownerPath, signatureEntry } from '#shared/signatures/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.expireDeclaration', 'Expires an open declaration at once.'],
  description:
    'Lets an open declaration run out now, in the sandbox only, as it otherwise does after 30 days. Where none is open the answer is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 5, status: 'EXPIRED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});
