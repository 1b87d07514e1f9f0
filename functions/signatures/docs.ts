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
    'Downloads a signed declaration, a PDF. `withResponse()` has its SHA-256 in the header `x-document-sha256`.',
  ],
  description:
    'Downloads what an owner signed as a tagged PDF: the declaration as it was shown, the data of owner and company, the signature, and a certificate with the SHA-256 of the stored record, of the text shown and of the consent, and the events in UTC, each with the hash of the one before. It is made when it is first asked for and has the same bytes from then on; `x-document-sha256` is their digest. A file that is no longer the one that was stored is not given out: the response is 500. Before the signature it is 404. It stays available after the person was taken off the business.',
  example: { path: ownerPath, data: '%PDF-1.7 …' },
  refusals: [signatureDocumentNotFound()],
});

export const listSignatures = defineDocs(listContract, {
  sdk: ['signatures.list', 'Lists where the declaration of each owner stands.'],
  description:
    'Returns where the signature of each beneficial owner stands: all of them, newest first, unless you send a `limit`. An entry without `status` has never been asked, or could not be. The `signingUrl` is there only while the declaration is `PENDING`, the same on every call. The requirement is met when every entry is `SIGNED`. Poll this where you do not use the webhook `DOCUMENT_SIGNED`.',
  example: { path: { userId: exampleBusiness.id }, query: { status: 'PENDING' }, data: wholeList(pendingSignature) },
});

export const requestSignatures = defineDocs(requestContract, {
  sdk: [
    'signatures.request',
    'Makes a declaration for each owner that has none open or signed. Each `signingUrl` is a secret of its owner.',
  ],
  description:
    'Makes a declaration, with a link of its own, for each beneficial owner that has none open or signed, and returns the state of all of them. Repeating the call changes nothing. A declaration can be signed for 30 days; one that expired or was withdrawn is replaced by a new one under a new link. An owner without an e-mail address gets no declaration: its entry says so in `error`, and the others are not delayed. The service sends no mail: bring each `signingUrl` to its owner and to no one else, since anyone who holds it can sign. Only `MX` is supported.',
  body: { about: 'May be left out.', country: 'MX, which is also the default.' },
  example: { path: { userId: exampleBusiness.id }, body: { country: 'MX' }, data: wholeList(pendingSignature) },
  refusals: [unsupportedCountry(), writeContention()],
});

export const withdrawSignature = defineDocs(withdrawContract, {
  sdk: ['signatures.withdraw', 'Withdraws an open declaration.'],
  description:
    'Withdraws a declaration that is open: its link can no longer be signed with, and the entry becomes `DELETED`. Another one may be requested. Where none is open (signed, expired, withdrawn or never requested) the response is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 3, status: 'DELETED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});
