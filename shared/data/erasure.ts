/**
 * Everything that the table holds of a user and that tells who it is, and what becomes of it. All of it is reached
 * from the user: by the keys and ranges of its own partition, of its lists, and of what these name. What is kept
 * (the user's mark, transactions, notifications) leads to the rest again, so an erasure that broke off is taken up
 * where it stopped.
 */
import { type NotificationItem, notificationItem } from '#shared/data/items/notification';
import { decodeTransaction, encodeTransaction } from '#shared/data/items/transaction';
import { decodeUser } from '#shared/data/items/user';
import {
  bankAccountClaimKey,
  bankAccountKey,
  type Collection,
  idempotencyKey,
  type Key,
  listPartition,
  type NotificationSubject,
  notificationKey,
  receiverKey,
  transactionKey,
  userKey,
} from '#shared/data/keys';
import { formerOf, ofReceiver, ofUser } from '#shared/data/listing';
import { readAll } from '#shared/data/partner-writes';
import { putOver, type RawItem, readItem, readItems, tableName, type WriteAction } from '#shared/data/table';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { ERASED, erasedBody, erasedTransaction } from '#shared/domain/users/erasure';
import type { User } from '#shared/domain/users/user';
import { genericError } from '#shared/domain/webhooks/endpoint-answer';

/** What the table holds of a user. */
export interface UserRecords {
  readonly user: User;
  /** Since when it is erased, epoch ms, where it has been begun. */
  readonly erasedAtMs: number | undefined;
  readonly transactions: readonly Transaction[];
  /** About the user and about its transactions. */
  readonly notifications: readonly NotificationItem[];
  /** What goes altogether, by what it is. Each group is safe to delete in any part, in this order. */
  readonly deleted: Readonly<Record<DeletedKind, readonly Key[]>>;
}

/** What is deleted, in the order in which it is: what leads to something else goes after it. */
export const deletedKinds = ['bankAccounts', 'receivers', 'identity', 'listRows', 'answers'] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** Whose a user is or, after its erasure, was. */
export async function partnerOfUser(userId: string): Promise<string | undefined> {
  const raw = await readItem(userKey(userId));
  return raw === undefined ? undefined : decodeUser(raw).partnerId;
}

/** Everything of a user, whether or not an erasure has begun; `undefined` when there never was one. */
export async function findUserRecords(userId: string): Promise<UserRecords | undefined> {
  const raw = await readItem(userKey(userId));
  if (raw === undefined) return undefined;
  const user = decodeUser(raw);
  const { partnerId } = user;
  const rows = (collection: Collection, facet: string) =>
    readAll(listPartition(partnerId, collection, facet));

  const transactionIds = (await rows('TX', ofUser(userId))).map(idOf);
  const transactions = (await readEach(transactionIds.map(transactionKey))).map(decodeTransaction);
  const subjects: NotificationSubject[] = [
    { kind: 'USER', id: userId },
    ...transactionIds.map((id) => ({ kind: 'TX' as const, id })),
  ];
  const notifications: NotificationItem[] = [];
  for (const subject of subjects) {
    const items = await readAll(notificationKey(subject, 0).PK, 'NTF#');
    notifications.push(...items.map((item) => notificationItem.parse(item)));
  }

  const receiverRows = [
    ...(await rows('RECEIVER', ofUser(userId))),
    ...(await rows('RECEIVER', formerOf(userId))),
  ];
  const receiverIds = receiverRows.map(idOf);
  const accountRows = [...(await rows('BANK', ofUser(userId))), ...(await rows('BANK', formerOf(userId)))];
  const claims = await claimsOf(userId, undefined);
  for (const receiverId of receiverIds) {
    accountRows.push(...(await rows('BANK', ofReceiver(receiverId))));
    claims.push(...(await claimsOf(userId, receiverId)));
  }

  const partition = await readAll(userKey(userId).PK);
  const identity = partition.map(keyOf).filter(({ SK }) => SK !== 'META' && !SK.startsWith('NTF#'));
  const answers = (await readAll(idempotencyKey(partnerId, userId, '').PK)).map(keyOf);
  const wallets = await rows('WALLET', ofUser(userId));
  return {
    user,
    erasedAtMs: typeof raw.erasedAtMs === 'number' ? raw.erasedAtMs : undefined,
    transactions,
    notifications,
    deleted: {
      bankAccounts: [...claims, ...accountRows.map(idOf).map(bankAccountKey)],
      receivers: receiverIds.map(receiverKey),
      identity,
      listRows: [...accountRows, ...receiverRows, ...wallets].map(keyOf),
      answers,
    },
  };
}

async function claimsOf(userId: string, receiverId: string | undefined): Promise<Key[]> {
  const { PK } = bankAccountClaimKey({ userId, receiverId }, []);
  return (await readAll(PK)).map(keyOf);
}

async function readEach(keys: readonly Key[]): Promise<RawItem[]> {
  const found: RawItem[] = [];
  for (let from = 0; from < keys.length; from += 100) {
    const part = await readItems(keys.slice(from, from + 100));
    found.push(...part.filter((item) => item !== undefined));
  }
  return found;
}

function keyOf({ PK, SK }: RawItem): Key {
  return { PK: String(PK), SK: String(SK) };
}

function idOf({ SK }: RawItem): string {
  return String(SK);
}

/** The actions that put a fixed mark over what is kept; none where it stands already. Each holds at the version that was read. */
export function markings({ user, transactions, notifications }: UserRecords, atMs: number): WriteAction[] {
  return [
    ...transactions.flatMap((transaction) => {
      const after = erasedTransaction(transaction, atMs);
      return after === undefined ? [] : [putOver(transaction.version, encodeTransaction(after))];
    }),
    ...notifications.flatMap((item) => eraseInNotification(item, user.id, atMs)),
  ];
}

/**
 * Changes what tells of a person and nothing else: whose attempt it is, when it is due and who waits for it are written
 * without a new version, and may be others by now.
 */
function eraseInNotification(item: NotificationItem, userId: string, atMs: number): WriteAction[] {
  const body = erasedBody(item.body, userId);
  // What the partner's endpoint answered may repeat what it was sent.
  const error = item.latestErrorPayload === undefined ? undefined : genericError(ERASED, item.id);
  const isErased = item.attempts.every(({ responseBody = ERASED }) => responseBody === ERASED);
  if (body === item.body && item.latestErrorPayload === error && isErased) return [];
  const values = {
    body,
    ...(error === undefined ? {} : { latestErrorPayload: error }),
    ...(isErased ? {} : { attempts: item.attempts.map(withoutAnswer) }),
    version: item.version + 1,
    updatedAt: new Date(atMs).toISOString(),
  };
  const names = Object.keys(values);
  return [
    {
      Update: {
        TableName: tableName(),
        Key: { PK: item.PK, SK: item.SK },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: '#version = :seen',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':seen': item.version,
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
  ];
}

function withoutAnswer(attempt: NotificationItem['attempts'][number]): NotificationItem['attempts'][number] {
  return attempt.responseBody === undefined ? attempt : { ...attempt, responseBody: ERASED };
}

/** The actions that delete items, whether or not they are there. */
export function deletions(keys: readonly Key[]): WriteAction[] {
  return keys.map((key) => ({ Delete: { TableName: tableName(), Key: { ...key } } }));
}
