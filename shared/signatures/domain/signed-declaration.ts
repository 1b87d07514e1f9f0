/** Record of a signature: everything the page showed, everything the signer entered, and the technical evidence. */
import { toIsoTime } from '#shared/values/iso-time';
import { sha256Hex } from '#shared/values/sha256';
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration } from './declaration';
import type { DeclarationText } from './declaration-text';
import { canonicalDigest, chainEvents } from './evidence-chain';
import { isSameName } from './typed-name';

/** A typed name, or a drawing. Each stroke of a drawing is a list of coordinates (x, y, x, y …) from the top left corner. */
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
  /** IP address and user agent of the request. The user agent is empty if the request contains none. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly atMs: number;
  /** The first visit to the page. Absent for a signature without a visit, for example through the sandbox endpoint. */
  readonly opened?: PageOpening | undefined;
}

/** A visit to the signing page by a person, or by software that checks links. */
export interface PageOpening {
  /** Epoch ms. */
  readonly atMs: number;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Maximum stored length of a user agent, in characters. Typical user agents have about 200 characters. */
const MAX_USER_AGENT = 500;

/**
 * Builds the record, which is stored as canonical JSON. Timestamps are ISO 8601 in UTC. The hash chain in `events` ends with the
 * signature; the PDF adds the event `DOCUMENT_MADE`.
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
    /** SHA-256 of the shown text as canonical JSON, and SHA-256 of the consent text. */
    textSha256,
    consentSha256,
    typedName: evidence.typedName,
    /** True if the typed name differs from the owner's stored name. */
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

/** Truncates a user agent. Truncation can split a surrogate pair, so lone surrogates are removed. */
function cutUserAgent(userAgent: string): string {
  return userAgent.slice(0, MAX_USER_AGENT).replace(/\p{Surrogate}/gu, '');
}
