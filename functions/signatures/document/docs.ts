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
    'Downloads what an owner signed as a PDF: the declaration as it was shown, the data of owner and company, the signature, and a page of evidence with the SHA-256 of the stored record, time, address, user agent and version of the text. It has the same bytes every time; `x-document-sha256` is their digest. Before the signature the answer is 404. It stays available after the person was taken off the business.',
  example: { path: ownerPath, data: '%PDF-1.7 …' },
  refusals: [signatureDocumentNotFound()],
});
