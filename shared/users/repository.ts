import { userExists } from '#shared/api/problems';
import { absent, allOf, anyOf, equals } from '#shared/dynamodb/expressions';
import { type RecordKey, uniqueEmailKey, uniqueExternalIdKey, userKey } from '#shared/dynamodb/keys';
import {
  addToLists,
  allFacet,
  type ListRow,
  moveBetweenLists,
  removeFromLists,
  statusTypeFacet,
  typeFacet,
} from '#shared/dynamodb/lists/list-rows';
import { readItem, readItems, readRecord, readRecords, type StoredRecord } from '#shared/dynamodb/table';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { checkItem, deleteItem, putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import { erasedUser } from '#shared/users/domain/erased-user';
import type { User } from './domain/user';
import { decodeUser, encodeUser } from './item';

/** Stores a new user. @throws Problem with the conflicting field and user id, also for concurrent registrations */
export async function insertUser(user: User, additionalWrites: readonly PendingWrite[] = []): Promise<void> {
  const creation = [putIfAbsent(encodeUser(user)), ...addToLists(toListRow(user), userFacets(user))];
  const isStored = await writeWithClaims(uniqueKeysFor(user), user.id, [...creation, ...additionalWrites]);
  if (!isStored) throw new Error('A new user has the id of another one');
}

/**
 * Updates a user and the uniqueness records of a changed email address or external id, in one DynamoDB transaction.
 * @returns false if the user changed after the read; the call then writes nothing
 * @throws Problem with the conflicting field and user id
 */
export async function replaceUser(before: User, after: User): Promise<boolean> {
  const [keysBefore, keysAfter] = [uniqueKeysFor(before), uniqueKeysFor(after)];
  const claimed = keysAfter.filter(({ key }) => !keysBefore.some((one) => one.key.PK === key.PK));
  const released = keysBefore.filter(({ key }) => !keysAfter.some((one) => one.key.PK === key.PK));
  const releases = released.map(({ key }) => deleteUniqueKey(key, before.id));
  return writeWithClaims(claimed, after.id, [...userWrites(before, after), ...releases]);
}

/**
 * Writes a user's uniqueness records together with `writes`. The first element of `writes` must be the write of the user's item.
 * @throws Problem with the conflicting field and user id
 */
async function writeWithClaims(
  claims: readonly UniqueKey[],
  userId: string,
  writes: readonly PendingWrite[],
): Promise<boolean> {
  try {
    const claimWrites = claims.map(({ key }) => putIfAbsent({ ...key, entity: 'UNIQUE', userId }, 'ALL_OLD'));
    await writeAtomically([...claimWrites, ...writes]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // If the user's version has changed, a concurrent request may have stored the same email address or external id for this
    // user. This is not a conflict between users.
    if (error.at(claims.length) !== undefined) return false;
    const taken = claims.flatMap(({ field }, position) => {
      const failed = error.at(position);
      return failed === undefined ? [] : [{ field, userId: String(failed.item?.userId ?? '') }];
    });
    const [first] = taken;
    if (first === undefined) throw error;
    const errors = taken.map(({ field, userId }) => ({ field, message: `Already used by user ${userId}` }));
    throw userExists(errors, first.userId, error);
  }
}

/** A field with unique values among the users of a partner, and the key of the uniqueness record. */
interface UniqueKey {
  readonly field: 'email' | 'externalUserId';
  readonly key: RecordKey;
}

function uniqueKeysFor({ partnerId, email, externalUserId }: User): UniqueKey[] {
  const address: UniqueKey = { field: 'email', key: uniqueEmailKey(partnerId, email) };
  if (externalUserId === undefined) return [address];
  return [address, { field: 'externalUserId', key: uniqueExternalIdKey(partnerId, externalUserId) }];
}

function deleteUniqueKey(key: RecordKey, userId: string): PendingWrite {
  return deleteItem(key, equals('userId', userId));
}

function toListRow(user: User): ListRow {
  return { partnerId: user.partnerId, collection: 'USER', id: user.id, attributes: { type: user.type } };
}

const statusFacetFor = ({ kycStatus, type }: User): string => statusTypeFacet(kycStatus, type);

function userFacets(user: User): string[] {
  return [allFacet, typeFacet(user.type), statusFacetFor(user)];
}

/** Returns the writes that update a user. The first write fails if the user's version changed after the read. */
export function userWrites(before: User, after: User): PendingWrite[] {
  return [
    putIfVersion(before.version, encodeUser(after)),
    ...moveBetweenLists(toListRow(after), statusFacetFor(before), statusFacetFor(after)),
  ];
}

/**
 * Returns the writes that start the erasure of a user. The user item remains without personal data, because later notifications
 * about the user's transactions need this item.
 */
export function erasureWrites(before: User, atMs: number): PendingWrite[] {
  return [
    putIfVersion(before.version, { ...encodeUser(erasedUser(before, atMs)), entity: 'ERASED_USER', erasedAtMs: atMs }),
    ...uniqueKeysFor(before).map(({ key }) => deleteUniqueKey(key, before.id)),
    ...removeFromLists(toListRow(before), userFacets(before)),
  ];
}

/** Returns a condition that the user is verified and, with `allSigned`, that every stored beneficial owner has signed. */
export function verifiedUserCheck(userId: string, { allSigned = false } = {}): PendingWrite {
  const isVerified = allOf(absent('erasedAtMs'), equals('kycStatus', 'VERIFIED'));
  const isSigned = anyOf(absent('unsignedOwners'), equals('unsignedOwners', 0));
  return checkItem(userKey(userId), allSigned ? allOf(isVerified, isSigned) : isVerified);
}

/** Returns a condition that the user is not erased at the time of the write. */
export function liveUserCheck(userId: string): PendingWrite {
  return checkItem(userKey(userId), absent('erasedAtMs'));
}

/** Returns the user of a table item; `undefined` for an erased user. */
export function decodeLiveUser(raw: StoredRecord): User | undefined {
  return raw.erasedAtMs === undefined ? decodeUser(raw) : undefined;
}

/** Finds a user of any partner by id. */
export function findUser(userId: string): Promise<User | undefined> {
  return readRecord(userKey(userId), decodeLiveUser);
}

/** Returns the id of a partner's user with an email address or external id. */
export async function findUserIdBy(partnerId: string, by: UserHandle): Promise<string | undefined> {
  const raw = await readItem(uniqueKeyFor(partnerId, by));
  return typeof raw?.userId === 'string' ? raw.userId : undefined;
}

/** Returns the ids of users with an email address or external id, at most one user per partner. */
export async function findUserIdsOf(partnerIds: readonly string[], by: UserHandle): Promise<string[]> {
  const claims = await readEach(partnerIds.map((partnerId) => uniqueKeyFor(partnerId, by)));
  return claims.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : []));
}

/** Returns the existing items of a list of keys, in the order of the keys. */
export async function readEach(keys: readonly RecordKey[]): Promise<StoredRecord[]> {
  return (await readItems(keys)).filter((item) => item !== undefined);
}

/** Email address or external id by which a partner identifies a user. */
export type UserHandle = { readonly email: string } | { readonly externalUserId: string };

function uniqueKeyFor(partnerId: string, by: UserHandle): RecordKey {
  return 'email' in by ? uniqueEmailKey(partnerId, by.email) : uniqueExternalIdKey(partnerId, by.externalUserId);
}

/** Finds users by id, without erased users. */
export function findUsers(ids: readonly string[]): Promise<User[]> {
  return readRecords(ids.map(userKey), decodeLiveUser);
}
