/**
 * What delivery reads and writes. Two fences separate concurrent workers: the lease of a claim lets one worker at a
 * time make the next attempt, and `version` keeps a worker from overwriting an outcome that it has not read.
 *
 * Every write of delivery removes `outbox`: the table stream carries each change of an item whose outbox is open
 * to the bus, and a change made by delivery is no reason to deliver. Only a new delivery run opens it again.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { duePartition, previousNotificationKey, type RecordKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { moveBetweenLists, statusFacet } from '#shared/dynamodb/lists/list-rows';
import {
  documentClient,
  type RangeQuery,
  readItem,
  readRange,
  type StoredRecord,
  tableName,
} from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  isUnstorable,
  type PendingWrite,
  retryOnTransactionConflict,
  writeAtomically,
} from '#shared/dynamodb/unit-of-work';
import { updateItem } from '#shared/dynamodb/writes';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';
import { notificationListRow } from '#shared/webhooks/listing/item';
import { type WebhookSettingsItem, webhookSettingsItem } from '#shared/webhooks/settings/item';

export interface LeaseRequest {
  readonly key: RecordKey;
  readonly deliveryRun: number;
  /** Attempts made, according to the claiming message. */
  readonly attemptsMade: number;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** When the redrive may send the attempt again, should this worker crash. */
  readonly dueAtMs: number;
  /** An attempt planned up to this long from now may be claimed already. */
  readonly earlyMs: number;
}

/** The item as written when the claim succeeds, as found when it does not. */
export type LeaseResult =
  | { readonly acquired: true; readonly item: NotificationItem }
  | { readonly acquired: false; readonly item: NotificationItem | undefined };

export type SaveResult =
  | { readonly saved: true }
  | { readonly saved: false; readonly current: NotificationItem | undefined };

/** A write whose content the table refuses on every attempt. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable';
}

export interface DeliveryStore {
  /** One notification, read consistently. */
  read(key: RecordKey): Promise<NotificationItem | undefined>;
  /** The nearest one before or after it that was meant to be delivered (never NOT_SENT), read consistently. */
  readAdjacent(key: RecordKey, side: 'before' | 'after'): Promise<NotificationItem | undefined>;
  /** Makes a PENDING one due at a later time, and marks the previous one as having a waiter, so that the end of its first
   * attempt wakes this one; a finished one is left alone. Returns `released`, and writes nothing, when the previous one
   * has released the next since it was read.
   * @throws WriteContention
   */
  block(item: NotificationItem, previous: NotificationItem, untilMs: number): Promise<'blocked' | 'released'>;
  acquireLease(claim: LeaseRequest): Promise<LeaseResult>;
  /**
   * Writes the outcome `after` over `before`, unless someone has written another one, or begun to wait for it, since.
   * @throws Unstorable when the table cannot keep what `after` holds; WriteContention
   */
  save(
    before: NotificationItem,
    after: NotificationItem,
    /** What else has to happen in the same write. @default nothing */
    additionalWrites?: readonly PendingWrite[],
  ): Promise<SaveResult>;
  readSettings(partnerId: string): Promise<WebhookSettingsItem | undefined>;
}

const FIRST_SORT_KEY = 'NTF#';
const LAST_SORT_KEY = 'NTF#~';

/** The store in the table. @param read how it reads single items, always consistently */
export function createDeliveryStore(read: typeof readItem): DeliveryStore {
  return {
    async read(key) {
      const item = await read({ PK: key.PK, SK: key.SK });
      return item === undefined ? undefined : notificationItem.parse(item);
    },

    async readAdjacent(key, side) {
      if (side === 'after') return findNearest({ partition: key.PK, from: key.SK, to: LAST_SORT_KEY }, key.SK);
      // The previous one nearly always exists, and is read in one batch with other items.
      const adjacent = await read(previousNotificationKey(key));
      if (adjacent !== undefined && adjacent.status !== 'NOT_SENT') return notificationItem.parse(adjacent);
      return findNearest({ partition: key.PK, from: FIRST_SORT_KEY, to: key.SK, newestFirst: true }, key.SK);
    },

    async block(item, previous, untilMs) {
      try {
        await writeAtomically([
          updateItem(
            { PK: item.PK, SK: item.SK },
            {
              UpdateExpression: 'SET #dueAt = :dueAt, #duePk = :duePk REMOVE #outbox',
              ConditionExpression: '#status = :pending',
              ExpressionAttributeNames: {
                '#dueAt': 'dueAt',
                '#duePk': 'duePk',
                '#outbox': 'outbox',
                '#status': 'status',
              },
              ExpressionAttributeValues: {
                ':dueAt': untilMs,
                ':duePk': duePartition(item.id),
                ':pending': 'PENDING',
              },
            },
          ),
          updateItem(
            { PK: previous.PK, SK: previous.SK },
            {
              UpdateExpression: 'SET #hasWaiter = :true REMOVE #outbox',
              ConditionExpression: '#status = :pending AND attribute_not_exists(#nextReleased)',
              ExpressionAttributeNames: {
                '#hasWaiter': 'hasWaiter',
                '#outbox': 'outbox',
                '#status': 'status',
                '#nextReleased': 'nextReleased',
              },
              ExpressionAttributeValues: { ':true': true, ':pending': 'PENDING' },
            },
          ),
        ]);
        return 'blocked';
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        return error.at(0) === undefined ? 'released' : 'blocked';
      }
    },

    async acquireLease({ key, deliveryRun, attemptsMade, nowMs, leaseUntilMs, dueAtMs, earlyMs }) {
      const answer = await conditionalUpdate({
        Key: { PK: key.PK, SK: key.SK },
        UpdateExpression: 'SET #lease = :lease, #dueAt = :dueAt REMOVE #outbox',
        ConditionExpression:
          '#status = :pending AND #deliveryRun = :deliveryRun AND #made = :attemptsMade' +
          ' AND (attribute_not_exists(#lease) OR #lease < :now) AND (attribute_not_exists(#next) OR #next <= :readyBy)',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#deliveryRun': 'deliveryRun',
          '#made': 'retryAttempts',
          '#lease': 'leaseUntil',
          '#next': 'nextAttemptAt',
          '#dueAt': 'dueAt',
          '#outbox': 'outbox',
        },
        ExpressionAttributeValues: {
          ':pending': 'PENDING',
          ':deliveryRun': deliveryRun,
          ':attemptsMade': attemptsMade,
          ':now': nowMs,
          ':readyBy': nowMs + earlyMs,
          ':lease': leaseUntilMs,
          ':dueAt': dueAtMs,
        },
        ReturnValues: 'ALL_NEW',
      });
      if (answer.held) return { acquired: true, item: notificationItem.parse(answer.item) };
      return {
        acquired: false,
        item: answer.item === undefined ? undefined : notificationItem.parse(answer.item),
      };
    },

    async save(before, after, additionalWrites = []) {
      try {
        return await saveOutcome(before, after, additionalWrites);
      } catch (error) {
        throw isUnstorable(error) ? new Unstorable('The table cannot keep this', { cause: error }) : error;
      }
    },

    async readSettings(partnerId) {
      const item = await read(webhookSettingsKey(partnerId));
      return item === undefined ? undefined : webhookSettingsItem.parse(item);
    },
  };
}

export const deliveryStore: DeliveryStore = createDeliveryStore(readItem);

/** The first in a range, beyond a key, that was meant to be delivered. */
async function findNearest(range: RangeQuery, beyond: string): Promise<NotificationItem | undefined> {
  let after: string | undefined = beyond;
  while (after !== undefined) {
    // Strictly beyond the own key: `after` is exclusive, and the item itself may even be gone.
    const page: { items: StoredRecord[]; next: string | undefined } = await readRange({
      ...range,
      limit: 5,
      after,
    });
    const found = page.items.find((item) => item.status !== 'NOT_SENT');
    if (found !== undefined) return notificationItem.parse(found);
    after = page.next;
  }
  return undefined;
}

async function saveOutcome(
  before: NotificationItem,
  after: NotificationItem,
  additionalWrites: readonly PendingWrite[],
): Promise<SaveResult> {
  const update = toUpdate(before, after);
  if (before.status === after.status && additionalWrites.length === 0) {
    const answer = await conditionalUpdate({
      Key: { PK: before.PK, SK: before.SK },
      ...update,
    });
    return answer.held ? { saved: true } : notSaved(answer.item);
  }
  const row = notificationListRow(after);
  try {
    await writeAtomically([
      updateItem(before, { ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ...moveBetweenLists(row, statusFacet(before.status), statusFacet(after.status)),
      ...additionalWrites,
    ]);
    return { saved: true };
  } catch (error) {
    if (error instanceof ConditionsFailed) return notSaved(error.at(0)?.item);
    throw error;
  }
}

function notSaved(item: StoredRecord | undefined): SaveResult {
  return { saved: false, current: item === undefined ? undefined : notificationItem.parse(item) };
}

/** Attributes that leases, blocks and the redrive write without a new version: an outcome writes all of them. */
const unversioned = ['outbox', 'duePk', 'dueAt', 'leaseUntil', 'nextAttemptAt'];

/** The update that turns one image of an item into the next, if no version was written in between. */
function toUpdate(
  before: NotificationItem,
  after: NotificationItem,
): Required<Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression'>> &
  Pick<UpdateCommandInput, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
  const old: Record<string, unknown> = { ...before };
  const next: Record<string, unknown> = { ...after };
  const changed = [...new Set([...Object.keys(old), ...Object.keys(next), ...unversioned])].filter(
    (name) => name !== 'PK' && name !== 'SK' && (old[name] !== next[name] || unversioned.includes(name)),
  );
  const set = changed.filter((name) => next[name] !== undefined);
  const removed = changed.filter((name) => next[name] === undefined);
  return {
    UpdateExpression: [
      `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    // A waiter that was added in between has to be read, and woken.
    ConditionExpression:
      before.hasWaiter === true ? '#version = :seen' : '#version = :seen AND attribute_not_exists(#hasWaiter)',
    ExpressionAttributeNames: Object.fromEntries(
      [...changed, 'version', ...(before.hasWaiter === true ? [] : ['hasWaiter'])].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ':seen': before.version,
      ...Object.fromEntries(set.map((name) => [`:${name}`, next[name]])),
    },
  };
}

type UpdateInput = Omit<UpdateCommandInput, 'TableName' | 'ReturnValuesOnConditionCheckFailure'>;

/**
 * One conditional update: the item as asked for when the condition held, as found when it did not. A transaction in
 * progress on the item is waited for.
 * @throws WriteContention
 */
async function conditionalUpdate(update: UpdateInput): Promise<{ held: boolean; item: StoredRecord | undefined }> {
  const command = new UpdateCommand({
    ...update,
    TableName: tableName(),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await retryOnTransactionConflict(() => documentClient().send(command));
    return { held: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { held: false, item: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
}
