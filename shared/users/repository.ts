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

/**
 * Stores a new user.
 * @param additionalWrites other writes of the same transaction
 * @throws Problem naming the conflicting field and user, also if two registrations race.
 */
export async function insertUser(user: User, additionalWrites: readonly PendingWrite[] = []): Promise<void> {
  const creation = [putIfAbsent(encodeUser(user)), ...addToLists(toListRow(user), userFacets(user))];
  const isStored = await writeWithClaims(uniqueKeysFor(user), user.id, [...creation, ...additionalWrites]);
  if (!isStored) throw new Error('A new user has the id of another one');
}

/**
 * Stores a user over the one that was read. The same write releases an address or external id that is no longer used
 * and claims a new one.
 * @returns false if the user changed since it was read; nothing was written then.
 * @throws Problem naming the conflicting field and user
 */
export async function replaceUser(before: User, after: User): Promise<boolean> {
  const [keysBefore, keysAfter] = [uniqueKeysFor(before), uniqueKeysFor(after)];
  const claimed = keysAfter.filter(({ key }) => !keysBefore.some((one) => one.key.PK === key.PK));
  const released = keysBefore.filter(({ key }) => !keysAfter.some((one) => one.key.PK === key.PK));
  const releases = released.map(({ key }) => deleteUniqueKey(key, before.id));
  return writeWithClaims(claimed, after.id, [...userWrites(before, after), ...releases]);
}

/**
 * Writes a user together with its claims on unique values.
 * @param writes the user's own first
 * @returns false if the user changed since it was read; nothing was written then.
 * @throws Problem naming the conflicting field and user
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
    // If the user itself has changed, a taken value may be its own by now.
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

/** A value that one user of a partner has, and the key under which it says so. */
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

/** The actions that change a user, its own version first: they fail when it is no longer at the version it was read at. */
export function userWrites(before: User, after: User): PendingWrite[] {
  return [
    putIfVersion(before.version, encodeUser(after)),
    ...moveBetweenLists(toListRow(after), statusFacetFor(before), statusFacetFor(after)),
  ];
}

/**
 * The actions that begin the erasure of a user: it is in no list, its address and external id are free, and it is
 * unknown from then on. What stays says whose it was, for what its transactions still have to write.
 */
export function erasureWrites(before: User, atMs: number): PendingWrite[] {
  return [
    putIfVersion(before.version, { ...encodeUser(erasedUser(before, atMs)), entity: 'ERASED_USER', erasedAtMs: atMs }),
    ...uniqueKeysFor(before).map(({ key }) => deleteUniqueKey(key, before.id)),
    ...removeFromLists(toListRow(before), userFacets(before)),
  ];
}

/**
 * The condition that holds a write to a user who is verified at that very moment; it fails when a decision came in between.
 * @param allSigned whether every stored beneficial owner must have signed, too
 */
export function verifiedUserCheck(userId: string, { allSigned = false } = {}): PendingWrite {
  const isVerified = allOf(absent('erasedAtMs'), equals('kycStatus', 'VERIFIED'));
  const isSigned = anyOf(absent('unsignedOwners'), equals('unsignedOwners', 0));
  return checkItem(userKey(userId), allSigned ? allOf(isVerified, isSigned) : isVerified);
}

/** The check that a user is not erased at the moment of the write. */
export function liveUserCheck(userId: string): PendingWrite {
  return checkItem(userKey(userId), absent('erasedAtMs'));
}

/** The user of an item as read; an erased one is unknown. */
export function decodeLiveUser(raw: StoredRecord): User | undefined {
  return raw.erasedAtMs === undefined ? decodeUser(raw) : undefined;
}

/** A user by id, of any partner. */
export function findUser(userId: string): Promise<User | undefined> {
  return readRecord(userKey(userId), decodeLiveUser);
}

/** The id of a partner's user by address or external id. */
export async function findUserIdBy(partnerId: string, by: UserHandle): Promise<string | undefined> {
  const raw = await readItem(uniqueKeyFor(partnerId, by));
  return typeof raw?.userId === 'string' ? raw.userId : undefined;
}

/** The ids of the users of several partners with an address or external id, of each partner one at most. */
export async function findUserIdsOf(partnerIds: readonly string[], by: UserHandle): Promise<string[]> {
  const claims = await readEach(partnerIds.map((partnerId) => uniqueKeyFor(partnerId, by)));
  return claims.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : []));
}

/** The items that exist of any number of keys, in their order. */
export async function readEach(keys: readonly RecordKey[]): Promise<StoredRecord[]> {
  return (await readItems(keys)).filter((item) => item !== undefined);
}

/** A value by which a partner knows a user. */
export type UserHandle = { readonly email: string } | { readonly externalUserId: string };

function uniqueKeyFor(partnerId: string, by: UserHandle): RecordKey {
  return 'email' in by ? uniqueEmailKey(partnerId, by.email) : uniqueExternalIdKey(partnerId, by.externalUserId);
}

/** Users by id; erased ones are left out. */
export function findUsers(ids: readonly string[]): Promise<User[]> {
  return readRecords(ids.map(userKey), decodeLiveUser);
}
