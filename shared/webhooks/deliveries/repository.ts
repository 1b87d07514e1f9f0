/**
 * What delivery reads and writes. Two fences separate concurrent workers: the lease of a claim lets one worker at a
 * time make the next attempt, and `version` keeps a worker from overwriting an outcome that it has not read.
 *
 * Every write of delivery removes `outbox`: the table stream carries each change of an item whose outbox is open
 * to the bus, and a change made by delivery is no reason to deliver. Only a new delivery run opens it again.
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { absent, allOf, anyOf, type Change, compare, equals, hasVersion } from '#shared/dynamodb/expressions';
import { previousNotificationKey, type RecordKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { moveBetweenLists, statusFacet } from '#shared/dynamodb/lists/list-rows';
import { documentClient, type RangeQuery, readItem, readPages, type StoredRecord } from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  conditionally,
  isUnstorable,
  type PendingWrite,
  retryOnTransactionConflict,
  writeAtomically,
} from '#shared/dynamodb/unit-of-work';
import { updateInput, updateItem } from '#shared/dynamodb/writes';
import {
  dueAttributes,
  type NotificationItem,
  type NotificationReference,
  notificationItem,
  toNotificationKey,
} from '#shared/webhooks/item';
import { notificationListRow } from '#shared/webhooks/listing/item';
import { type WebhookSettingsItem, webhookSettingsItem } from '#shared/webhooks/settings/item';

export interface LeaseRequest {
  readonly notification: NotificationReference;
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
  read(notification: NotificationReference): Promise<NotificationItem | undefined>;
  /** The nearest one before or after it that was meant to be delivered (never NOT_SENT), read consistently. */
  readAdjacent(notification: NotificationReference, side: 'before' | 'after'): Promise<NotificationItem | undefined>;
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
    async read(notification) {
      return decode(await read(toNotificationKey(notification)));
    },

    async readAdjacent(notification, side) {
      const key = toNotificationKey(notification);
      if (side === 'after') return findNearest({ partition: key.PK, from: key.SK, to: LAST_SORT_KEY }, key.SK);
      // The previous one nearly always exists, and is read in one batch with other items.
      const adjacent = await read(previousNotificationKey(key));
      if (adjacent !== undefined && adjacent.status !== 'NOT_SENT') return notificationItem.parse(adjacent);
      return findNearest({ partition: key.PK, from: FIRST_SORT_KEY, to: key.SK, newestFirst: true }, key.SK);
    },

    async block(item, previous, untilMs) {
      const isPending = equals('status', 'PENDING');
      try {
        await writeAtomically([
          updateItem(item, { set: dueAttributes(item.id, untilMs), remove: ['outbox'], condition: isPending }),
          updateItem(previous, {
            set: { hasWaiter: true },
            remove: ['outbox'],
            condition: allOf(isPending, absent('nextReleased')),
          }),
        ]);
        return 'blocked';
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        return error.at(0) === undefined ? 'released' : 'blocked';
      }
    },

    async acquireLease({ notification, deliveryRun, attemptsMade, nowMs, leaseUntilMs, dueAtMs, earlyMs }) {
      const { held, item } = await updateOne(
        toNotificationKey(notification),
        {
          set: { leaseUntil: leaseUntilMs, dueAt: dueAtMs },
          remove: ['outbox'],
          condition: allOf(
            equals('status', 'PENDING'),
            equals('deliveryRun', deliveryRun),
            equals('retryAttempts', attemptsMade),
            anyOf(absent('leaseUntil'), compare('leaseUntil', '<', nowMs)),
            anyOf(absent('nextAttemptAt'), compare('nextAttemptAt', '<=', nowMs + earlyMs)),
          ),
        },
        'ALL_NEW',
      );
      return held ? { acquired: true, item: notificationItem.parse(item) } : { acquired: false, item: decode(item) };
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
      return item && webhookSettingsItem.parse(item);
    },
  };
}

export const deliveryStore: DeliveryStore = createDeliveryStore(readItem);

function decode(item: StoredRecord | undefined): NotificationItem | undefined {
  return item && notificationItem.parse(item);
}

/** The first in a range, beyond a key, that was meant to be delivered. */
async function findNearest(range: RangeQuery, beyond: string): Promise<NotificationItem | undefined> {
  // Strictly beyond the own key: `after` is exclusive, and the item itself may even be gone.
  for await (const items of readPages({ ...range, limit: 5, after: beyond })) {
    const found = items.find(({ status }) => status !== 'NOT_SENT');
    if (found !== undefined) return notificationItem.parse(found);
  }
  return undefined;
}

async function saveOutcome(
  before: NotificationItem,
  after: NotificationItem,
  additionalWrites: readonly PendingWrite[],
): Promise<SaveResult> {
  const change = changeBetween(before, after);
  if (before.status === after.status && additionalWrites.length === 0) {
    const { held, item } = await updateOne(before, change);
    return held ? { saved: true } : { saved: false, current: decode(item) };
  }
  try {
    await writeAtomically([
      updateItem(before, change, 'ALL_OLD'),
      ...moveBetweenLists(notificationListRow(after), statusFacet(before.status), statusFacet(after.status)),
      ...additionalWrites,
    ]);
    return { saved: true };
  } catch (error) {
    if (error instanceof ConditionsFailed) return { saved: false, current: decode(error.at(0)?.item) };
    throw error;
  }
}

/** Attributes that leases, blocks and the redrive write without a new version: an outcome writes all of them. */
const unversioned = ['outbox', 'duePk', 'dueAt', 'leaseUntil', 'nextAttemptAt'];

/** The change that turns one image of an item into the next, if no version was written in between. */
function changeBetween(before: NotificationItem, after: NotificationItem): Change {
  const old: Record<string, unknown> = { ...before };
  const next: Record<string, unknown> = { ...after };
  const names = [...new Set([...Object.keys(old), ...Object.keys(next), ...unversioned])];
  const changed = names.filter((name) => old[name] !== next[name] || unversioned.includes(name));
  const isSeen = hasVersion(before.version);
  return {
    set: Object.fromEntries(changed.map((name) => [name, next[name]])),
    remove: changed.filter((name) => next[name] === undefined),
    // A waiter that was added in between has to be read, and woken.
    condition: before.hasWaiter === true ? isSeen : allOf(isSeen, absent('hasWaiter')),
  };
}

/**
 * One conditional update: the item as asked for when the condition held, as found when it did not. A transaction in
 * progress on the item is waited for.
 * @throws WriteContention
 */
function updateOne(key: RecordKey, change: Change, ReturnValues?: 'ALL_NEW') {
  const command = new UpdateCommand({ ...updateInput(key, change, 'ALL_OLD'), ReturnValues });
  return conditionally(retryOnTransactionConflict(() => documentClient().send(command)));
}
