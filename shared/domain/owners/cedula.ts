/** The declaration that an owner is asked to sign, called a cedula, and what can become of it. */
import { isOwner, type Person } from '#shared/domain/owners/person';

export const cedulaStatuses = ['PENDING', 'SIGNED', 'EXPIRED', 'DELETED'] as const;
export type CedulaStatus = (typeof cedulaStatuses)[number];

/** How long an owner has to sign. */
export const CEDULA_LIFE_MS = 30 * 86_400_000;

/** The business as the declaration names it: as it was when the declaration was asked for. */
export interface DeclaredCompany {
  readonly name: string | undefined;
  readonly taxId: string | undefined;
  readonly countryOfConstitution: string | undefined;
}

/** Times are epoch ms. */
export interface Cedula {
  readonly id: string;
  /** As stored: a PENDING one that has run out counts as EXPIRED (`statusAt`). */
  readonly status: CedulaStatus;
  readonly company: DeclaredCompany;
  readonly requestedAtMs: number;
  /** It cannot be signed from this instant on. */
  readonly expiresAtMs: number;
  readonly signed: SignedDocument | undefined;
}

/** What was signed, as it lies in the bucket. */
export interface SignedDocument {
  /** Epoch ms. */
  readonly atMs: number;
  readonly key: string;
  /** Hex SHA-256 of the stored bytes. */
  readonly sha256: string;
  /** Whether the name that was typed is another one than the owner's on record, and was insisted upon. */
  readonly nameDiffers?: boolean | undefined;
}

export function newCedula(id: string, company: DeclaredCompany, atMs: number): Cedula {
  return {
    id,
    status: 'PENDING',
    company,
    requestedAtMs: atMs,
    expiresAtMs: atMs + CEDULA_LIFE_MS,
    signed: undefined,
  };
}

export function statusAt(cedula: Cedula, atMs: number): CedulaStatus {
  return cedula.status === 'PENDING' && atMs >= cedula.expiresAtMs ? 'EXPIRED' : cedula.status;
}

/** The cedula of a person that can be signed, withdrawn or run out; there is none in any other state. */
export function openCedulaOf(person: Person, atMs: number): Cedula | undefined {
  const { cedula } = person;
  return cedula !== undefined && statusAt(cedula, atMs) === 'PENDING' ? cedula : undefined;
}

/** Whether a request for signatures makes a cedula for this person: an owner without an open or signed one. */
export function lacksCedula(person: Person, atMs: number): boolean {
  if (!isOwner(person)) return false;
  if (person.cedula === undefined) return true;
  const status = statusAt(person.cedula, atMs);
  return status === 'EXPIRED' || status === 'DELETED';
}

/** The person with its cedula in another state. */
export function withCedula(person: Person, cedula: Cedula, atMs: number): Person {
  return { ...person, cedula, requestFailure: undefined, version: person.version + 1, updatedAtMs: atMs };
}
