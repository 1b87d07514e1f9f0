import { findFormerPerson, findPerson } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { asSigner, type Signer } from './read-document';
import { findSignedDocument } from './repository';

/** A person of a business and what it signed: one who signed and was removed from it afterwards, or one who is stored. */
export async function findSigner(
  userId: string,
  personId: string,
): Promise<{ readonly person: AssociatedPerson | undefined; readonly signer: Signer | undefined }> {
  const [former, stored, document] = await Promise.all([
    findFormerPerson(userId, personId),
    findPerson(userId, personId),
    findSignedDocument(userId, personId),
  ]);
  const person = former?.declaration?.signed === undefined ? stored : former;
  return { person, signer: asSigner(person, document) };
}
