/** Record of a signature: everything that was shown and entered, and its source. */
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration } from './declaration';
import type { DeclarationText } from './declaration-text';
import { isSameName } from './typed-name';

/** The typed name itself, or a drawing: strokes of x, y, x, y … on a sheet of the given size, from its top left. */
export type SignatureMark =
  | { readonly kind: 'typed' }
  | {
      readonly kind: 'drawn';
      readonly width: number;
      readonly height: number;
      readonly strokes: readonly (readonly number[])[];
    };

/** Evidence of a signature. */
export interface SignatureEvidence {
  readonly typedName: string;
  readonly mark: SignatureMark;
  /** Network address and program that the signature came from, as far as they are known. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly atMs: number;
}

/** The record, in the order that people read it; it is stored as canonical JSON. Instants are ISO 8601 in UTC. */
export interface SignedDeclaration {
  readonly recordVersion: 1;
  readonly declarationId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly associatedPersonId: string;
  readonly declarationText: DeclarationText;
  readonly typedName: string;
  /** True if it is another name than the owner's on record. Absent in records from before it was compared. */
  readonly nameDiffers?: boolean | undefined;
  readonly signature: SignatureMark;
  readonly consentGiven: true;
  readonly requestedAt: string;
  readonly signedAt: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Longest user agent that is kept; real ones have some 200 characters. */
const MAX_USER_AGENT = 500;

export function toSignedDeclaration(
  person: AssociatedPerson,
  declaration: Declaration,
  declarationText: DeclarationText,
  evidence: SignatureEvidence,
): SignedDeclaration {
  return {
    recordVersion: 1,
    declarationId: declaration.id,
    partnerId: person.partnerId,
    userId: person.userId,
    associatedPersonId: person.id,
    declarationText,
    typedName: evidence.typedName,
    nameDiffers: !isSameName(evidence.typedName, formatFullName(person)),
    signature: evidence.mark,
    consentGiven: true,
    requestedAt: new Date(declaration.requestedAtMs).toISOString(),
    signedAt: new Date(evidence.atMs).toISOString(),
    ipAddress: evidence.ipAddress,
    // Half a character, which a cut can leave, is no text.
    userAgent: evidence.userAgent.slice(0, MAX_USER_AGENT).replace(/\p{Surrogate}/gu, ''),
  };
}
