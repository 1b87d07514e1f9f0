import { noOpenDeclaration, personNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { ownerPath, signatureEntry } from '#shared/signatures/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['signatures.withdraw', 'Withdraws an open declaration.'],
  description:
    'Withdraws a declaration that is open: its link can no longer be signed with, and the entry becomes `DELETED`. Another one may be requested. Where none is open (signed, expired, withdrawn or never requested) the answer is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 3, status: 'DELETED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});
