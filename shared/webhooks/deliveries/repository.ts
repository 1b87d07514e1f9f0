/**
 * Reads and writes of delivery. Two fences separate concurrent workers: the lease of a claim lets one worker at a
 * time make the next attempt, and `version` keeps a worker from overwriting an outcome that it has not read.
 *
 * Every write of delivery removes `outbox`: the table stream carries each change of an item whose outbox is open
 * to the bus, and a change made by delivery is no reason to deliver. Only a new delivery run opens it again.
 */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  absent,
  allOf,
  anyOf,
  type Change,
  type Condition,
  compare,
  equals,
  hasVersion,
  isNew,
  itemExists,
} from '#shared/dynamodb/expressions';
import {
  deliveredNotificationKey,
  deliveryResponseKey,
  deliveryResponsePrefix,
  endpointDeliveryKey,
  previousNotificationKey,
  type RecordKey,
} from '#shared/dynamodb/keys';
import { moveBetweenLists, statusFacet } from '#shared/dynamodb/lists/list-rows';
import { MAX_ATTEMPTS, retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import {
  documentClient,
  type RangeQuery,
  readItem,
  readPages,
  type StoredRecord,
  tableName,
} from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  conditionally,
  isUnstorable,
  type PendingWrite,
  retryOnTransactionConflict,
  writeAtomically,
} from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, updateInput, updateItem } from '#shared/dynamodb/writes';
import { findReplacedEndpoint, type NextAttempt } from '#shared/webhooks/domain/delivery';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { decodeEndpoint, endpointKey } from '#shared/webhooks/endpoints/repository';
import {
  type DeliveryItem,
  type DeliveryReference,
  deliveryItem,
  type EndpointDeliveryItem,
  type NotificationItem,
  notificationItem,
  toDeliveryKey,
} from '#shared/webhooks/item';
import { findResponseKeys, notificationListRow } from '#shared/webhooks/listing/repository';
import { dueAttributes, indexAttributes, newItem } from './item';

/** The lease of the attempt that a message asks for. */
export interface LeaseRequest extends NextAttempt {
  readonly delivery: DeliveryReference;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** An attempt planned up to this long from now may be claimed already. */
  readonly earlyMs: number;
}

/** The item as written when the claim succeeds, as found when it does not. */
export type LeaseResult =
  | { readonly acquired: true; readonly item: DeliveryItem }
  | { readonly acquired: false; readonly item: DeliveryItem | undefined };

export type SaveResult =
  | { readonly saved: true }
  | { readonly saved: false; readonly current: DeliveryItem | undefined };

/** A write whose content the table refuses on every attempt. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable';
}

const FIRST_SORT_KEY = 'NTF#';
const LAST_SORT_KEY = 'NTF#~';

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** The store in the table. @param read how it reads single items, always consistently */
export function createDeliveryStore(read: typeof readItem) {
  return {
    /** Reads one delivery consistently. */
    async read(delivery: DeliveryReference): Promise<DeliveryItem | undefined> {
      return decode(await read(toDeliveryKey(delivery)));
    },

    /** Reads the notification that a delivery to an additional endpoint sends, consistently. @throws Error when there is none */
    async readNotification(delivery: DeliveryReference): Promise<NotificationItem> {
      const raw = await read(deliveredNotificationKey(toDeliveryKey(delivery)));
      if (raw === undefined) throw new Error('A delivery is of a notification that does not exist');
      return notificationItem.parse(raw);
    },

    /** Reads the nearest one before or after it that was meant to be delivered (never NOT_SENT), consistently. */
    async readAdjacent(delivery: DeliveryReference, side: 'before' | 'after'): Promise<DeliveryItem | undefined> {
      const key = toDeliveryKey(delivery);
      if (side === 'after') return findNearest({ partition: key.PK, from: key.SK, to: LAST_SORT_KEY }, key.SK);
      // The previous one nearly always exists, and is read in one batch with other items.
      const adjacent = await read(previousNotificationKey(key));
      if (adjacent !== undefined && adjacent.status !== 'NOT_SENT') return deliveryItem.parse(adjacent);
      return findNearest({ partition: key.PK, from: FIRST_SORT_KEY, to: key.SK, newestFirst: true }, key.SK);
    },

    /** Makes a PENDING one due at a later time, and marks the previous one as having a waiter, so that the end of its first
     * attempt wakes this one; a finished one is left alone. Returns `released`, and writes nothing, when the previous one
     * has released the next since it was read.
     * @throws WriteContention
     */
    async block(item: DeliveryItem, previous: DeliveryItem, untilMs: number): Promise<'blocked' | 'released'> {
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

    async acquireLease(request: LeaseRequest): Promise<LeaseResult> {
      const { delivery, deliveryRun, attemptsMade, nowMs, leaseUntilMs, earlyMs } = request;
      const { held, item } = await updateOne(
        toDeliveryKey(delivery),
        {
          // `dueAt` stays: a new time costs two more write units for the index. The redrive sends leased items with a
          // delay until the end of the lease.
          set: { leaseUntil: leaseUntilMs },
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
      return held ? { acquired: true, item: deliveryItem.parse(item) } : { acquired: false, item: decode(item) };
    },

    /** Stores a response that is too long for the delivery. @throws Unstorable; WriteContention */
    putResponse: (delivery: DeliveryItem, { at, text }: EndpointResponse): Promise<void> =>
      storable(async () => {
        const Item = { ...deliveryResponseKey(delivery, at), entity: 'RESPONSE', at, text };
        await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
      }),

    /**
     * Writes the outcome `after` over `before`, unless someone has written another one, or begun to wait for it, since.
     * @param additionalWrites other writes of the same transaction
     * @throws Unstorable when the table cannot keep what `after` holds; WriteContention
     */
    save: (
      before: DeliveryItem,
      after: DeliveryItem,
      additionalWrites: readonly PendingWrite[] = [],
    ): Promise<SaveResult> => storable(() => saveOutcome(before, after, additionalWrites)),

    /** Reads the endpoint that deliveries name so, the default one where they name none; `undefined` once it is deleted. */
    async readEndpoint(partnerId: string, endpointId: string | undefined): Promise<Endpoint | undefined> {
      const item = await read(endpointKey(partnerId, endpointId));
      return item && decodeEndpoint(item);
    },
  };
}

export const deliveryStore = createDeliveryStore(readItem);

/** @throws Unstorable in place of the table's own error */
async function storable<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUnstorable(error) ? new Unstorable('The table cannot keep this', { cause: error }) : error;
  }
}

function decode(item: StoredRecord | undefined): DeliveryItem | undefined {
  return item && deliveryItem.parse(item);
}

/** The first in a range, beyond a key, that was meant to be delivered. */
async function findNearest(range: RangeQuery, beyond: string): Promise<DeliveryItem | undefined> {
  // Strictly beyond the own key: `after` is exclusive, and the item itself may even be gone.
  for await (const items of readPages({ ...range, limit: 5, after: beyond })) {
    const found = items.find(({ status }) => status !== 'NOT_SENT');
    if (found !== undefined) return deliveryItem.parse(found);
  }
  return undefined;
}

async function saveOutcome(
  before: DeliveryItem,
  after: DeliveryItem,
  additionalWrites: readonly PendingWrite[],
): Promise<SaveResult> {
  const change = changeBetween(before, after);
  // A delivery to an additional endpoint stands in no list.
  const isListed = after.entity === 'NTF' && before.status !== after.status;
  const otherWrites = [...droppedResponseKeys(before, after).map((key) => deleteItem(key)), ...additionalWrites];
  if (!isListed && otherWrites.length === 0) {
    const { held, item } = await updateOne(before, change);
    return held ? { saved: true } : { saved: false, current: decode(item) };
  }
  try {
    await writeAtomically([
      updateItem(before, change, 'ALL_OLD'),
      ...(isListed
        ? moveBetweenLists(notificationListRow(after), statusFacet(before.status), statusFacet(after.status))
        : []),
      ...otherWrites,
    ]);
    return { saved: true };
  } catch (error) {
    if (error instanceof ConditionsFailed) return { saved: false, current: decode(error.at(0)?.item) };
    throw error;
  }
}

/** Attributes that leases, blocks and the redrive write without a new version: an outcome writes all of them. */
const unversioned = ['outbox', 'duePk', 'dueAt', 'leaseUntil', 'nextAttemptAt'];

/** Computes the change that turns one state of a delivery into the next, if no version was written in between. */
function changeBetween(before: DeliveryItem, after: DeliveryItem): Change {
  const old: StoredRecord = { ...before };
  const outbox = after.deliveryRun > before.deliveryRun ? 'OPEN' : undefined;
  const next: StoredRecord = { ...after, ...indexAttributes(after), outbox };
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
 * One conditional update: the item as requested when the condition held, as found when it did not. A transaction in
 * progress on the item is waited for.
 * @throws WriteContention
 */
function updateOne(key: RecordKey, change: Change, ReturnValues?: 'ALL_NEW') {
  const command = new UpdateCommand({ ...updateInput(key, change, 'ALL_OLD'), ReturnValues });
  return conditionally(retryOnTransactionConflict(() => documentClient().send(command)));
}

/** A response of an endpoint, and when its attempt began (ISO 8601). */
export interface EndpointResponse {
  readonly at: string;
  readonly text: string;
}

/** Lists the keys of the responses whose attempts a change of a delivery drops. */
function droppedResponseKeys(before: DeliveryItem, after: DeliveryItem): RecordKey[] {
  const left = new Set(after.attempts.map(({ at }) => at));
  return before.attempts
    .filter(({ at, responseStored }) => responseStored === true && !left.has(at))
    .map(({ at }) => deliveryResponseKey(before, at));
}

/**
 * Stores a delivery that its notification did not have, and names its endpoint there, in one write. In a notification that
 * has as many as it may, it replaces one to a deleted endpoint.
 * @param notification as it was read
 * @param existing the ids of the partner's endpoints
 * @returns false when there is such a delivery, the notification is gone, or the replaced one has not ended; nothing was written
 * @throws WriteContention
 */
export async function insertEndpointDelivery(
  notification: NotificationItem,
  delivery: EndpointDeliveryItem,
  existing: readonly string[],
): Promise<boolean> {
  let { endpointIds } = notification;
  const insert = async (): Promise<boolean | undefined> => {
    const replaced = findReplacedEndpoint(endpointIds ?? [], existing);
    const after = [...(endpointIds ?? []).filter((id) => id !== replaced), delivery.endpointId];
    const removal = replaced === undefined ? [] : await removalWrites(endpointDeliveryKey(notification, replaced));
    try {
      await writeAtomically([
        putIfAbsent(newItem(delivery)),
        endpointIdsWrite(notification, { before: endpointIds, after }),
        ...removal,
      ]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const raw = error.at(1)?.item;
      if (error.at(0) !== undefined || raw === undefined) return false;
      // A delivery to another endpoint was added in between.
      endpointIds = notificationItem.parse(raw).endpointIds;
      return undefined;
    }
  };
  return retryOnConflict(insert, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

/** Makes the writes that remove a delivery with its responses, once it has ended. */
async function removalWrites(delivery: RecordKey): Promise<PendingWrite[]> {
  const hasEnded = anyOf(isNew, equals('status', 'SENT'), equals('status', 'FAILED'));
  const responses = await findResponseKeys(delivery.PK, deliveryResponsePrefix(delivery));
  return [deleteItem(delivery, hasEnded), ...responses.map((key) => deleteItem(key))];
}

/** Writes a notification's endpoints over those that were read. It is no version of it: partners see deliveries next to the notification. */
function endpointIdsWrite(
  notification: NotificationItem,
  { before, after }: { readonly before: readonly string[] | undefined; readonly after: readonly string[] },
): PendingWrite {
  return updateItem(
    notification,
    {
      set: { endpointIds: after },
      // Without this, the stream would send the change to the bus again.
      remove: ['outbox'],
      condition: allOf(itemExists, hasEndpointIds(before)),
    },
    'ALL_OLD',
  );
}

/** Requires that a notification names the endpoints that were read: no delivery was added to it since. */
export function hasEndpointIds(endpointIds: readonly string[] | undefined): Condition {
  return endpointIds === undefined ? absent('endpointIds') : equals('endpointIds', endpointIds);
}
