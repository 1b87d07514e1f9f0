/** Record of a signature: everything that was shown and entered, and its source. */
import { toIsoTime } from '#shared/values/iso-time';
import { sha256Hex } from '#shared/values/sha256';
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration } from './declaration';
import type { DeclarationText } from './declaration-text';
import { canonicalDigest, chainEvents } from './evidence-chain';
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
  /** Network address and program of the signature, if known. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly atMs: number;
  /** The first visit to the page, as far as that is on record. */
  readonly opened?: PageOpening | undefined;
}

/** A visit to the page of a declaration, by a person or a program that looks at links. */
export interface PageOpening {
  /** Epoch ms. */
  readonly atMs: number;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Longest user agent that is kept; real ones have some 200 characters. */
const MAX_USER_AGENT = 500;

/**
 * Builds the record, in the order that people read it; it is stored as canonical JSON. Instants are ISO 8601 in UTC. Its
 * events are chained by their hashes up to the signature; the document adds that it was made.
 */
export function toSignedDeclaration(
  person: AssociatedPerson,
  declaration: Declaration,
  declarationText: DeclarationText,
  evidence: SignatureEvidence,
) {
  const requestedAt = toIsoTime(declaration.requestedAtMs);
  const signedAt = toIsoTime(evidence.atMs);
  const { opened, ipAddress } = evidence;
  const userAgent = cutUserAgent(evidence.userAgent);
  const from = { ipAddress, userAgent };
  const textSha256 = canonicalDigest(declarationText);
  const consentSha256 = sha256Hex(declarationText.consent);
  return {
    recordVersion: 1 as const,
    declarationId: declaration.id,
    partnerId: person.partnerId,
    userId: person.userId,
    associatedPersonId: person.id,
    declarationText,
    /** SHA-256 of the canonical JSON of the shown text and the sentence of consent. */
    textSha256,
    consentSha256,
    typedName: evidence.typedName,
    /** True if it is another name than the owner's on record. */
    nameDiffers: !isSameName(evidence.typedName, formatFullName(person)),
    signature: evidence.mark,
    consentGiven: true as const,
    requestedAt,
    signedAt,
    ipAddress,
    userAgent,
    events: chainEvents([
      { event: 'REQUESTED', at: requestedAt },
      ...(opened === undefined
        ? []
        : [
            {
              event: 'LINK_OPENED' as const,
              at: toIsoTime(opened.atMs),
              ipAddress: opened.ipAddress,
              userAgent: cutUserAgent(opened.userAgent),
            },
          ]),
      { event: 'CONSENT_GIVEN', at: signedAt, ...from, textSha256, consentSha256 },
      { event: 'SIGNED', at: signedAt, ...from },
    ]),
  };
}

/** Half a character, which a cut can leave, is no text. */
function cutUserAgent(userAgent: string): string {
  return userAgent.slice(0, MAX_USER_AGENT).replace(/\p{Surrogate}/gu, '');
}
