import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import { type Declaration, declarationStatusAt } from './declaration';

/** Roles of a person in a business. A UBO is an ultimate beneficial owner. */
export const associatedPersonRoles = ['UBO', 'LEGAL_REPRESENTATIVE', 'DIRECTOR'] as const;
export type AssociatedPersonRole = (typeof associatedPersonRoles)[number];

/** Maximum number of persons of a business, so that one query can read all of them. */
export const MAX_PERSONS = 50;

/** A person of a business. Times are epoch ms. */
export interface AssociatedPerson {
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly role: AssociatedPersonRole;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | undefined;
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined;
  readonly nationality?: string | undefined;
  readonly taxId?: string | undefined;
  /** Ownership share in units of 0.0001 percent (see ownership-percent.ts). */
  readonly ownershipUnits: number | undefined;
  readonly declaration: Declaration | undefined;
  /** Reason for the failure of the last request for a declaration; `undefined` after a successful request. */
  readonly requestFailure: RequestFailure | undefined;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export const requestFailures = ['EMAIL_NOT_FOUND'] as const;
export type RequestFailure = (typeof requestFailures)[number];

/** Fields of a person that the partner or the business enters. */
type PersonDetails = Pick<
  AssociatedPerson,
  'role' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'nationality' | 'taxId' | 'ownershipUnits'
>;

/** Returns a new person of a business without a declaration. */
export function newPerson(
  business: Pick<User, 'id' | 'partnerId'>,
  details: PersonDetails,
  atMs: number,
): AssociatedPerson {
  return {
    ...details,
    id: newId(atMs),
    userId: business.id,
    partnerId: business.partnerId,
    declaration: undefined,
    requestFailure: undefined,
    version: 1,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
}

/** Returns true if the business needs a declaration signed by this person. */
export function isBeneficialOwner(person: AssociatedPerson): boolean {
  return person.role === 'UBO';
}

export function formatFullName({ firstName, lastName }: Pick<AssociatedPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/**
 * Returns false if the person must not be removed: an owner without a signed declaration, while no other owner has signed. The
 * removal of all unsigned owners would allow peso transactions without any signature.
 */
export function keepsSigner(persons: readonly AssociatedPerson[], person: AssociatedPerson): boolean {
  const hasSigned = (owner: AssociatedPerson) => isBeneficialOwner(owner) && owner.declaration?.status === 'SIGNED';
  if (!isBeneficialOwner(person) || hasSigned(person)) return true;
  return persons.some((other) => other.id !== person.id && hasSigned(other));
}

/** Counts the owners without a signed declaration. While the count is not zero, the API refuses peso transactions. */
export function countUnsignedOwners(persons: readonly AssociatedPerson[]): number {
  return persons.filter((person) => isBeneficialOwner(person) && person.declaration?.status !== 'SIGNED').length;
}

/** Returns the person's declaration if it is open (status `PENDING` at `atMs`), otherwise `undefined`. */
export function findOpenDeclaration(person: AssociatedPerson, atMs: number): Declaration | undefined {
  const { declaration } = person;
  return declaration !== undefined && declarationStatusAt(declaration, atMs) === 'PENDING' ? declaration : undefined;
}

/** Returns true for a beneficial owner without an open or signed declaration: a request for signatures must create one. */
export function needsDeclaration(person: AssociatedPerson, atMs: number): boolean {
  if (!isBeneficialOwner(person)) return false;
  if (person.declaration === undefined) return true;
  const status = declarationStatusAt(person.declaration, atMs);
  return status === 'EXPIRED' || status === 'DELETED';
}

/** Returns the person with a changed declaration. */
export function withDeclaration(person: AssociatedPerson, declaration: Declaration, atMs: number): AssociatedPerson {
  return { ...person, declaration, requestFailure: undefined, version: person.version + 1, updatedAtMs: atMs };
}
