import { createHash } from 'node:crypto';
import { signatureDocumentNotFound } from '#shared/api/problems';
import type { Operation } from '#shared/http/partner-endpoint';
import { readFile } from '#shared/platform/files/files';
import { readOwnBusiness, requirePerson } from '#shared/signatures/associated-persons/read-own-business';
import { findFormerPerson } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { normalizeId } from '#shared/values/ids';
import type { contract } from './contract';
import { parseSignedDeclaration } from './parse-signed-declaration';
import { signaturePdf } from './signature-pdf';

/** A record with the longest drawing has some 60 KB. */
const MAX_RECORD_BYTES = 1_000_000;
/** The gateway waits for 14.5 s in all. */
const READ_MS = 8000;

/** The declaration that an owner signed, as a PDF. It stays available when the owner is removed from the business. */
export const readSignatureDocument: Operation<typeof contract> = async ({ caller, params }) => {
  const business = await readOwnBusiness(params.userId, caller);
  const former = await formerSigner(business.user.id, params.personId);
  const person = former ?? requirePerson(business, params.personId);
  const signed = person.declaration?.signed;
  if (signed === undefined) throw signatureDocumentNotFound();
  const { content } = await readFile(signed.key, MAX_RECORD_BYTES, { signal: AbortSignal.timeout(READ_MS) });
  if (sha256Hex(content) !== signed.sha256) throw new Error('A signed record is not the one that was signed');
  const body = await signaturePdf(parseSignedDeclaration(content), signed.sha256);
  return {
    file: {
      contentType: 'application/pdf',
      body,
      headers: {
        'content-disposition': `attachment; filename="declaration-${person.id}.pdf"`,
        'cache-control': 'no-store',
        'x-document-sha256': sha256Hex(body),
      },
    },
  };
};

/** A person who signed and was removed from the business afterwards. */
async function formerSigner(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  const known = normalizeId(personId);
  const former = known === undefined ? undefined : await findFormerPerson(userId, known);
  return former?.declaration?.signed === undefined ? undefined : former;
}

function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
