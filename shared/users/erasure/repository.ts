/**
 * Everything that the table holds of a user and that tells who it is, and what becomes of it. All of it is reached
 * from the user: by the keys and ranges of its own partition, of its lists, and of what these name. What is kept
 * (the user's mark, transactions, notifications) leads to the rest again, so an erasure that broke off is taken up
 * where it stopped.
 */

import {
  bankAccountKey,
  type Collection,
  idempotencyItemKey,
  listPartition,
  type NotificationSubject,
  notificationKey,
  type RecordKey,
  receiverKey,
  transactionKey,
  uniqueBankAccountKey,
  userKey,
} from '#shared/dynamodb/keys';
import { formerUserFacet, receiverFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { readItem, readItems, type StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfVersion, updateItem } from '#shared/dynamodb/writes';
import { readPartition } from '#shared/partners/records/repository';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction, encodeTransaction } from '#shared/transactions/item';
import { ERASED, erasedBody, erasedTransaction } from '#shared/users/domain/erasure';
import type { User } from '#shared/users/domain/user';
import { decodeUser } from '#shared/users/item';
import { genericError } from '#shared/webhooks/domain/endpoint-response';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';

/** What the table holds of a user. */
export interface UserRecords {
  readonly user: User;
  /** Since when it is erased, epoch ms, where it has been begun. */
  readonly erasedAtMs: number | undefined;
  readonly transactions: readonly Transaction[];
  /** About the user and about its transactions. */
  readonly notifications: readonly NotificationItem[];
  /** What goes altogether, by what it is. Each group is safe to delete in any part, in this order. */
  readonly deleted: Readonly<Record<DeletedKind, readonly RecordKey[]>>;
}

/** What is deleted, in the order in which it is: what leads to something else goes after it. */
export const deletedKinds = ['bankAccounts', 'receivers', 'identity', 'listRows', 'answers'] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** Whose a user is or, after its erasure, was. */
export async function findPartnerIdByUser(userId: string): Promise<string | undefined> {
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
    readPartition(listPartition(partnerId, collection, facet));

  const transactionIds = (await rows('TX', userFacet(userId))).map(toId);
  const transactions = (await readEach(transactionIds.map(transactionKey))).map(decodeTransaction);
  const subjects: NotificationSubject[] = [
    { kind: 'USER', id: userId },
    ...transactionIds.map((id) => ({ kind: 'TX' as const, id })),
  ];
  const notifications: NotificationItem[] = [];
  for (const subject of subjects) {
    const items = await readPartition(notificationKey(subject, 0).PK, 'NTF#');
    notifications.push(...items.map((item) => notificationItem.parse(item)));
  }

  const receiverRows = [
    ...(await rows('RECEIVER', userFacet(userId))),
    ...(await rows('RECEIVER', formerUserFacet(userId))),
  ];
  const receiverIds = receiverRows.map(toId);
  const accountRows = [
    ...(await rows('BANK', userFacet(userId))),
    ...(await rows('BANK', formerUserFacet(userId))),
  ];
  const accountKeys = await readAccountKeys(userId, undefined);
  for (const receiverId of receiverIds) {
    accountRows.push(...(await rows('BANK', receiverFacet(receiverId))));
    accountKeys.push(...(await readAccountKeys(userId, receiverId)));
  }

  const partition = await readPartition(userKey(userId).PK);
  const identity = partition.map(toKey).filter(({ SK }) => SK !== 'META' && !SK.startsWith('NTF#'));
  const answers = (await readPartition(idempotencyItemKey(partnerId, userId, '').PK)).map(toKey);
  const wallets = await rows('WALLET', userFacet(userId));
  return {
    user,
    erasedAtMs: typeof raw.erasedAtMs === 'number' ? raw.erasedAtMs : undefined,
    transactions,
    notifications,
    deleted: {
      bankAccounts: [...accountKeys, ...accountRows.map(toId).map(bankAccountKey)],
      receivers: receiverIds.map(receiverKey),
      identity,
      listRows: [...accountRows, ...receiverRows, ...wallets].map(toKey),
      answers,
    },
  };
}

async function readAccountKeys(userId: string, receiverId: string | undefined): Promise<RecordKey[]> {
  const { PK } = uniqueBankAccountKey({ userId, receiverId }, []);
  return (await readPartition(PK)).map(toKey);
}

async function readEach(keys: readonly RecordKey[]): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let from = 0; from < keys.length; from += 100) {
    const part = await readItems(keys.slice(from, from + 100));
    found.push(...part.filter((item) => item !== undefined));
  }
  return found;
}

function toKey({ PK, SK }: StoredRecord): RecordKey {
  return { PK: String(PK), SK: String(SK) };
}

function toId({ SK }: StoredRecord): string {
  return String(SK);
}

/** The actions that put a fixed mark over what is kept; none where it stands already. Each holds at the version that was read. */
export function redactionWrites(
  { user, transactions, notifications }: UserRecords,
  atMs: number,
): PendingWrite[] {
  return [
    ...transactions.flatMap((transaction) => {
      const after = erasedTransaction(transaction, atMs);
      return after === undefined ? [] : [putIfVersion(transaction.version, encodeTransaction(after))];
    }),
    ...notifications.flatMap((item) => redactNotification(item, user.id, atMs)),
  ];
}

/**
 * Changes what tells of a person and nothing else: whose attempt it is, when it is due and who waits for it are written
 * without a new version, and may be others by now.
 */
function redactNotification(item: NotificationItem, userId: string, atMs: number): PendingWrite[] {
  const body = erasedBody(item.body, userId);
  // What the partner's endpoint answered may repeat what it was sent.
  const error = item.latestErrorPayload === undefined ? undefined : genericError(ERASED, item.id);
  const isErased = item.attempts.every(({ responseBody = ERASED }) => responseBody === ERASED);
  if (body === item.body && item.latestErrorPayload === error && isErased) return [];
  const values = {
    body,
    ...(error === undefined ? {} : { latestErrorPayload: error }),
    ...(isErased ? {} : { attempts: item.attempts.map(withoutResponseBody) }),
    version: item.version + 1,
    updatedAt: new Date(atMs).toISOString(),
  };
  const names = Object.keys(values);
  return [
    updateItem(
      { PK: item.PK, SK: item.SK },
      {
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: '#version = :seen',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':seen': item.version,
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
        },
      },
    ),
  ];
}

function withoutResponseBody(
  attempt: NotificationItem['attempts'][number],
): NotificationItem['attempts'][number] {
  return attempt.responseBody === undefined ? attempt : { ...attempt, responseBody: ERASED };
}

/** The actions that delete items, whether or not they are there. */
export function deletionWrites(keys: readonly RecordKey[]): PendingWrite[] {
  return keys.map((key) => deleteItem(key));
}
