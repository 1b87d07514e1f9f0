import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { recordChanges } from '#functions/workers/project-changes/record-changes';
import { fromClient, streamRecord } from '#local/events/stream-record';
import { attempt } from '#ops/errors';
import { optional, whole, withDefault } from '#ops/options';
import { HIDDEN_S, operatorQueue } from '#ops/queues';
import { byWord, verb } from '#ops/verb';
import { appendChanges } from '#shared/changes/repository';
import { toChange } from '#shared/changes/to-change';

export const stream = {
  replay: verb({
    about:
      'Add to the change feeds the changes that the function projectChanges dropped after repeated failures. Changes that the function publishEvents dropped need no replay: the redrive sends their webhooks',
    writes: true,
    options: {
      limit: withDefault(
        optional(
          'N',
          'Maximum number of ranges of dropped stream records to replay, 1 to 1000 (default: 50)',
          whole(1, 1000),
        ),
        50,
      ),
    },
    confirm: () => byWord('stream', 'replay the dropped ranges of the stream'),
    async run({ limit }, { outputs, atMs, record }) {
      const { take, remove } = operatorQueue(await outputs('OutboxDiscardedUrl'));
      const letters = await take(limit, HIDDEN_S.redrive);
      if (letters.length > 0) await record({ ranges: letters.length });
      const counts = { replayed: 0, redriven: 0, kept: 0, changes: 0 };
      for (const letter of letters) {
        const outcome = await replayRange(letter.body, atMs);
        counts[typeof outcome === 'number' ? 'replayed' : outcome] += 1;
        counts.changes += typeof outcome === 'number' ? outcome : 0;
        // Delete the message last. After a crash, a second replay of the range does no harm, because it adds no change twice.
        if (outcome !== 'kept') await remove(letter);
      }
      const { replayed, redriven, kept, changes } = counts;
      const text = `${replayed} ranges with ${changes} records were replayed. ${redriven} ranges need no replay. ${kept} ranges remain.`;
      const failure = `${kept} ranges are unreadable, older than a day, or failed again.`;
      return { json: counts, text, ...(kept > 0 && { failure }) };
    },
  }),
};

/** Lambda's message about a discarded batch (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html). */
const discardedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  DDBStreamBatchInfo: z.object({
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    streamArn: z.string(),
  }),
});
type DiscardedRange = z.infer<typeof discardedBatch>['DDBStreamBatchInfo'];

/**
 * Adds the changes of a discarded `projectChanges` range to the end of the feeds, and returns the number of records. Returns
 * `redriven` for a `publishEvents` range, because the redrive sends its notifications.
 */
async function replayRange(body: string, atMs: number): Promise<number | 'redriven' | 'kept'> {
  const batch = attempt(() => discardedBatch.parse(JSON.parse(body)));
  if (batch === undefined) return 'kept';
  if (!batch.requestContext.functionArn.includes('projectChanges')) return 'redriven';
  const records = await readRecords(batch.DDBStreamBatchInfo);
  if (records === undefined) return 'kept';
  const deps = { toChange, append: appendLate, defer: keepRange };
  const { batchItemFailures } = await recordChanges(deps, records, atMs);
  return batchItemFailures.length > 0 ? 'kept' : records.length;
}

/** Returns the records of a range in order; `undefined` if the stream, which stores them for a day, no longer contains them. */
async function readRecords(range: DiscardedRange): Promise<DynamoDBRecord[] | undefined> {
  const { streamArn: StreamArn, shardId: ShardId, startSequenceNumber: SequenceNumber } = range;
  const last = BigInt(range.endSequenceNumber);
  const client = new DynamoDBStreamsClient({});
  const found: DynamoDBRecord[] = [];
  try {
    const start = { StreamArn, ShardId, ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber } as const;
    let { ShardIterator } = await client.send(new GetShardIteratorCommand(start));
    while (ShardIterator !== undefined) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
      for (const record of Records) {
        const number = BigInt(record.dynamodb?.SequenceNumber ?? 0);
        // Convert to JSON and back, because a Lambda function receives records as JSON.
        if (number <= last) found.push(JSON.parse(JSON.stringify(streamRecord(fromClient(record), StreamArn))));
        if (number >= last) return found;
      }
      ShardIterator = Records.length === 0 ? undefined : NextShardIterator;
    }
    return found;
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return undefined;
    throw error;
  }
}

/**
 * Adds replayed records with a changed partition key. With the original key, the feed would ignore them, because it already
 * contains newer records of that key. The feed still adds each record only once.
 */
const appendLate: typeof appendChanges = (partnerId, changes, atMs) =>
  appendChanges(
    partnerId,
    changes.map((change) => ({ ...change, partition: `REPLAY#${change.partition}` })),
    atMs,
  );

/**
 * Replaces `deferChanges`: a replay writes nothing to a partner's backlog. The error keeps the range in its queue until the
 * changes can be added to the feed.
 */
async function keepRange(): Promise<void> {
  throw new Error('Changes of the partner still wait in its backlog');
}
