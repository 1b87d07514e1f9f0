import { createHash } from 'node:crypto';
import { Problem } from '#shared/api/problems';
import { findFormerPerson } from '#shared/data/owners';
import { knownForm } from '#shared/domain/ids';
import type { Person } from '#shared/domain/owners/person';
import type { Operation } from '#shared/http/edge';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { readFile } from '#shared/storage/files';
import type { contract } from './contract';
import { signaturePdf } from './signature-pdf';
import { storedRecord } from './stored-record';

/** A record with the longest drawing has some 60 KB. */
const MAX_RECORD_BYTES = 1_000_000;
/** The gateway waits for 14.5 s in all. */
const READ_MS = 8000;

/** The declaration that an owner signed, as a PDF. It stays to be had when the owner is taken off the business. */
export const readSignatureDocument: Operation<typeof contract> = async ({ caller, params }) => {
  const ownership = await readOwnBusiness(params.userId, caller);
  const former = await formerSigner(ownership.user.id, params.personId);
  const person = former ?? personOf(ownership, params.personId);
  const signed = person.cedula?.signed;
  if (signed === undefined) throw new Problem('NOT_FOUND', 'Signature document not found');
  const { content } = await readFile(signed.key, MAX_RECORD_BYTES, { signal: AbortSignal.timeout(READ_MS) });
  if (sha256Of(content) !== signed.sha256) throw new Error('A signed record is not the one that was signed');
  const body = await signaturePdf(storedRecord(content), signed.sha256);
  return {
    file: {
      contentType: 'application/pdf',
      body,
      headers: {
        'content-disposition': `attachment; filename="declaration-${person.id}.pdf"`,
        'cache-control': 'no-store',
        'x-document-sha256': sha256Of(body),
      },
    },
  };
};

/** Somebody who signed and was taken off the business afterwards. */
async function formerSigner(userId: string, personId: string): Promise<Person | undefined> {
  const known = knownForm(personId);
  const former = known === undefined ? undefined : await findFormerPerson(userId, known);
  return former?.cedula?.signed === undefined ? undefined : former;
}

function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
