import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import { type Declaration, declarationStatusAt } from './declaration';

/** Roles of a person in a business. A UBO is an ultimate beneficial owner. */
export const associatedPersonRoles = ['UBO', 'LEGAL_REPRESENTATIVE', 'DIRECTOR'] as const;
export type AssociatedPersonRole = (typeof associatedPersonRoles)[number];

/** Persons that a business may have on record: one read gets them all, and they are counted from it. */
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
  /** Share of the business in units of 0.0001 percent (see ownership-percent.ts). */
  readonly ownershipUnits: number | undefined;
  /** The newest declaration that was requested. */
  readonly declaration: Declaration | undefined;
  /** Why no declaration could be made when it was last asked for; gone once one is made. */
  readonly requestFailure: RequestFailure | undefined;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export const requestFailures = ['EMAIL_NOT_FOUND'] as const;
export type RequestFailure = (typeof requestFailures)[number];

/** The details of a new person. */
type PersonDetails = Pick<
  AssociatedPerson,
  'role' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'nationality' | 'taxId' | 'ownershipUnits'
>;

/** Returns a new person of a business, of whom nothing was signed or asked. */
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

/** Returns true if a person has to sign for its business. */
export function isBeneficialOwner(person: AssociatedPerson): boolean {
  return person.role === 'UBO';
}

export function formatFullName({ firstName, lastName }: Pick<AssociatedPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/**
 * Returns true if an owner who has signed is left when a person is removed. Asked for owners who have not signed: without
 * this rule their removal would allow peso transactions as their signature does.
 */
export function keepsSigner(persons: readonly AssociatedPerson[], person: AssociatedPerson): boolean {
  const hasSigned = (owner: AssociatedPerson) => isBeneficialOwner(owner) && owner.declaration?.status === 'SIGNED';
  if (!isBeneficialOwner(person) || hasSigned(person)) return true;
  return persons.some((other) => other.id !== person.id && hasSigned(other));
}

/** Owners whose declaration is not signed: while there is one, peso transactions are refused. */
export function countUnsignedOwners(persons: readonly AssociatedPerson[]): number {
  return persons.filter((person) => isBeneficialOwner(person) && person.declaration?.status !== 'SIGNED').length;
}

/** The declaration of a person that can be signed, withdrawn or run out, if there is one. */
export function findOpenDeclaration(person: AssociatedPerson, atMs: number): Declaration | undefined {
  const { declaration } = person;
  return declaration !== undefined && declarationStatusAt(declaration, atMs) === 'PENDING' ? declaration : undefined;
}

/**
 * Returns true if a request for signatures makes a declaration for this person: a beneficial owner without an open or
 * signed one.
 */
export function needsDeclaration(person: AssociatedPerson, atMs: number): boolean {
  if (!isBeneficialOwner(person)) return false;
  if (person.declaration === undefined) return true;
  const status = declarationStatusAt(person.declaration, atMs);
  return status === 'EXPIRED' || status === 'DELETED';
}

/** The person with its declaration in another state. */
export function withDeclaration(person: AssociatedPerson, declaration: Declaration, atMs: number): AssociatedPerson {
  return { ...person, declaration, requestFailure: undefined, version: person.version + 1, updatedAtMs: atMs };
}
