/**
 * Reads and writes of deliveries. `version` prevents a worker from overwriting an outcome that this worker has not read. Every
 * write except the start of a delivery run removes `outbox`, so the stream sends no message for this write (docs/adr/004).
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

/** A request for the lease of the attempt that a queue message specifies. */
export interface LeaseRequest extends NextAttempt {
  readonly delivery: DeliveryReference;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** An attempt may be leased up to this many ms before its planned time. */
  readonly earlyMs: number;
}

/** The item as written with the lease, if the lease was acquired; otherwise the current item. */
export type LeaseResult =
  | { readonly acquired: true; readonly item: DeliveryItem }
  | { readonly acquired: false; readonly item: DeliveryItem | undefined };

export type SaveResult =
  | { readonly saved: true }
  | { readonly saved: false; readonly current: DeliveryItem | undefined };

/** DynamoDB rejects a write because of its content. Repeating the write would fail again. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable';
}

const FIRST_SORT_KEY = 'NTF#';
const LAST_SORT_KEY = 'NTF#~';

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** Creates the store of deliveries in the table. @param read reads single items, always consistently */
export function createDeliveryStore(read: typeof readItem) {
  return {
    /** Reads one delivery with a consistent read. */
    async read(delivery: DeliveryReference): Promise<DeliveryItem | undefined> {
      return decode(await read(toDeliveryKey(delivery)));
    },

    /**
     * Reads the notification of a delivery to an additional endpoint, with a consistent read.
     * @throws Error if the notification does not exist
     */
    async readNotification(delivery: DeliveryReference): Promise<NotificationItem> {
      const raw = await read(deliveredNotificationKey(toDeliveryKey(delivery)));
      if (raw === undefined) throw new Error('A delivery is of a notification that does not exist');
      return notificationItem.parse(raw);
    },

    /** Reads the nearest notification before or after this delivery, with consistent reads. Skips NOT_SENT notifications. */
    async readAdjacent(delivery: DeliveryReference, side: 'before' | 'after'): Promise<DeliveryItem | undefined> {
      const key = toDeliveryKey(delivery);
      if (side === 'after') return findNearest({ partition: key.PK, from: key.SK, to: LAST_SORT_KEY }, key.SK);
      // First read the previous notification by key, because it nearly always exists. `read` can batch this read with others.
      const adjacent = await read(previousNotificationKey(key));
      if (adjacent !== undefined && adjacent.status !== 'NOT_SENT') return deliveryItem.parse(adjacent);
      return findNearest({ partition: key.PK, from: FIRST_SORT_KEY, to: key.SK, newestFirst: true }, key.SK);
    },

    /**
     * Postpones a PENDING `item` and sets `hasWaiter` on `previous`, after whose first attempt the worker wakes `item`.
     * @returns `released` if `item` is PENDING and `previous` no longer blocks it; nothing was written
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
          // `dueAt` stays unchanged, because a new value costs two more write units for the index. The redrive can therefore find
          // a leased item. The redrive then delays the item's message until the lease ends.
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

    /** Stores a response that is too long for the delivery item. @throws Unstorable; WriteContention */
    putResponse: (delivery: DeliveryItem, { at, text }: EndpointResponse): Promise<void> =>
      storable(async () => {
        const Item = { ...deliveryResponseKey(delivery, at), entity: 'RESPONSE', at, text };
        await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
      }),

    /**
     * Replaces the state of a delivery. Writes nothing if a concurrent writer has stored another outcome or set `hasWaiter`.
     * @throws Unstorable; WriteContention
     */
    save: (
      before: DeliveryItem,
      after: DeliveryItem,
      additionalWrites: readonly PendingWrite[] = [],
    ): Promise<SaveResult> => storable(() => saveOutcome(before, after, additionalWrites)),

    /** Reads the endpoint of a delivery; `undefined` for a deleted endpoint. Without `endpointId`, reads the default endpoint. */
    async readEndpoint(partnerId: string, endpointId: string | undefined): Promise<Endpoint | undefined> {
      const item = await read(endpointKey(partnerId, endpointId));
      return item && decodeEndpoint(item);
    },
  };
}

export const deliveryStore = createDeliveryStore(readItem);

/** @throws Unstorable if DynamoDB rejects the content of the write */
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

/** Finds the first item of a range after a key, skipping the status NOT_SENT. */
async function findNearest(range: RangeQuery, beyond: string): Promise<DeliveryItem | undefined> {
  // `after` is an exclusive start key, so the item itself is skipped and need not exist.
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
  // Lists contain notifications (`NTF`), not deliveries to additional endpoints.
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

/**
 * Every outcome write sets or removes these attributes, even if they seem unchanged, because some writes, such as the lease,
 * `block` and the redrive, change them without a new version.
 */
const unversioned = ['outbox', 'duePk', 'dueAt', 'leaseUntil', 'nextAttemptAt'];

/** Computes the update from one state of a delivery to the next. The update fails if the version has changed since the read. */
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
    // If `hasWaiter` was set since the read, the update fails. The caller then reads the new state and wakes the waiter.
    condition: before.hasWaiter === true ? isSeen : allOf(isSeen, absent('hasWaiter')),
  };
}

/**
 * Makes one conditional update. Returns the current item if the condition fails, otherwise the updated item (with `ALL_NEW`).
 * @throws WriteContention
 */
function updateOne(key: RecordKey, change: Change, ReturnValues?: 'ALL_NEW') {
  const command = new UpdateCommand({ ...updateInput(key, change, 'ALL_OLD'), ReturnValues });
  return conditionally(retryOnTransactionConflict(() => documentClient().send(command)));
}

/** A response of an endpoint, with the start time of its attempt (ISO 8601). */
export interface EndpointResponse {
  readonly at: string;
  readonly text: string;
}

/** Lists the keys of stored responses whose attempts are no longer in the new state of the delivery. */
function droppedResponseKeys(before: DeliveryItem, after: DeliveryItem): RecordKey[] {
  const left = new Set(after.attempts.map(({ at }) => at));
  return before.attempts
    .filter(({ at, responseStored }) => responseStored === true && !left.has(at))
    .map(({ at }) => deliveryResponseKey(before, at));
}

/**
 * Stores a new delivery and adds its endpoint to the notification. Replaces a delivery if necessary (`findReplacedEndpoint`).
 * @param existing ids of the partner's endpoints
 * @returns false if nothing was written: the delivery exists, the notification is gone, or the replaced delivery is still PENDING
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
      // A concurrent call has changed the endpoints of the notification. Retry with the current endpoints.
      endpointIds = notificationItem.parse(raw).endpointIds;
      return undefined;
    }
  };
  return retryOnConflict(insert, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

/** Builds the writes that delete a delivery and its stored responses. The writes fail if the delivery is still PENDING. */
async function removalWrites(delivery: RecordKey): Promise<PendingWrite[]> {
  const hasEnded = anyOf(isNew, equals('status', 'SENT'), equals('status', 'FAILED'));
  const responses = await findResponseKeys(delivery.PK, deliveryResponsePrefix(delivery));
  return [deleteItem(delivery, hasEnded), ...responses.map((key) => deleteItem(key))];
}

/**
 * Replaces a notification's endpoints if they are unchanged since the read. Does not increase the version: a new version would
 * add an entry to the change feed, which does not show deliveries to additional endpoints.
 */
function endpointIdsWrite(
  notification: NotificationItem,
  { before, after }: { readonly before: readonly string[] | undefined; readonly after: readonly string[] },
): PendingWrite {
  return updateItem(
    notification,
    {
      set: { endpointIds: after },
      // If an open `outbox` remained, this write would make the worker `publishEvents` send the notification's message a second
      // time.
      remove: ['outbox'],
      condition: allOf(itemExists, hasEndpointIds(before)),
    },
    'ALL_OLD',
  );
}

/** Returns the condition that a notification's endpoints are unchanged since the read. */
export function hasEndpointIds(endpointIds: readonly string[] | undefined): Condition {
  return endpointIds === undefined ? absent('endpointIds') : equals('endpointIds', endpointIds);
}
