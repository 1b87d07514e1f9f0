import {
  noOpenDeclaration,
  personNotFound,
  signatureDocumentNotFound,
  unsupportedCountry,
  writeContention,
} from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { ownerPath, pendingSignature, signatureEntry } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract as documentContract } from './document/contract';
import { contract as listContract } from './list/contract';
import { contract as requestContract } from './request/contract';
import { contract as withdrawContract } from './withdraw/contract';

export const getSignatureDocument = defineDocs(documentContract, {
  sdk: [
    'signatures.getDocument',
    'Downloads a signed declaration (PDF). `withResponse()` returns its SHA-256 in the header `x-document-sha256`.',
  ],
  description:
    'Downloads the signed declaration of an owner as a tagged PDF. The PDF contains the declaration as shown, the data of owner and company, and the signature. A certificate contains the SHA-256 of the stored record, the shown text and the consent. The certificate also lists the events in UTC, each with the hash of the previous event. The first request creates the PDF, and later requests return the same bytes. `x-document-sha256` is the SHA-256 of the PDF. If the stored file has changed, the response is 500. Before the signature, the response is 404. The PDF remains available after you remove the person from the business.',
  example: { path: ownerPath, data: '%PDF-1.7 …' },
  refusals: [signatureDocumentNotFound()],
});

export const listSignatures = defineDocs(listContract, {
  sdk: ['signatures.list', 'Lists the status of the declaration of each owner.'],
  description:
    'Returns the signature status of each beneficial owner, by default newest first. Without a `limit`, the list contains all owners. An entry without `status` has no declaration: you requested none, or the request failed. Only a `PENDING` declaration has a `signingUrl`, the same in every response. The requirement is met if every entry is `SIGNED`. Poll this operation if you do not use the webhook `DOCUMENT_SIGNED`.',
  example: { path: { userId: exampleBusiness.id }, query: { status: 'PENDING' }, data: wholeList(pendingSignature) },
});

export const requestSignatures = defineDocs(requestContract, {
  sdk: [
    'signatures.request',
    'Creates a declaration for each owner who has no open or signed declaration. Each `signingUrl` is a secret of its owner.',
  ],
  description:
    'Creates a declaration with a separate link for each beneficial owner without an open or signed declaration. The response contains the status of all owners. A repeated call changes nothing. An owner can sign a declaration for 30 days. A new declaration with a new link replaces an expired or withdrawn declaration. An owner without an e-mail address gets no declaration, and the entry contains an `error`. The other owners are not delayed. The service sends no mail: send each `signingUrl` only to its owner, because anyone with the URL can sign. Only `MX` is supported.',
  body: { about: 'Optional body.', country: 'Only MX, which is the default.' },
  example: { path: { userId: exampleBusiness.id }, body: { country: 'MX' }, data: wholeList(pendingSignature) },
  refusals: [unsupportedCountry(), writeContention()],
});

export const withdrawSignature = defineDocs(withdrawContract, {
  sdk: ['signatures.withdraw', 'Withdraws an open declaration.'],
  description:
    'Withdraws an open declaration. The signing link no longer works, and the status becomes `DELETED`. You can request another declaration. If no declaration is open (signed, expired, withdrawn or never requested), the response is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 3, status: 'DELETED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});
