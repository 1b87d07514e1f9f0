import { personNotFound, signatureDocumentNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireBusiness } from '#shared/signatures/associated-persons/read-own-business';
import { findSigner, readDocument } from '#shared/signatures/document/read-document';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { normalizeId } from '#shared/values/ids';
import { contract } from './contract';

/** Returns the declaration that an owner signed, as a PDF. It stays available after the owner's removal from the business. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const known = normalizeId(params.personId);
  const finding = known === undefined ? Promise.resolve(undefined) : findSigner(params.userId, known);
  const [user, found] = await readOwnUserWith(params.userId, caller, finding);
  requireBusiness(user);
  if (found?.person === undefined) throw personNotFound();
  if (found.signer === undefined) throw signatureDocumentNotFound();
  const { body, sha256 } = await readDocument(found.signer, { nowMs, partnerId: caller.partnerId });
  return {
    file: {
      contentType: 'application/pdf',
      body,
      headers: {
        'content-disposition': `attachment; filename="declaration-${found.person.id}.pdf"`,
        'cache-control': 'no-store',
        'x-document-sha256': sha256,
      },
    },
  };
});
