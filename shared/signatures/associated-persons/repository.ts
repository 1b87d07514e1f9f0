/**
 * Persons of businesses. Every change of them is one write that also changes the user, at the version that was
 * read before the persons were: so shares and signatures are counted from a list that still holds, and a peso
 * transaction that checks the user's count of unsigned owners comes either before the change or after it.
 */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { hasVersion } from '#shared/dynamodb/expressions';
import { formerPersonKey, PERSON_PREFIX, personKey, userKey } from '#shared/dynamodb/keys';
import { readRange, readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import { newLink, spendLink } from '#shared/links/repository';
import {
  type AssociatedPerson,
  associatedPersonRoles,
  countUnsignedOwners,
  requestFailures,
} from '#shared/signatures/domain/associated-person';
import { type Declaration, declarationStatuses } from '#shared/signatures/domain/declaration';
import { signaturePayload } from '#shared/signatures/domain/webhook-payload';
import type { User } from '#shared/users/domain/user';
import { findUser, userWrites } from '#shared/users/repository';
import { notificationWrites, type Recipients } from '#shared/webhooks/repository';

const text = maybe(z.string());

const declarationItem = z.object({
  id: z.string(),
  status: z.enum(declarationStatuses),
  company: z.object({ name: text, taxId: text, countryOfConstitution: text }),
  requestedAtMs: z.number(),
  expiresAtMs: z.number(),
  signed: maybe(
    z.object({ atMs: z.number(), key: z.string(), sha256: z.string(), nameDiffers: z.optional(z.boolean()) }),
  ),
});

const personItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  role: z.enum(associatedPersonRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  dateOfBirth: text,
  nationality: text,
  taxId: text,
  ownershipUnits: maybe(z.number()),
  declaration: maybe(declarationItem),
  requestFailure: maybe(z.enum(requestFailures)),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

export function encodeAssociatedPerson(person: AssociatedPerson) {
  return { ...personKey(person.userId, person.id), entity: 'PERSON', ...person };
}

/** A removed person, kept for the signed documents. */
export function encodeFormerAssociatedPerson(person: AssociatedPerson, removedAtMs: number) {
  return {
    ...formerPersonKey(person.userId, person.id),
    entity: 'FORMER_PERSON',
    ...person,
    version: person.version + 1,
    updatedAtMs: removedAtMs,
  };
}

export function decodeAssociatedPerson(raw: unknown): AssociatedPerson {
  return personItem.parse(raw);
}

/** A business with its persons, as they were read. */
export interface BusinessWithPersons {
  readonly user: User;
  /** Owners and others, the oldest first. */
  readonly persons: readonly AssociatedPerson[];
}

/** The persons on record of a business, owners and others, the oldest first. One read gets them all. */
export async function listPersons(userId: string): Promise<AssociatedPerson[]> {
  const { items } = await readRange({ partition: userKey(userId).PK, prefix: PERSON_PREFIX });
  return items.map(decodeAssociatedPerson);
}

/** The persons of a user that was read before: this order lets a change in between be noticed. */
export async function readBusinessWithPersons(user: User): Promise<BusinessWithPersons> {
  return { user, persons: await listPersons(user.id) };
}

/** A user with its persons; none when there is no such user. */
export async function findBusinessWithPersons(userId: string): Promise<BusinessWithPersons | undefined> {
  const user = await findUser(userId);
  return user === undefined ? undefined : readBusinessWithPersons(user);
}

/** A person by id; of a user that is known to exist. */
export function findPerson(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  return readRecord(personKey(userId, personId), decodeAssociatedPerson);
}

/** A person who has been taken off the record. */
export function findFormerPerson(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  return readRecord(formerPersonKey(userId, personId), decodeAssociatedPerson);
}

/**
 * Stores a new person.
 * @param additionalWrites other writes of the same transaction
 * @returns false if the business changed since it was read; nothing was written then.
 */
export async function addPerson(
  { user, persons }: BusinessWithPersons,
  person: AssociatedPerson,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<boolean> {
  const after = withPersons(user, [...persons, person], person.createdAtMs);
  return writeIfConditionsHold([
    ...userWrites(user, after),
    putIfAbsent(encodeAssociatedPerson(person)),
    ...additionalWrites,
  ]);
}

/**
 * Adds persons in a write that changes their business for another reason, too.
 * @returns the business with its owners counted, to be written at the version that was read, and the persons' writes
 */
export function withNewPersons(
  { user, persons }: BusinessWithPersons,
  added: readonly AssociatedPerson[],
): { readonly user: User; readonly writes: readonly PendingWrite[] } {
  const unsignedOwners = countUnsignedOwners([...persons, ...added]);
  return {
    user: { ...user, unsignedOwners },
    writes: added.map((person) => putIfAbsent(encodeAssociatedPerson(person))),
  };
}

/**
 * Removes a person and keeps the signed documents.
 * @returns false if the business changed since it was read; nothing was written then.
 */
export async function removePerson(
  { user, persons }: BusinessWithPersons,
  person: AssociatedPerson,
  atMs: number,
): Promise<boolean> {
  const rest = persons.filter(({ id }) => id !== person.id);
  return writeIfConditionsHold([
    ...userWrites(user, withPersons(user, rest, atMs)),
    deleteItem(personKey(person.userId, person.id), hasVersion(person.version)),
    putIfAbsent(encodeFormerAssociatedPerson(person, atMs)),
  ]);
}

/**
 * Stores persons in their new states: declarations withdrawn or expired, failures of a request.
 * @returns the business as it was stored; `undefined` when the business changed in between; nothing was written then.
 */
export async function updatePersons(
  { user, persons }: BusinessWithPersons,
  changed: readonly AssociatedPerson[],
  atMs: number,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<BusinessWithPersons | undefined> {
  const personsAfter = replacePersons(persons, changed);
  const after = withPersons(user, personsAfter, atMs);
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    ...changed.map((person) => replacePerson(persons, person)),
    ...additionalWrites,
  ]);
  return saved ? { user: after, persons: personsAfter } : undefined;
}

/** The action that stores the link of a declaration under the digest of its token. */
export function newDeclarationLink(person: AssociatedPerson, declaration: Declaration, token: string): PendingWrite {
  return newLink(token, {
    kind: 'DECLARATION',
    linkId: declaration.id,
    userId: person.userId,
    partnerId: person.partnerId,
    personId: person.id,
    expiresAtMs: declaration.expiresAtMs,
  });
}

/** Writes committed together with a signature. */
interface SignatureWrites {
  readonly token: string;
  readonly recipients: Recipients;
  readonly additionalWrites: readonly PendingWrite[];
}

/**
 * Stores a signature, uses the link up and notifies the partner, in one write.
 * @returns false when the business changed in between or the link was used; nothing was written then.
 */
export async function saveSignature(
  { user, persons }: BusinessWithPersons,
  signed: AssociatedPerson,
  { token, recipients, additionalWrites }: SignatureWrites,
): Promise<boolean> {
  const { updatedAtMs: atMs } = signed;
  const notified = { ...user, sequence: user.sequence + 1 };
  const saved = await updatePersons({ user: notified, persons }, [signed], atMs, [
    spendLink(token, atMs),
    ...notificationWrites({
      subject: { kind: 'USER', id: user.id },
      sequence: notified.sequence,
      partnerId: user.partnerId,
      event: 'DOCUMENT_SIGNED',
      userId: user.id,
      payload: signaturePayload(user, signed),
      ...recipients,
      atMs,
    }),
    ...additionalWrites,
  ]);
  return saved !== undefined;
}

/** The user after a change of its persons. */
function withPersons(user: User, persons: readonly AssociatedPerson[], atMs: number): User {
  return { ...user, version: user.version + 1, unsignedOwners: countUnsignedOwners(persons), updatedAtMs: atMs };
}

function replacePersons(
  persons: readonly AssociatedPerson[],
  changed: readonly AssociatedPerson[],
): AssociatedPerson[] {
  return persons.map((person) => changed.find(({ id }) => id === person.id) ?? person);
}

/** @throws Error for a person who is not in the list */
function replacePerson(persons: readonly AssociatedPerson[], after: AssociatedPerson): PendingWrite {
  const before = persons.find(({ id }) => id === after.id);
  if (before === undefined) throw new Error('A person to change was not read before');
  return putIfVersion(before.version, encodeAssociatedPerson(after));
}
