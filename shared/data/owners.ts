/**
 * Persons of businesses. Every change of them is one write that also changes the user, at the version that was
 * read before the persons were: so shares and signatures are counted from a list that still holds, and a peso
 * transaction that checks the user's count of unsigned owners comes either before the change or after it.
 */
import { decodePerson, encodeFormerPerson, encodePerson } from '#shared/data/items/person';
import { formerPersonKey, PERSON_PREFIX, personKey, userKey, webhookSettingsKey } from '#shared/data/keys';
import { newLink, spendLink } from '#shared/data/links';
import { notificationWrites } from '#shared/data/notifications';
import { readItem, readRange, tableName, type WriteAction, writeIfConditionsHold } from '#shared/data/table';
import { findUser, userWrites } from '#shared/data/users';
import { delivers } from '#shared/data/webhook-settings';
import { signaturePayload } from '#shared/domain/notifications/notification';
import type { Cedula } from '#shared/domain/owners/cedula';
import { countUnsigned, type Person } from '#shared/domain/owners/person';
import type { User } from '#shared/domain/users/user';

/** A business with its persons, as they were read. */
export interface Ownership {
  readonly user: User;
  /** Owners and others, the oldest first. */
  readonly persons: readonly Person[];
}

/** The persons on record of a business, owners and others, the oldest first. One read gets them all. */
export async function listOwners(userId: string): Promise<Person[]> {
  const { items } = await readRange({ partition: userKey(userId).PK, prefix: PERSON_PREFIX });
  return items.map(decodePerson);
}

/** The persons of a user that was read before: this order lets a change in between be noticed. */
export async function ownershipOf(user: User): Promise<Ownership> {
  return { user, persons: await listOwners(user.id) };
}

/** A user with its persons; none when there is no such user. */
export async function findOwnership(userId: string): Promise<Ownership | undefined> {
  const user = await findUser(userId);
  return user === undefined ? undefined : ownershipOf(user);
}

/** A person by id; of a user that is known to exist. */
export async function findPerson(userId: string, personId: string): Promise<Person | undefined> {
  const raw = await readItem(personKey(userId, personId));
  return raw === undefined ? undefined : decodePerson(raw);
}

/** A person who has been taken off the record. */
export async function findFormerPerson(userId: string, personId: string): Promise<Person | undefined> {
  const raw = await readItem(formerPersonKey(userId, personId));
  return raw === undefined ? undefined : decodePerson(raw);
}

/**
 * Puts a new person on record.
 * @param alongside what else has to happen in the same write
 * @returns false when the business changed meanwhile; nothing was written then.
 */
export async function addOwner(
  { user, persons }: Ownership,
  person: Person,
  alongside: readonly WriteAction[] = [],
): Promise<boolean> {
  const after = withPersons(user, [...persons, person], person.createdAtMs);
  return writeIfConditionsHold([...userWrites(user, after), putNew(encodePerson(person)), ...alongside]);
}

/**
 * Takes a person off the record. What it signed is kept.
 * @returns false when the business changed meanwhile; nothing was written then.
 */
export async function removeOwner(
  { user, persons }: Ownership,
  person: Person,
  atMs: number,
): Promise<boolean> {
  const rest = persons.filter(({ id }) => id !== person.id);
  return writeIfConditionsHold([
    ...userWrites(user, withPersons(user, rest, atMs)),
    {
      Delete: {
        TableName: tableName(),
        Key: { ...personKey(person.userId, person.id) },
        ...atVersion(person),
      },
    },
    putNew(encodeFormerPerson(person, atMs)),
  ]);
}

/**
 * Stores persons in their new states: cedulas withdrawn or run out, failures of a request.
 * @returns false when the business changed meanwhile; nothing was written then.
 */
export async function changeOwners(
  { user, persons }: Ownership,
  changed: readonly Person[],
  atMs: number,
  alongside: readonly WriteAction[] = [],
): Promise<boolean> {
  const after = withPersons(user, replaced(persons, changed), atMs);
  return writeIfConditionsHold([
    ...userWrites(user, after),
    ...changed.map((person) => putOver(persons, person)),
    ...alongside,
  ]);
}

/** The action that makes a cedula's link known by its token. */
export function cedulaLink(person: Person, cedula: Cedula, token: string): WriteAction {
  return newLink(token, {
    kind: 'CEDULA',
    linkId: cedula.id,
    userId: person.userId,
    partnerId: person.partnerId,
    personId: person.id,
    expiresAtMs: cedula.expiresAtMs,
  });
}

/**
 * Stores a signature, uses the link up and tells the partner, in one write.
 * @returns false when the business changed meanwhile or the link was used; nothing was written then.
 */
export async function saveSignature(
  { user, persons }: Ownership,
  signed: Person,
  {
    token,
    atMs,
    alongside,
  }: { readonly token: string; readonly atMs: number; readonly alongside: readonly WriteAction[] },
): Promise<boolean> {
  const settings = await readItem(webhookSettingsKey(user.partnerId));
  const after: User = {
    ...withPersons(user, replaced(persons, [signed]), atMs),
    sequence: user.sequence + 1,
  };
  return writeIfConditionsHold([
    ...userWrites(user, after),
    putOver(persons, signed),
    spendLink(token, atMs),
    ...notificationWrites({
      subject: { kind: 'USER', id: user.id },
      sequence: after.sequence,
      partnerId: user.partnerId,
      event: 'DOCUMENT_SIGNED',
      userId: user.id,
      payload: signaturePayload(after, signed),
      deliver: delivers(settings, 'DOCUMENT_SIGNED'),
      atMs,
    }),
    ...alongside,
  ]);
}

/** The user after a change of its persons. */
function withPersons(user: User, persons: readonly Person[], atMs: number): User {
  return { ...user, version: user.version + 1, unsignedOwners: countUnsigned(persons), updatedAtMs: atMs };
}

function replaced(persons: readonly Person[], changed: readonly Person[]): Person[] {
  return persons.map((person) => changed.find(({ id }) => id === person.id) ?? person);
}

function putNew(item: ReturnType<typeof encodePerson>): WriteAction {
  return { Put: { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(PK)' } };
}

/** @throws Error for a person who is not among those that were read */
function putOver(persons: readonly Person[], after: Person): WriteAction {
  const before = persons.find(({ id }) => id === after.id);
  if (before === undefined) throw new Error('A person to change was not read before');
  return { Put: { TableName: tableName(), Item: encodePerson(after), ...atVersion(before) } };
}

function atVersion({ version }: Person) {
  return {
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':before': version },
  };
}
