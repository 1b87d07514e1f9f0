/** Record of a signature: everything that was shown and entered, and its source. */
import { toIsoTime } from '#shared/values/iso-time';
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

/** Longest user agent that is kept; real ones have some 200 characters. */
const MAX_USER_AGENT = 500;

/** Builds the record, in the order that people read it; it is stored as canonical JSON. Instants are ISO 8601 in UTC. */
export function toSignedDeclaration(
  person: AssociatedPerson,
  declaration: Declaration,
  declarationText: DeclarationText,
  evidence: SignatureEvidence,
) {
  return {
    recordVersion: 1 as const,
    declarationId: declaration.id,
    partnerId: person.partnerId,
    userId: person.userId,
    associatedPersonId: person.id,
    declarationText,
    typedName: evidence.typedName,
    /** True if it is another name than the owner's on record. */
    nameDiffers: !isSameName(evidence.typedName, formatFullName(person)),
    signature: evidence.mark,
    consentGiven: true as const,
    requestedAt: toIsoTime(declaration.requestedAtMs),
    signedAt: toIsoTime(evidence.atMs),
    ipAddress: evidence.ipAddress,
    // Half a character, which a cut can leave, is no text.
    userAgent: evidence.userAgent.slice(0, MAX_USER_AGENT).replace(/\p{Surrogate}/gu, ''),
  };
}
