/**
 * Finds all personal data of a user in the table, and creates the writes that replace or delete this data. User, transactions and
 * notifications are kept without personal data, so an interrupted erasure can find the remaining items again.
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { decodeChanges, encodeChanges } from '#shared/changes/item';
import { allOf, hasVersion, itemExists } from '#shared/dynamodb/expressions';
import {
  bankAccountKey,
  type Collection,
  endpointDeliveryKey,
  feedPageKey,
  feedPartition,
  idempotencyItemKey,
  listPartition,
  type NotificationSubject,
  notificationKey,
  RESPONSE_PREFIX,
  type RecordKey,
  receiptKey,
  receiverKey,
  transactionKey,
  travelRuleKey,
  uniqueBankAccountKey,
  userKey,
} from '#shared/dynamodb/keys';
import { formerUserFacet, receiverFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import {
  documentClient,
  readItem,
  readPages,
  readPartition,
  readRecord,
  type StoredRecord,
} from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, updateInput, updateItem } from '#shared/dynamodb/writes';
import { erasedBody, erasedTransaction } from '#shared/erasure/domain/erasure';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction } from '#shared/transactions/item';
import { findInformationKeys } from '#shared/transactions/payouts/repository';
import { replacementWrites } from '#shared/transactions/repository';
import { ERASED } from '#shared/users/domain/erased-user';
import type { User } from '#shared/users/domain/user';
import { decodeUser } from '#shared/users/item';
import { readEach } from '#shared/users/repository';
import { hasEndpointIds } from '#shared/webhooks/deliveries/repository';
import { genericError } from '#shared/webhooks/domain/endpoint-response';
import {
  type DeliveryItem,
  type EndpointDeliveryItem,
  endpointDeliveryItem,
  type NotificationItem,
  notificationItem,
} from '#shared/webhooks/item';
import { findResponseKeys } from '#shared/webhooks/listing/repository';

/** All items of a user in the table. */
export interface UserRecords {
  readonly user: User;
  /** Start of the erasure, epoch ms; `undefined` before the erasure starts. */
  readonly erasedAtMs: number | undefined;
  readonly transactions: readonly Transaction[];
  /** Notifications about the user and about the user's transactions. */
  readonly notifications: readonly NotificationItem[];
  /** Deliveries of `notifications` to additional endpoints. */
  readonly deliveries: readonly EndpointDeliveryItem[];
  /** Keys of the items to delete, by kind. `deletedKinds` sets the order. The deletion can stop and continue at any item. */
  readonly deleted: Readonly<Record<DeletedKind, readonly RecordKey[]>>;
}

/**
 * Kinds of items in the order of deletion. If item A refers to item B, then A is deleted after B. `responses` are the stored
 * responses to idempotency keys.
 */
export const deletedKinds = [
  'bankAccounts',
  'receivers',
  'endpointResponses',
  'receipts',
  'information',
  'identity',
  'listRows',
  'responses',
] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** Returns the partner id of a user, also after the user's erasure. */
export function findPartnerIdByUser(userId: string): Promise<string | undefined> {
  return readRecord(userKey(userId), (raw) => decodeUser(raw).partnerId);
}

/** Reads all items of a user, before or during an erasure; `undefined` for an unknown user. */
export async function findUserRecords(userId: string): Promise<UserRecords | undefined> {
  const raw = await readItem(userKey(userId));
  if (raw === undefined) return undefined;
  const user = decodeUser(raw);
  const { partnerId } = user;
  const rows = (collection: Collection, facet: string) => readPartition(listPartition(partnerId, collection, facet));
  const rowsWithFormer = async (collection: Collection) => [
    ...(await rows(collection, userFacet(userId))),
    ...(await rows(collection, formerUserFacet(userId))),
  ];

  const transactionIds = (await rows('TX', userFacet(userId))).map(toId);
  const transactions = (await readEach(transactionIds.map(transactionKey))).map(decodeTransaction);
  const subjects: NotificationSubject[] = [
    { kind: 'USER', id: userId },
    ...transactionIds.map((id) => ({ kind: 'TX' as const, id })),
  ];
  const notifications: NotificationItem[] = [];
  for (const subject of subjects) {
    const items = await readPartition(notificationKey(subject, 0).PK, 'NTF#');
    for (const one of items.map((item) => notificationItem.parse(item))) notifications.push(one);
  }

  const deliveryKeys = notifications.flatMap((item) =>
    (item.endpointIds ?? []).map((endpointId) => endpointDeliveryKey(item, endpointId)),
  );
  const deliveries = (await readEach(deliveryKeys)).map((item) => endpointDeliveryItem.parse(item));
  const partitions = new Set(
    [...subjects.map((subject) => notificationKey(subject, 0)), ...deliveryKeys].map(({ PK }) => PK),
  );
  const endpointResponses: RecordKey[] = [];
  for (const partition of partitions) for (const one of await findResponseKeys(partition)) endpointResponses.push(one);

  const receiptKeys = transactionIds.flatMap((id) => [receiptKey(id, 'RECEIPT'), receiptKey(id, 'RETURN_RECEIPT')]);
  const receipts = (await readEach(receiptKeys)).map(toKey);

  const information: RecordKey[] = [];
  for (const id of transactionIds) for (const one of await findInformationKeys(id)) information.push(one);
  for (const one of (await readEach(transactionIds.map(travelRuleKey))).map(toKey)) information.push(one);

  const receiverRows = await rowsWithFormer('RECEIVER');
  const receiverIds = receiverRows.map(toId);
  const accountRows = await rowsWithFormer('BANK');
  const accountKeys = await readAccountKeys(userId, undefined);
  for (const receiverId of receiverIds) {
    for (const one of await rows('BANK', receiverFacet(receiverId))) accountRows.push(one);
    for (const one of await readAccountKeys(userId, receiverId)) accountKeys.push(one);
  }

  const partition = await readPartition(userKey(userId).PK);
  const identity = partition
    .map(toKey)
    .filter(({ SK }) => SK !== 'META' && !SK.startsWith('NTF#') && !SK.startsWith(RESPONSE_PREFIX));
  const responses = (await readPartition(idempotencyItemKey(partnerId, userId, '').PK)).map(toKey);
  const wallets = await rows('WALLET', userFacet(userId));
  return {
    user,
    erasedAtMs: typeof raw.erasedAtMs === 'number' ? raw.erasedAtMs : undefined,
    transactions,
    notifications,
    deliveries,
    deleted: {
      bankAccounts: [...accountKeys, ...accountRows.map(toId).map(bankAccountKey)],
      receivers: receiverIds.map(receiverKey),
      endpointResponses,
      receipts,
      information,
      identity,
      listRows: [...accountRows, ...receiverRows, ...wallets].map(toKey),
      responses,
    },
  };
}

async function readAccountKeys(userId: string, receiverId: string | undefined): Promise<RecordKey[]> {
  const { PK } = uniqueBankAccountKey({ userId, receiverId }, []);
  return (await readPartition(PK)).map(toKey);
}

function toKey({ PK, SK }: StoredRecord): RecordKey {
  return { PK: String(PK), SK: String(SK) };
}

function toId({ SK }: StoredRecord): string {
  return String(SK);
}

/** Returns the writes that replace personal data in kept items, if any remains. Each write requires the version that was read. */
export function redactionWrites(
  { user, transactions, notifications, deliveries }: UserRecords,
  atMs: number,
): PendingWrite[] {
  return [
    ...transactions.flatMap((transaction) => {
      const after = erasedTransaction(transaction, atMs);
      return after === undefined ? [] : replacementWrites(transaction, after);
    }),
    ...notifications.flatMap((item) => redactDelivery(item, { body: erasedBody(item.body, user.id) }, atMs)),
    ...deliveries.flatMap((item) => redactDelivery(item, {}, atMs)),
  ];
}

/**
 * Updates only the fields with personal data. Other writers change the lease, the due time and the waiter without a new version.
 * A replacement of the whole item would therefore undo these changes.
 */
function redactDelivery(item: DeliveryItem, { body }: { readonly body?: string }, atMs: number): PendingWrite[] {
  // The endpoint's response may repeat the content of the request.
  const error = item.latestErrorPayload === undefined ? undefined : genericError(ERASED, item.id);
  const isErased = item.attempts.every(
    ({ responseBody = ERASED, responseStored }) => responseBody === ERASED && responseStored === undefined,
  );
  const isSameBody = item.entity === 'DELIVERY' || body === item.body;
  if (isSameBody && item.latestErrorPayload === error && isErased) return [];
  const set = {
    body,
    latestErrorPayload: error,
    attempts: isErased ? undefined : item.attempts.map(withoutResponse),
    version: item.version + 1,
    updatedAt: new Date(atMs).toISOString(),
  };
  // If a replay has added a delivery since the read, the write fails. Otherwise the erasure would miss the added delivery.
  const condition =
    item.entity === 'NTF'
      ? allOf(hasVersion(item.version), hasEndpointIds(item.endpointIds))
      : hasVersion(item.version);
  return [updateItem(item, { set, condition })];
}

type Attempt = DeliveryItem['attempts'][number];

function withoutResponse({ responseStored, ...attempt }: Attempt): Attempt {
  const hasResponse = responseStored === true || attempt.responseBody !== undefined;
  return hasResponse ? { ...attempt, responseBody: ERASED } : attempt;
}

/** Returns the writes that delete items. A missing item causes no error. */
export function deletionWrites(keys: readonly RecordKey[]): PendingWrite[] {
  return keys.map((key) => deleteItem(key));
}

const feedPage = z.object({
  PK: z.string(),
  SK: z.string(),
  changes: z.array(z.looseObject({ type: z.string(), id: z.string(), resource: z.string() })),
});
type FeedPage = z.infer<typeof feedPage>;

/** Replacement for the resource in the changes of an erased person. */
const ERASED_RESOURCE = JSON.stringify({ state: ERASED });

/** Ids that identify a user's changes in the change feed. */
export interface FeedTrace {
  readonly partnerId: string;
  readonly userId: string;
  /** Ids of notifications whose payload contains the partner's user id instead of our user id. */
  readonly notificationIds: ReadonlySet<string>;
}

/** Finds the feed pages with changes of a user. Reads the partner's whole change feed (35 days). */
export async function* findPages(trace: FeedTrace): AsyncGenerator<FeedPage> {
  for await (const items of readPages({ partition: feedPartition(trace.partnerId), prefix: PAGE_PREFIX })) {
    const pages = items.map((item) => feedPage.parse({ ...item, changes: decodeChanges(item) }));
    yield* pages.filter(({ changes }) => changes.some((change) => mentionsUser(change, trace)));
  }
}

const PAGE_PREFIX = feedPageKey('', 0).SK.slice(0, 'PAGE#'.length);

type Change = FeedPage['changes'][number];

/** Returns true if a change contains the user's personal data. The user's resources contain the user id, except notifications. */
function mentionsUser(change: Change, { userId, notificationIds }: FeedTrace): boolean {
  const isOfUser = notificationIds.has(change.id) || change.resource.includes(userId);
  return isOfUser && change.resource !== ERASED_RESOURCE && !isErased(change);
}

/** Texts that identify erased versions of transactions and notifications in the change feed. */
const ERASED_MARKS: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION: [`"accountIdentifier":"${ERASED}"`, `"destinationWalletAddress":"${ERASED}"`],
  NOTIFICATION: [`"firstName":"${ERASED}","lastName":"${ERASED}"`],
};

function isErased({ type, resource }: Change): boolean {
  return ERASED_MARKS[type]?.some((mark) => resource.includes(mark)) ?? false;
}

/** Replaces the resources of the user's changes on a page. Removes no change, because a cursor contains a position on a page. */
export async function erasePage(page: FeedPage, trace: FeedTrace): Promise<void> {
  const changes = page.changes.map((change) =>
    mentionsUser(change, trace) ? { ...change, resource: ERASED_RESOURCE } : change,
  );
  // The update fails if the page has expired since the read. Without the condition, the update would create the page again.
  const command = new UpdateCommand(updateInput(page, { set: encodeChanges(changes), condition: itemExists }));
  await documentClient().send(command);
}
