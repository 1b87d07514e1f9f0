import { decodeUser, encodeUser } from '#shared/data/items/user';
import { uniqueEmailKey, uniqueExternalIdKey, userKey } from '#shared/data/keys';
import { addToLists, allOf, type ListRow, moveBetweenLists, ofType, withStatus } from '#shared/data/listing';
import { ConditionsFailed, readItem, tableName, type WriteAction, writeAtomically } from '#shared/data/table';
import type { User } from '#shared/domain/users/user';

/** An address or external id that another user of the partner already has. Nothing was written. */
export class UserExists extends Error {
  override readonly name = 'UserExists';
  constructor(
    readonly taken: readonly { readonly field: 'email' | 'externalUserId'; readonly userId: string }[],
  ) {
    super('A user with this address or external id exists');
  }
}

/**
 * Puts a new user on record.
 * @throws UserExists naming what is taken and by whom, also when two registrations race.
 */
export async function createUser(user: User): Promise<void> {
  const unique: { field: 'email' | 'externalUserId'; action: WriteAction }[] = [
    { field: 'email', action: claimUnique(uniqueEmailKey(user.partnerId, user.email), user.id) },
  ];
  if (user.externalUserId !== undefined) {
    unique.push({
      field: 'externalUserId',
      action: claimUnique(uniqueExternalIdKey(user.partnerId, user.externalUserId), user.id),
    });
  }
  try {
    await writeAtomically([
      ...unique.map(({ action }) => action),
      {
        Put: {
          TableName: tableName(),
          Item: encodeUser(user),
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      },
      ...addToLists(listRowOf(user), [allOf, ofType(user.type), withStatus(user.kycStatus)]),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const taken = unique.flatMap(({ field }, position) => {
      const failed = error.at(position);
      return failed === undefined ? [] : [{ field, userId: String(failed.item?.userId ?? '') }];
    });
    if (taken.length === 0) throw error;
    throw new UserExists(taken);
  }
}

function claimUnique(key: { PK: string; SK: string }, userId: string): WriteAction {
  return {
    Put: {
      TableName: tableName(),
      Item: { ...key, entity: 'UNIQUE', userId },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function listRowOf(user: User): ListRow {
  return { partnerId: user.partnerId, collection: 'USER', id: user.id, attributes: { type: user.type } };
}

/** The actions that change a user: they fail when it is no longer at the version it was read at. */
export function userWrites(before: User, after: User): WriteAction[] {
  return [
    {
      Put: {
        TableName: tableName(),
        Item: encodeUser(after),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':before': before.version },
      },
    },
    ...moveBetweenLists(listRowOf(after), withStatus(before.kycStatus), withStatus(after.kycStatus)),
  ];
}

/** A user by id, whoever's it is. */
export async function findUser(userId: string): Promise<User | undefined> {
  const raw = await readItem(userKey(userId));
  return raw === undefined ? undefined : decodeUser(raw);
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
