/** Erasing a person: what stands in the way, what there is, and its end, in an order that may break off anywhere. */
import { OperationFailed } from '#scripts/ops/faults';
import type { FilesBucket } from '#scripts/ops/files-bucket';
import { hasBacklog } from '#shared/changes/backlog/repository';
import { erasePage, type FeedTrace, findPages } from '#shared/changes/erasure/repository';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { heldAmounts } from '#shared/transactions/domain/transaction';
import { isUnfinished } from '#shared/users/domain/erasure';
import {
  deletedKinds,
  deletionWrites,
  findUserRecords,
  redactionWrites,
  type UserRecords,
} from '#shared/users/erasure/repository';
import { erasureWrites } from '#shared/users/repository';

/** How much there is of a person; after an erasure, how much it took away. */
export interface Erasure {
  readonly userId: string;
  readonly partnerId: string;
  /** Whether an earlier run has made the user unknown to its partner. */
  readonly begunBefore: boolean;
  readonly files: number;
  /** Transactions and notifications that get the mark. */
  readonly marked: number;
  /** Items of the table that are deleted. */
  readonly deleted: number;
  readonly feedPages: number;
  /** Why it cannot be erased now; absent where it can. */
  readonly blockedBy?: string;
}

interface Order {
  readonly userId: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly bucket: FilesBucket;
}

/** Counts what an erasure would take, and names what stands in its way. @throws OperationFailed for an unknown user */
export async function surveyUser({ userId, atMs, bucket }: Order): Promise<Erasure> {
  const records = await foundRecords(userId);
  const blockedBy = await obstacleOf(records);
  const files = await bucket.keysUnder(prefixesOf(records));
  let feedPages = 0;
  for await (const _ of findPages(traceOf(records))) feedPages += 1;
  return {
    userId,
    partnerId: records.user.partnerId,
    begunBefore: records.erasedAtMs !== undefined,
    files: files.length,
    marked: redactionWrites(records, atMs).length,
    deleted: keysOf(records).length,
    feedPages,
    ...(blockedBy !== undefined && { blockedBy }),
  };
}

/**
 * Erases a person. The first write makes the user unknown, so that nothing new is begun; each of the others leaves
 * what leads to the rest until the rest is gone.
 *
 * @param record puts the act on record; called when it is certain that it can be begun
 * @throws OperationFailed as above
 */
export async function eraseUser(order: Order, record: () => Promise<void>): Promise<Erasure> {
  const { userId, atMs, bucket } = order;
  const { blockedBy: _none, ...survey } = await surveyUser(order);
  await recordsOf(userId);
  await record();
  const { user, erasedAtMs } = await recordsOf(userId);
  if (erasedAtMs === undefined) await write(erasureWrites(user, atMs));

  // Read again: what was on its way before the first write is there now.
  const records = await recordsOf(userId);
  const named = records.transactions.flatMap((one) =>
    one.kind !== 'ON_RAMP' && one.invoiceKey !== undefined ? [one.invoiceKey] : [],
  );
  const files = [...new Set([...(await bucket.keysUnder(prefixesOf(records))), ...named])];
  for (const key of files) await bucket.remove(key);
  const marks = redactionWrites(records, atMs);
  await write(marks);
  const keys = keysOf(records);
  await write(deletionWrites(keys));
  const trace = traceOf(records);
  let feedPages = 0;
  for await (const page of findPages(trace)) {
    await erasePage(page, trace);
    feedPages += 1;
  }
  return { ...survey, files: files.length, marked: marks.length, deleted: keys.length, feedPages };
}

async function foundRecords(userId: string): Promise<UserRecords> {
  const records = await findUserRecords(userId);
  if (records === undefined) throw new OperationFailed(`There is no user ${userId}.`);
  return records;
}

/** @throws OperationFailed for an unknown user, and one that cannot be erased now */
async function recordsOf(userId: string): Promise<UserRecords> {
  const records = await foundRecords(userId);
  const obstacle = await obstacleOf(records);
  if (obstacle !== undefined) throw new OperationFailed(obstacle);
  return records;
}

/** What has to end before a user can be erased, in a sentence. */
async function obstacleOf(records: UserRecords): Promise<string | undefined> {
  const { user, transactions, notifications, erasedAtMs } = records;
  const open = transactions.find(isUnfinished);
  if (open !== undefined) {
    const held = heldAmounts(open).length === 0 ? '' : ', with money that is to go back';
    return `Transaction ${open.id} is ${open.status}${held}: nothing can be erased before it has ended.`;
  }
  const underWay = notifications.filter(({ status }) => status === 'PENDING');
  if (underWay.length > 0)
    return `${underWay.length} notifications are on their way to the partner: nothing can be erased before they have ended.`;
  if (erasedAtMs === undefined && user.kycStatus === 'IN_PROGRESS')
    return "The user's verification is in progress: nothing can be erased before it is decided.";
  // What waits there would come into the feed after the erasure, with the person in it.
  if (await hasBacklog(user.partnerId))
    return "Changes of the user's partner wait for its feed: try again in a minute.";
  return undefined;
}

function prefixesOf({ user: { id, partnerId } }: UserRecords): string[] {
  return [`people/${id}/`, `uploads/${id}/`, `invoices/${partnerId}/${id}/`];
}

function keysOf({ deleted }: UserRecords) {
  return deletedKinds.flatMap((kind) => deleted[kind]);
}

function traceOf({ user, notifications }: UserRecords): FeedTrace {
  return {
    partnerId: user.partnerId,
    userId: user.id,
    notificationIds: new Set(notifications.map(({ id }) => id)),
  };
}

/** Actions of one write: small enough that few others are met. */
const AT_ONCE = 25;

async function write(actions: readonly PendingWrite[]): Promise<void> {
  try {
    for (let from = 0; from < actions.length; from += AT_ONCE)
      await writeAtomically(actions.slice(from, from + AT_ONCE));
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    throw new OperationFailed('Something of the user changed meanwhile: run it again to finish.');
  }
}
