import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import type { Rehearsal } from '#cloud/plan/context';
import { Unanswered } from '#cloud/plan/step';
import { awaitAnswer, CheckFailed, check } from '#cloud/steps/checks';
import { signDeclaration } from '#cloud/steps/pages';

const table = z.object({
  Table: z.object({
    LatestStreamArn: z.string(),
  }),
});

async function describeTable(rehearsal: Rehearsal) {
  const { cloud, outputs } = await rehearsal.target();
  const { TableName } = outputs;
  return (await cloud.aws.call('dynamodb DescribeTable', { TableName }, table)).Table;
}

const backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({
      PointInTimeRecoveryStatus: z.string(),
      EarliestRestorableDateTime: z.string().optional(),
      LatestRestorableDateTime: z.string().optional(),
    }),
  }),
});

/** The table can be restored to a time. */
export async function checkRecovery(rehearsal: Rehearsal): Promise<string> {
  const { cloud, outputs } = await rehearsal.target();
  const found = await awaitAnswer('the earliest time to restore to', 900, async () => {
    const { PointInTimeRecoveryDescription: recovery } = (
      await cloud.aws.call('dynamodb DescribeContinuousBackups', { TableName: outputs.TableName }, backups)
    ).ContinuousBackupsDescription;
    check(recovery.PointInTimeRecoveryStatus === 'ENABLED', `recovery is ${recovery.PointInTimeRecoveryStatus}`);
    return recovery.EarliestRestorableDateTime === undefined ? undefined : recovery;
  });
  return `from ${found.EarliestRestorableDateTime} to ${found.LatestRestorableDateTime}`;
}

const shards = z.object({
  StreamDescription: z.object({
    Shards: z.array(
      z.object({
        ShardId: z.string(),
        SequenceNumberRange: z.object({ EndingSequenceNumber: z.string().optional() }),
      }),
    ),
  }),
});
const iterator = z.object({ ShardIterator: z.string() });
const records = z.object({
  NextShardIterator: z.string().optional(),
  Records: z
    .array(
      z.object({
        eventName: z.string(),
        userIdentity: z.object({ principalId: z.string().optional() }).optional(),
        dynamodb: z.object({ Keys: z.record(z.string(), z.object({ S: z.string().optional() })) }),
      }),
    )
    .default([]),
});

/** An expired item goes, and its going is a record of the stream. DynamoDB takes minutes to days for it. */
export async function checkExpiry(rehearsal: Rehearsal): Promise<string> {
  const { cloud, outputs } = await rehearsal.target();
  const { aws } = cloud;
  const { LatestStreamArn: StreamArn } = await describeTable(rehearsal);
  const { Shards } = (await aws.call('dynamodbstreams DescribeStream', { StreamArn }, shards)).StreamDescription;
  const open = Shards.filter(({ SequenceNumberRange }) => SequenceNumberRange.EndingSequenceNumber === undefined);
  const readers = await Promise.all(
    open.map(async ({ ShardId }) => {
      const parameters = { StreamArn, ShardId, ShardIteratorType: 'LATEST' };
      return await aws.call('dynamodbstreams GetShardIterator', parameters, iterator);
    }),
  );
  let iterators = readers.map(({ ShardIterator }) => ShardIterator);
  // No partition of the service, and nothing that the readers of the stream pass on.
  const PK = `REHEARSAL#${randomUUID()}`;
  const Item = { PK: { S: PK }, SK: { S: 'expiry' }, ttl: { N: String(Math.floor(Date.now() / 1000) - 60) } };
  await aws.send('dynamodb PutItem', { TableName: outputs.TableName, Item });
  const startedMs = performance.now();
  await awaitAnswer('the record of the deletion', 1800, async () => {
    // Two functions read the stream already, which is as many as it is meant for.
    await sleep(10_000);
    const pages = await Promise.all(
      iterators.map((ShardIterator) => aws.call('dynamodbstreams GetRecords', { ShardIterator }, records)),
    );
    iterators = pages.flatMap(({ NextShardIterator }) => NextShardIterator ?? []);
    return pages
      .flatMap(({ Records }) => Records)
      .find(
        ({ eventName, userIdentity, dynamodb }) =>
          eventName === 'REMOVE' &&
          dynamodb.Keys.PK?.S === PK &&
          userIdentity?.principalId === 'dynamodb.amazonaws.com',
      );
  });
  return `REMOVE by dynamodb.amazonaws.com, ${Math.round((performance.now() - startedMs) / 60_000)} minutes after the item had expired`;
}

const objects = pageOf('Contents', z.object({ Key: z.string(), LastModified: z.string() }));
const retention = z.object({ Retention: z.object({ Mode: z.string(), RetainUntilDate: z.string() }) });

/** A signed declaration is locked, where the settings ask for it. */
export async function checkObjectLock(rehearsal: Rehearsal): Promise<string> {
  if (rehearsal.config().signedRecordsLockedDays === undefined)
    throw new Unanswered(
      'these settings lock nothing: give --settings FILE with signedRecordsLockedDays. The bucket cannot be emptied for as long',
    );
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const { partner } = await rehearsal.subscriber('Signer');
  const startedMs = Date.now();
  await signDeclaration(target, partner);
  const Bucket = target.outputs.FilesBucketName;
  const listed = await aws.list('s3 ListObjectsV2', { Bucket }, objects);
  const signed = listed.filter(({ LastModified }) => Date.parse(LastModified) >= startedMs - 1000);
  for (const { Key } of signed) {
    const found = await aws.call('s3 GetObjectRetention', { Bucket, Key }, retention).catch(() => undefined);
    if (found !== undefined) return `locked until ${found.Retention.RetainUntilDate} (${found.Retention.Mode})`;
  }
  throw new CheckFailed('no object that was written by the signature has a lock');
}
