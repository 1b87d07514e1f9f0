import { decodeUser, encodeUser } from '#shared/data/items/user';
import { type Key, uniqueEmailKey, uniqueExternalIdKey, userKey } from '#shared/data/keys';
import {
  addToLists,
  allOf,
  type ListRow,
  moveBetweenLists,
  ofType,
  removeFromLists,
  withStatusOfType,
} from '#shared/data/listing';
import {
  ConditionsFailed,
  putOver,
  type RawItem,
  readItem,
  tableName,
  type WriteAction,
  writeAtomically,
} from '#shared/data/table';
import { erasedUser } from '#shared/domain/users/erasure';
import type { User } from '#shared/domain/users/user';

/** What a partner's users may not share. */
export type UniqueField = 'email' | 'externalUserId';

/** An address or external id that another user of the partner already has. Nothing was written. */
export class UserExists extends Error {
  override readonly name = 'UserExists';
  constructor(readonly taken: readonly { readonly field: UniqueField; readonly userId: string }[]) {
    super('A user with this address or external id exists');
  }
}

/**
 * Puts a new user on record.
 * @param alongside what else has to happen in the same write
 * @throws UserExists naming what is taken and by whom, also when two registrations race.
 */
export async function createUser(user: User, alongside: readonly WriteAction[] = []): Promise<void> {
  const claims = claimsOf(user);
  try {
    await writeAtomically([
      ...claims.map(({ key }) => claimUnique(key, user.id)),
      {
        Put: {
          TableName: tableName(),
          Item: encodeUser(user),
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      },
      ...addToLists(listRowOf(user), facetsOf(user)),
      ...alongside,
    ]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const taken = takenOf(error, claims);
    if (taken.length === 0) throw error;
    throw new UserExists(taken);
  }
}

/**
 * Stores a user over the one that was read. What it no longer uses of address and external id is free for
 * others from then on, and what is new is claimed, in the same write.
 *
 * @returns false when the user has changed meanwhile; nothing was written then.
 * @throws UserExists naming what is taken and by whom
 */
export async function updateUser(before: User, after: User): Promise<boolean> {
  const [held, wanted] = [claimsOf(before), claimsOf(after)];
  const claimed = wanted.filter(({ key }) => !held.some((claim) => claim.key.PK === key.PK));
  const released = held.filter(({ key }) => !wanted.some((claim) => claim.key.PK === key.PK));
  try {
    await writeAtomically([
      ...claimed.map(({ key }) => claimUnique(key, after.id)),
      ...userWrites(before, after),
      ...released.map(({ key }) => releaseUnique(key, before.id)),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // Where the user itself has changed, what is taken may be its own by now.
    if (error.at(claimed.length) !== undefined) return false;
    const taken = takenOf(error, claimed);
    if (taken.length === 0) throw error;
    throw new UserExists(taken);
  }
}

/** A value that one user of a partner has, and the key under which it says so. */
interface Claim {
  readonly field: UniqueField;
  readonly key: Key;
}

function claimsOf({ partnerId, email, externalUserId }: User): Claim[] {
  const address: Claim = { field: 'email', key: uniqueEmailKey(partnerId, email) };
  if (externalUserId === undefined) return [address];
  return [address, { field: 'externalUserId', key: uniqueExternalIdKey(partnerId, externalUserId) }];
}

/** Which of the claims at the head of a refused write belong to other users. */
function takenOf(error: ConditionsFailed, claims: readonly Claim[]): UserExists['taken'] {
  return claims.flatMap(({ field }, position) => {
    const failed = error.at(position);
    return failed === undefined ? [] : [{ field, userId: String(failed.item?.userId ?? '') }];
  });
}

function claimUnique(key: Key, userId: string): WriteAction {
  return {
    Put: {
      TableName: tableName(),
      Item: { ...key, entity: 'UNIQUE', userId },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function releaseUnique(key: Key, userId: string): WriteAction {
  return {
    Delete: {
      TableName: tableName(),
      Key: { ...key },
      ConditionExpression: 'userId = :holder',
      ExpressionAttributeValues: { ':holder': userId },
    },
  };
}

function listRowOf(user: User): ListRow {
  return { partnerId: user.partnerId, collection: 'USER', id: user.id, attributes: { type: user.type } };
}

const statusFacetOf = ({ kycStatus, type }: User): string => withStatusOfType(kycStatus, type);

function facetsOf(user: User): string[] {
  return [allOf, ofType(user.type), statusFacetOf(user)];
}

/** The actions that change a user, its own version first: they fail when it is no longer at the version it was read at. */
export function userWrites(before: User, after: User): WriteAction[] {
  return [
    putOver(before.version, encodeUser(after)),
    ...moveBetweenLists(listRowOf(after), statusFacetOf(before), statusFacetOf(after)),
  ];
}

/**
 * The actions that begin the erasure of a user: it is in no list, its address and external id are free, and it is
 * unknown from then on. What stays says whose it was, for what its transactions still have to write.
 */
export function erasureWrites(before: User, atMs: number): WriteAction[] {
  return [
    putOver(before.version, {
      ...encodeUser(erasedUser(before, atMs)),
      entity: 'ERASED_USER',
      erasedAtMs: atMs,
    }),
    ...claimsOf(before).map(({ key }) => releaseUnique(key, before.id)),
    ...removeFromLists(listRowOf(before), facetsOf(before)),
  ];
}

/**
 * The condition that holds a write to a user who is verified at that very moment; it fails when a decision came in between.
 * @param allSigned whether every beneficial owner on record must have signed, too
 */
export function whileVerified(userId: string, { allSigned = false } = {}): WriteAction {
  const signed = ' AND (attribute_not_exists(unsignedOwners) OR unsignedOwners = :none)';
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: { ...userKey(userId) },
      ConditionExpression: `attribute_not_exists(erasedAtMs) AND kycStatus = :verified${allSigned ? signed : ''}`,
      ExpressionAttributeValues: { ':verified': 'VERIFIED', ...(allSigned ? { ':none': 0 } : {}) },
    },
  };
}

/** The user of an item as read; an erased one is unknown. */
export function liveUser(raw: RawItem | undefined): User | undefined {
  return raw === undefined || raw.erasedAtMs !== undefined ? undefined : decodeUser(raw);
}

/** A user by id, whoever's it is. */
export async function findUser(userId: string): Promise<User | undefined> {
  return liveUser(await readItem(userKey(userId)));
}

/** The id of a partner's user by address or external id. */
export async function findUserIdBy(
  partnerId: string,
  by: { readonly email: string } | { readonly externalUserId: string },
): Promise<string | undefined> {
  const key =
    'email' in by ? uniqueEmailKey(partnerId, by.email) : uniqueExternalIdKey(partnerId, by.externalUserId);
  const raw = await readItem(key);
  return typeof raw?.userId === 'string' ? raw.userId : undefined;
}
