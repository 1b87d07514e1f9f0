/** What is kept of a signature: everything that was shown and entered, and from where. */

import type { Cedula } from '#shared/domain/owners/cedula';
import type { Declaration } from '#shared/domain/owners/declaration';
import { fullNameOf, type Person } from '#shared/domain/owners/person';
import { isSameName } from '#shared/domain/owners/typed-name';

/** The typed name itself, or a drawing: strokes of x, y, x, y … on a sheet of the given size, from its top left. */
export type SignatureMark =
  | { readonly kind: 'typed' }
  | {
      readonly kind: 'drawn';
      readonly width: number;
      readonly height: number;
      readonly strokes: readonly (readonly number[])[];
    };

/** How somebody signed. */
export interface SigningAct {
  readonly typedName: string;
  readonly mark: SignatureMark;
  /** Network address and program that the signature came from, as far as they are known. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly atMs: number;
}

/** The record, in the order that people read it; it is stored as canonical JSON. Instants are ISO 8601 in UTC. */
export interface SignedRecord {
  readonly recordVersion: 1;
  readonly declarationId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly associatedPersonId: string;
  readonly declaration: Declaration;
  readonly typedName: string;
  /** Whether it is another name than the owner's on record. Absent in records from before it was compared. */
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

export function signedRecord(
  person: Person,
  cedula: Cedula,
  declaration: Declaration,
  act: SigningAct,
): SignedRecord {
  return {
    recordVersion: 1,
    declarationId: cedula.id,
    partnerId: person.partnerId,
    userId: person.userId,
    associatedPersonId: person.id,
    declaration,
    typedName: act.typedName,
    nameDiffers: !isSameName(act.typedName, fullNameOf(person)),
    signature: act.mark,
    consentGiven: true,
    requestedAt: new Date(cedula.requestedAtMs).toISOString(),
    signedAt: new Date(act.atMs).toISOString(),
    ipAddress: act.ipAddress,
    // Half a character, which a cut can leave, is no text.
    userAgent: act.userAgent.slice(0, MAX_USER_AGENT).replace(/\p{Surrogate}/gu, ''),
  };
}
