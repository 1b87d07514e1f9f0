import { noOpenDeclaration, personNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { ownerPath, signatureEntry } from '#shared/signatures/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.signDeclaration', "Signs a declaration in its owner's place."],
  description:
    "Signs an open declaration in the owner's place, in the sandbox only, so that your tests need no browser. It goes the way of the page: the record is stored, the link is used up, `DOCUMENT_SIGNED` is sent. Where no declaration is open the answer is 409.",
  example: {
    path: ownerPath,
    data: { ...signatureEntry, version: 7, status: 'SIGNED', signedAt: '2026-01-15T16:33:05.871Z' },
  },
  refusals: [noOpenDeclaration(), personNotFound()],
});
