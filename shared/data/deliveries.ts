/**
 * What delivery reads and writes. Two fences keep concurrent workers apart: the lease of a claim lets one
 * worker at a time make the next attempt, and `version` lets nobody write an outcome over one it has not seen.
 *
 * Every write of delivery removes `outbox`: the table stream carries each change of an item whose outbox is open
 * to the bus, and a change made by delivery is no reason to deliver. Only a new cycle opens it again.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type NotificationItem, notificationItem } from '#shared/data/items/notification';
import { type WebhookSettingsItem, webhookSettingsItem } from '#shared/data/items/webhook-settings';
import { duePartition, type Key, notificationBefore, webhookSettingsKey } from '#shared/data/keys';
import { moveBetweenLists, withStatus } from '#shared/data/listing';
import { notificationListRow } from '#shared/data/notification-rows';
import {
  ConditionsFailed,
  documents,
  isUnstorable,
  type RangeQuery,
  type RawItem,
  readItem,
  readRange,
  retryOnConflict,
  tableName,
  type WriteAction,
  writeAtomically,
} from '#shared/data/table';

export interface Claim {
  readonly key: Key;
  readonly cycle: number;
  /** Attempts made, as the claiming message believes. */
  readonly k: number;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** When the sweep may send the attempt again, should this worker vanish. */
  readonly dueAtMs: number;
  /** An attempt planned up to this long from now may be claimed already. */
  readonly earlyMs: number;
}

/** The item as written when the claim holds, as found when it does not. */
export type ClaimAnswer =
  | { readonly claimed: true; readonly item: NotificationItem }
  | { readonly claimed: false; readonly item: NotificationItem | undefined };

export type SaveAnswer =
  | { readonly saved: true }
  | { readonly saved: false; readonly current: NotificationItem | undefined };

/** A write that the table refuses for what it holds, however often it is sent. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable';
}

export interface DeliveryStore {
  /** One notification, read consistently. */
  read(key: Key): Promise<NotificationItem | undefined>;
  /** The nearest one before or after it that was meant to be delivered (never NOT_SENT), read consistently. */
  readNeighbour(key: Key, side: 'before' | 'after'): Promise<NotificationItem | undefined>;
  /**
   * Makes a PENDING one due at a later time, and marks the one before it as awaited, so that whoever opens the gate there
   * wakes it; a finished one is left alone. Answers `open`, and writes nothing, when the gate has been opened since the
   * one before was read.
   * @throws WriteContention
   */
  park(item: NotificationItem, behind: NotificationItem, untilMs: number): Promise<'parked' | 'open'>;
  claim(claim: Claim): Promise<ClaimAnswer>;
  /**
   * Writes the outcome `after` over `before`, unless someone has written another one, or begun to wait for it, since.
   * @throws Unstorable when the table cannot keep what `after` holds; WriteContention
   */
  save(
    before: NotificationItem,
    after: NotificationItem,
    /** What else has to happen in the same write. @default nothing */
    alongside?: readonly WriteAction[],
  ): Promise<SaveAnswer>;
  readSettings(partnerId: string): Promise<WebhookSettingsItem | undefined>;
}

const FIRST = 'NTF#';
const LAST = 'NTF#~';

/** The store in the table. @param read how it reads single items, always consistently */
export function deliveryStoreOver(read: typeof readItem): DeliveryStore {
  return {
    async read(key) {
      const item = await read({ PK: key.PK, SK: key.SK });
      return item === undefined ? undefined : notificationItem.parse(item);
    },

    async readNeighbour(key, side) {
      if (side === 'after') return nearest({ partition: key.PK, from: key.SK, to: LAST }, key.SK);
      // Nearly always the one before is there, and is read with whatever else is read just now.
      const adjacent = await read(notificationBefore(key));
      if (adjacent !== undefined && adjacent.status !== 'NOT_SENT') return notificationItem.parse(adjacent);
      return nearest({ partition: key.PK, from: FIRST, to: key.SK, newestFirst: true }, key.SK);
    },

    async park(item, behind, untilMs) {
      try {
        await writeAtomically([
          {
            Update: {
              TableName: tableName(),
              Key: { PK: item.PK, SK: item.SK },
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
          },
          {
            Update: {
              TableName: tableName(),
              Key: { PK: behind.PK, SK: behind.SK },
              UpdateExpression: 'SET #awaited = :true REMOVE #outbox',
              ConditionExpression: '#status = :pending AND attribute_not_exists(#gateOpen)',
              ExpressionAttributeNames: {
                '#awaited': 'awaited',
                '#outbox': 'outbox',
                '#status': 'status',
                '#gateOpen': 'gateOpen',
              },
              ExpressionAttributeValues: { ':true': true, ':pending': 'PENDING' },
            },
          },
        ]);
        return 'parked';
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        return error.at(0) === undefined ? 'open' : 'parked';
      }
    },

    async claim({ key, cycle, k, nowMs, leaseUntilMs, dueAtMs, earlyMs }) {
      const answer = await updateIf({
        Key: { PK: key.PK, SK: key.SK },
        UpdateExpression: 'SET #lease = :lease, #dueAt = :dueAt REMOVE #outbox',
        ConditionExpression:
          '#status = :pending AND #cycle = :cycle AND #made = :k' +
          ' AND (attribute_not_exists(#lease) OR #lease < :now) AND (attribute_not_exists(#next) OR #next <= :readyBy)',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#cycle': 'cycle',
          '#made': 'retryAttempts',
          '#lease': 'leaseUntil',
          '#next': 'nextAttemptAt',
          '#dueAt': 'dueAt',
          '#outbox': 'outbox',
        },
        ExpressionAttributeValues: {
          ':pending': 'PENDING',
          ':cycle': cycle,
          ':k': k,
          ':now': nowMs,
          ':readyBy': nowMs + earlyMs,
          ':lease': leaseUntilMs,
          ':dueAt': dueAtMs,
        },
        ReturnValues: 'ALL_NEW',
      });
      if (answer.held) return { claimed: true, item: notificationItem.parse(answer.item) };
      return {
        claimed: false,
        item: answer.item === undefined ? undefined : notificationItem.parse(answer.item),
      };
    },

    async save(before, after, alongside = []) {
      try {
        return await saveOutcome(before, after, alongside);
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

export const deliveryStore: DeliveryStore = deliveryStoreOver(readItem);

/** The first in a range, beyond a key, that was meant to be delivered. */
async function nearest(range: RangeQuery, beyond: string): Promise<NotificationItem | undefined> {
  let after: string | undefined = beyond;
  while (after !== undefined) {
    // Strictly beyond the own key: `after` is exclusive, and the item itself may even be gone.
    const page: { items: RawItem[]; next: string | undefined } = await readRange({
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
  alongside: readonly WriteAction[],
): Promise<SaveAnswer> {
  const update = {
    TableName: tableName(),
    Key: { PK: before.PK, SK: before.SK },
    ...changes(before, after),
  };
  if (before.status === after.status && alongside.length === 0) {
    const answer = await updateIf(update);
    return answer.held ? { saved: true } : unsaved(answer.item);
  }
  const row = notificationListRow(after);
  try {
    await writeAtomically([
      { Update: { ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
      ...moveBetweenLists(row, withStatus(before.status), withStatus(after.status)),
      ...alongside,
    ]);
    return { saved: true };
  } catch (error) {
    if (error instanceof ConditionsFailed) return unsaved(error.at(0)?.item);
    throw error;
  }
}

function unsaved(item: RawItem | undefined): SaveAnswer {
  return { saved: false, current: item === undefined ? undefined : notificationItem.parse(item) };
}

/** Written without a new version by claims, parkings and the sweep: an outcome states them all, changed or not. */
const unversioned = ['outbox', 'duePk', 'dueAt', 'leaseUntil', 'nextAttemptAt'];

/** The update that turns one image of an item into the next, if nobody has written a version in between. */
function changes(
  before: NotificationItem,
  after: NotificationItem,
): Required<Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression'>> &
  Pick<UpdateCommandInput, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
  const old: Record<string, unknown> = { ...before };
  const next: Record<string, unknown> = { ...after };
  const touched = [...new Set([...Object.keys(old), ...Object.keys(next), ...unversioned])].filter(
    (name) => name !== 'PK' && name !== 'SK' && (old[name] !== next[name] || unversioned.includes(name)),
  );
  const set = touched.filter((name) => next[name] !== undefined);
  const removed = touched.filter((name) => next[name] === undefined);
  return {
    UpdateExpression: [
      `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    // Who came to wait for it meanwhile has to be seen, and woken.
    ConditionExpression:
      before.awaited === true ? '#version = :seen' : '#version = :seen AND attribute_not_exists(#awaited)',
    ExpressionAttributeNames: Object.fromEntries(
      [...touched, 'version', ...(before.awaited === true ? [] : ['awaited'])].map((name) => [
        `#${name}`,
        name,
      ]),
    ),
    ExpressionAttributeValues: {
      ':seen': before.version,
      ...Object.fromEntries(set.map((name) => [`:${name}`, next[name]])),
    },
  };
}

type Update = Omit<UpdateCommandInput, 'TableName' | 'ReturnValuesOnConditionCheckFailure'>;

/**
 * One conditional update: the item as asked for when the condition held, as found when it did not. A transaction in
 * progress on the item is waited for.
 * @throws WriteContention
 */
async function updateIf(update: Update): Promise<{ held: boolean; item: RawItem | undefined }> {
  const command = new UpdateCommand({
    ...update,
    TableName: tableName(),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await retryOnConflict(() => documents().send(command));
    return { held: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { held: false, item: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
}
