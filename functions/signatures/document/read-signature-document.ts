import { createHash } from 'node:crypto';
import { personNotFound, signatureDocumentNotFound } from '#shared/api/problems';
import type { Operation } from '#shared/http/partner-endpoint';
import { readFile } from '#shared/platform/files/files';
import { requireBusiness } from '#shared/signatures/associated-persons/read-own-business';
import { findFormerPerson, findPerson } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { readOwnUserWith } from '#shared/users/read-own-user';
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
  const { userId, personId } = params;
  const [user, person] = await readOwnUserWith(userId, caller, findSigner(userId, personId));
  requireBusiness(user);
  if (person === undefined) throw personNotFound();
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

/** A person of a business: one who signed and was removed from it afterwards, or one who is stored. */
async function findSigner(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  const known = normalizeId(personId);
  if (known === undefined) return undefined;
  const [former, stored] = await Promise.all([findFormerPerson(userId, known), findPerson(userId, known)]);
  return former?.declaration?.signed === undefined ? stored : former;
}

function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
