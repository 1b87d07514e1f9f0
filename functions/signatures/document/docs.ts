import { signatureDocumentNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { ownerPath } from '#shared/signatures/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'signatures.getDocument',
    'Downloads a signed declaration, a PDF. `withResponse()` has its SHA-256 in the header `x-document-sha256`.',
  ],
  description:
    'Downloads what an owner signed as a tagged PDF: the declaration as it was shown, the data of owner and company, the signature, and a certificate with the SHA-256 of the stored record, of the text shown and of the consent, and the events in UTC, each with the hash of the one before. It is made when it is first asked for and has the same bytes from then on; `x-document-sha256` is their digest. A file that is no longer the one that was stored is not given out: the answer is 500. Before the signature it is 404. It stays available after the person was taken off the business.',
  example: { path: ownerPath, data: '%PDF-1.7 …' },
  refusals: [signatureDocumentNotFound()],
});
