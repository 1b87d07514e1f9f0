import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { existing, OperationFailed, UsageError } from '#ops/errors';
import { flag, identifier, optional, required, text, type Values } from '#ops/options';
import { fields, instantText, table, upperCased } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import { hasBacklog } from '#shared/changes/stream/repository';
import { ConditionsFailed, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { isUnfinished } from '#shared/erasure/domain/erasure';
import {
  deletedKinds,
  deletionWrites,
  erasePage,
  type FeedTrace,
  findPages,
  findPartnerIdByUser,
  findUserRecords,
  redactionWrites,
  type UserRecords,
} from '#shared/erasure/repository';
import { listPartners } from '#shared/partners/repository';
import { configuredEndpoint } from '#shared/platform/config/cloud-clients';
import { heldAmounts } from '#shared/transactions/domain/transaction';
import type { User } from '#shared/users/domain/user';
import { erasureWrites, findUser, findUserIdsOf, findUsers, type UserHandle } from '#shared/users/repository';
import { existingPartner } from './partner';

const AFTERWARDS =
  'Run the command again after a day, to erase data that arrives later. docs/data-retention.md lists the data that expires.';

const finders = {
  id: optional('ID', "The user's identifier", identifier),
  email: optional('ADDRESS', "The user's e-mail address, in any letter case", text),
  externalId: optional('TEXT', "The partner's own id of the user (externalUserId)", text),
  partner: optional('ID', 'Only users of this partner (default: all partners)', identifier),
};

/** Reads the search option. @throws UsageError unless exactly one option is present */
function readFinder({ id, email, externalId }: Pick<Values<typeof finders>, 'id' | 'email' | 'externalId'>) {
  if ([id, email, externalId].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Use exactly one of --id, --email and --external-id');
  if (id !== undefined) return { by: 'id', id } as const;
  return email === undefined
    ? ({ by: 'external id', handle: { externalUserId: externalId ?? '' } } as const)
    : ({ by: 'address', handle: { email: email.trim() } } as const);
}

export const user = {
  find: verb({
    about: 'Find users by exactly one of id, e-mail address or external id. The result contains no personal data',
    options: finders,
    check: (given) => readFinder(given),
    onRecord: () => true,
    async run({ partner: partnerId, ...given }, { record }) {
      const finder = readFinder(given);
      const found = 'id' in finder ? await findUserById(finder.id) : await findUsersBy(finder.handle, partnerId);
      const users = found.filter((one) => one.partnerId === (partnerId ?? one.partnerId));
      await record({ by: finder.by, userIds: users.map(({ id }) => id) }, partnerId);
      return { json: { users }, text: table(users.map(upperCased), 'There are no users.') };
    },
  }),

  erase: verb({
    about:
      'Erase a user permanently: files, identity, accounts, and names in transactions, webhook notifications and the change feed. Entries of the ledger remain. If the command is interrupted, run it again to finish',
    writes: true,
    options: {
      id: required('ID', "The user's identifier", identifier),
      dryRun: flag('Only count the items to erase; change nothing'),
      bucket: optional('NAME', 'Name of the bucket with user files (default: the bucket of the stage)', text),
    },
    confirm: ({ id, dryRun }) => !dryRun && byPartnerOfUser(id, 'erase one of its users permanently'),
    async run({ id: userId, dryRun, bucket: name }, { outputs, atMs, record }) {
      const bucket = filesBucket(name ?? (await outputs('FilesBucketName')));
      const order = { userId, atMs, bucket };
      if (dryRun) {
        const survey = await surveyUser(order);
        const blockedBy = survey.blockedBy ?? null;
        const notNow = blockedBy === null ? '' : `\n\nNot possible now: ${blockedBy}`;
        return {
          json: { ...survey, blockedBy, dryRun },
          text: `${summary(survey, 'would be erased')}${notNow}`,
        };
      }
      const erasure = await eraseUser(order, async () => record({ userId }, await findPartnerIdByUser(userId)));
      return { json: { ...erasure, dryRun }, text: `${summary(erasure, 'is erased')}\n\n${AFTERWARDS}` };
    },
  }),
};

/** A user in search results, without personal data. */
interface FoundUser {
  readonly id: string;
  readonly partnerId: string;
  readonly [fact: string]: string | null;
}

/** Finds a user by id. An erased user is still found, with its id and partner. */
async function findUserById(id: string): Promise<FoundUser[]> {
  const live = await findUser(id);
  if (live !== undefined) return [toRow(live)];
  const partnerId = await findPartnerIdByUser(id);
  if (partnerId === undefined) return [];
  const unknown = { type: null, kycStatus: null, verificationId: null, createdAt: null, updatedAt: null };
  return [{ id, partnerId, state: 'ERASED', ...unknown }];
}

/**
 * Finds users of one partner, or of all partners. Costs one read unit per partner and one per found user.
 * @throws OperationFailed for an unknown partner
 */
async function findUsersBy(by: UserHandle, partnerId: string | undefined) {
  const partners = partnerId === undefined ? await listPartners() : [await existingPartner(partnerId)];
  const partnerIds = partners.map(({ id }) => id);
  return (await findUsers(await findUserIdsOf(partnerIds, by))).map(toRow);
}

function toRow(user: User): FoundUser {
  const { id, partnerId, type, kycStatus, verificationId = null, createdAtMs, updatedAtMs } = user;
  const instants = { createdAt: instantText(createdAtMs), updatedAt: instantText(updatedAtMs) };
  return { id, partnerId, state: 'LIVE', type, kycStatus, verificationId, ...instants };
}

async function byPartnerOfUser(id: string, act: string) {
  return byPartner(existing(await findPartnerIdByUser(id), `There is no user ${id}.`), act);
}

function summary({ userId, ...counts }: Awaited<ReturnType<typeof eraseUser>>, state: string): string {
  return fields(`User ${userId} ${state}`, {
    'files deleted': String(counts.files),
    'items deleted': String(counts.deleted),
    'transactions and events redacted': String(counts.marked),
    'pages of the feed redacted': String(counts.feedPages),
  });
}

/** Returns a client for a bucket. A local S3 server needs the bucket's name in the path. */
export function filesBucket(Bucket: string) {
  const forcePathStyle = configuredEndpoint('S3') !== undefined;
  const client = new S3Client({ forcePathStyle, maxAttempts: 5 });
  return {
    /** Returns the keys with one of the prefixes. */
    async keysUnder(prefixes: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      for (const Prefix of prefixes)
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
          for (const one of Contents.flatMap(({ Key }) => Key ?? [])) found.push(one);
      return found;
    },
    /** Deletes a file. Does nothing if the file does not exist. */
    async remove(Key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

interface Order {
  readonly userId: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly bucket: ReturnType<typeof filesBucket>;
}

/**
 * Counts the files and items that an erasure would delete or redact (`marked`), and finds the first obstacle.
 * @throws OperationFailed for an unknown user
 */
async function surveyUser({ userId, atMs, bucket }: Order) {
  const records = await existingRecords(userId);
  const trace = feedTrace(records);
  const counts = {
    ...subject(records),
    files: (await bucket.keysUnder(filePrefixes(records))).length,
    marked: redactionWrites(records, atMs).length,
    deleted: deletedKeys(records).length,
    feedPages: 0,
  };
  for await (const _ of findPages(trace)) counts.feedPages += 1;
  return { ...counts, blockedBy: await obstacle(records) };
}

/**
 * Erases a user. The first write hides the user, so no request can start new work for the user. References to remaining data are
 * deleted last, so a repeated run after an interruption finds the remaining data.
 * @throws OperationFailed for a user who is unknown or cannot be erased now
 */
export async function eraseUser({ userId, atMs, bucket }: Order, record: () => Promise<void>) {
  // An unreadable bucket or feed page stops the erasure here, before any change.
  const { blockedBy } = await surveyUser({ userId, atMs, bucket });
  if (blockedBy !== undefined) throw new OperationFailed(blockedBy);
  await record();
  const before = await erasableRecords(userId);
  if (before.erasedAtMs === undefined) await write(erasureWrites(before.user, atMs));

  // Read again, to include the writes of requests that started before the user was hidden.
  const records = await erasableRecords(userId);
  const invoices = records.transactions.flatMap((one) =>
    one.kind !== 'ON_RAMP' && one.invoiceKey !== undefined ? [one.invoiceKey] : [],
  );
  const files = new Set([...(await bucket.keysUnder(filePrefixes(records))), ...invoices]);
  for (const key of files) await bucket.remove(key);
  const marks = redactionWrites(records, atMs);
  await write(marks);
  const keys = deletedKeys(records);
  await write(deletionWrites(keys));
  const counts = { files: files.size, marked: marks.length, deleted: keys.length, feedPages: 0 };
  const trace = feedTrace(records);
  for await (const page of findPages(trace)) {
    await erasePage(page, trace);
    counts.feedPages += 1;
  }
  return { ...subject(before), ...counts };
}

/** Returns the user and partner of an erasure, and whether an earlier run has already hidden the user. */
function subject({ user: { id: userId, partnerId }, erasedAtMs }: UserRecords) {
  return { userId, partnerId, begunBefore: erasedAtMs !== undefined };
}

async function existingRecords(userId: string): Promise<UserRecords> {
  return existing(await findUserRecords(userId), `There is no user ${userId}.`);
}

async function erasableRecords(userId: string): Promise<UserRecords> {
  const records = await existingRecords(userId);
  const blockedBy = await obstacle(records);
  if (blockedBy !== undefined) throw new OperationFailed(blockedBy);
  return records;
}

/** Returns a sentence about the process that must end before the user can be erased. */
async function obstacle(records: UserRecords): Promise<string | undefined> {
  const { user, transactions, notifications, deliveries, erasedAtMs } = records;
  const open = transactions.find(isUnfinished);
  if (open !== undefined) {
    const remark = heldAmounts(open).length === 0 ? '' : ', with money to refund';
    return `Transaction ${open.id} is ${open.status}${remark}: erase the user after the transaction has ended.`;
  }
  const pending = [...notifications, ...deliveries].filter(({ status }) => status === 'PENDING').length;
  if (pending > 0)
    return `${pending} notifications are being sent to the partner: erase the user after their delivery has ended.`;
  if (erasedAtMs === undefined && user.kycStatus === 'IN_PROGRESS')
    return "The user's verification is in progress: erase the user after the decision.";
  // A waiting change would be added to the feed after the erasure, with personal data.
  if (await hasBacklog(user.partnerId))
    return "Changes of the user's partner wait in the backlog: try again in a minute.";
  return undefined;
}

function filePrefixes({ user: { id, partnerId } }: UserRecords): string[] {
  return [`people/${id}/`, `uploads/${id}/`, `invoices/${partnerId}/${id}/`];
}

function deletedKeys({ deleted }: UserRecords) {
  return deletedKinds.flatMap((kind) => deleted[kind]);
}

function feedTrace({ user: { id, partnerId }, notifications }: UserRecords): FeedTrace {
  return { partnerId, userId: id, notificationIds: new Set(notifications.map((one) => one.id)) };
}

/** Maximum number of actions in a write. A write with few actions seldom conflicts with concurrent writes. */
const MAX_ACTIONS = 25;

async function write(actions: readonly PendingWrite[]): Promise<void> {
  try {
    for (let from = 0; from < actions.length; from += MAX_ACTIONS)
      await writeAtomically(actions.slice(from, from + MAX_ACTIONS));
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    throw new OperationFailed('Data of the user changed in the meantime: run the command again to finish.');
  }
}
