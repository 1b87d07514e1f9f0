/**
 * Associated persons of businesses. Every change of a person also writes the user, with a condition on the version that was read
 * before the persons. Therefore ownership shares and signatures are counted from a current list. The creation of a peso
 * transaction checks the user's count of unsigned owners. This count always matches the stored persons.
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

/** Encodes a removed person, whom we store because of the signed documents. */
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

/** A business with its associated persons, as read from the table. */
export interface BusinessWithPersons {
  readonly user: User;
  /** Owners and other associated persons, oldest first. */
  readonly persons: readonly AssociatedPerson[];
}

/** Lists the associated persons of a business, oldest first, with one read. */
export async function listPersons(userId: string): Promise<AssociatedPerson[]> {
  const { items } = await readRange({ partition: userKey(userId).PK, prefix: PERSON_PREFIX });
  return items.map(decodeAssociatedPerson);
}

/**
 * Reads the associated persons of `user`. Every change of a person increases the user's version. Therefore a later write that
 * requires the version of `user` fails if the persons have changed.
 */
export async function readBusinessWithPersons(user: User): Promise<BusinessWithPersons> {
  return { user, persons: await listPersons(user.id) };
}

/** Returns a user with its associated persons, or `undefined` for an unknown user. */
export async function findBusinessWithPersons(userId: string): Promise<BusinessWithPersons | undefined> {
  const user = await findUser(userId);
  return user === undefined ? undefined : readBusinessWithPersons(user);
}

/** Finds a person by id. The caller has already checked that the user exists. */
export function findPerson(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  return readRecord(personKey(userId, personId), decodeAssociatedPerson);
}

/** Finds a person who was removed from the business. */
export function findFormerPerson(userId: string, personId: string): Promise<AssociatedPerson | undefined> {
  return readRecord(formerPersonKey(userId, personId), decodeAssociatedPerson);
}

/** Stores a new person. Returns false if the business has changed since the read; then nothing was written. */
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
 * Builds the writes of new persons, and the business with the new count of unsigned owners. The caller must write the business
 * only if its version has not changed since the read.
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
 * @returns false if the business has changed since the read; then nothing was written.
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
 * Stores persons whose `declaration` or `requestFailure` has changed.
 * @returns the business as stored; `undefined` if the business has changed since the read. Then nothing was written.
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

/** Builds the write that stores the link to a declaration. The key is the digest of the link's token. */
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

/** Token of the signing link, recipients of the webhook, and other writes of the DynamoDB transaction with the signature. */
interface SignatureWrites {
  readonly token: string;
  readonly recipients: Recipients;
  readonly additionalWrites: readonly PendingWrite[];
}

/**
 * Stores a signature, marks the link as used and notifies the partner, in one write.
 * @returns false if the business has changed since the read, or the link was used; then nothing was written.
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

/** Returns the user after a change of its associated persons. */
function withPersons(user: User, persons: readonly AssociatedPerson[], atMs: number): User {
  return { ...user, version: user.version + 1, unsignedOwners: countUnsignedOwners(persons), updatedAtMs: atMs };
}

function replacePersons(
  persons: readonly AssociatedPerson[],
  changed: readonly AssociatedPerson[],
): AssociatedPerson[] {
  return persons.map((person) => changed.find(({ id }) => id === person.id) ?? person);
}

/** @throws Error if the person is not in the list */
function replacePerson(persons: readonly AssociatedPerson[], after: AssociatedPerson): PendingWrite {
  const before = persons.find(({ id }) => id === after.id);
  if (before === undefined) throw new Error('A person to change was not read before');
  return putIfVersion(before.version, encodeAssociatedPerson(after));
}
