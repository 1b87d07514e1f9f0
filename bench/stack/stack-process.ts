/**
 * The local stack in a process of its own: the whole of it as `npm start` runs it, or the API alone, with no stream,
 * queue or schedule invoking a function. Deployed, those have machines of their own.
 */

import { EventEmitter, once, setMaxListeners } from 'node:events';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { localClient } from '#local/engines/local-cloud';
import { openCheckpoints } from '#local/events/checkpoints';
import { startStreamPoller } from '#local/events/stream-poller';
import { openLogFile } from '#local/lambda/log-sink';
import { until } from '#local/partner/api-client';
import { Partner } from '#local/partner/partner';
import { type StackOptions as LocalOptions, type RunningStack, startStack } from '#local/stack';
import { useLocalTable } from '#local/start/local-table';
import { deployableTemplates } from '#local/start/templates';
import { streamMappingSchema } from '#local/template/property-schemas';
import { readParts } from '#local/wiring/parts';
import { runOps } from '#ops/program';
import { createPartner } from '#shared/partners/repository';
import type { Counts } from '#test/support/metering/counts';
import { Tally } from '#test/support/metering/tally';

/** Records that a reader of the stream took, and the processor time of its invocations in ms. */
interface Taken {
  readonly records: number;
  readonly cpuMs: number;
}

interface StreamReader {
  /** Has a function take at least so many records, in batches of up to this size, beginning where it ended before. */
  take(functionId: string, batchSize: number, records: number): Promise<Taken>;
}

const filtered = z.object({ FilterCriteria: streamMappingSchema.shape.FilterCriteria });
const streamEvent = z.object({ Records: z.array(z.unknown()) });

/** Runs the readers of the stream one at a time, on a stack that does not run them itself. */
async function streamReader(stack: RunningStack, cdkOut: string): Promise<StreamReader> {
  const checkpoints = await openCheckpoints(undefined);
  const { dynamodbEndpoint: endpoint, tableName } = stack;
  const client = new DynamoDBClient(localClient(endpoint));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const mappings = readParts(cdkOut).ofType('AWS::Lambda::EventSourceMapping');
  return {
    async take(functionId, batchSize, wanted) {
      const mapping = mappings.find(({ name }) => name.endsWith(`${functionId}FromStream`));
      const { FilterCriteria = { Filters: [] } } = filtered.parse(mapping?.resource.properties);
      let [records, cpuMs] = [0, 0];
      const ended = new EventEmitter();
      const poller = startStreamPoller({
        name: functionId,
        functionKey: functionId,
        properties: {
          StartingPosition: 'TRIM_HORIZON',
          FilterCriteria,
          BatchSize: batchSize,
          MaximumBatchingWindowInSeconds: 1,
        },
        endpoint,
        streamArn: Table?.LatestStreamArn ?? '',
        checkpoints,
        invoker: {
          async invoke(_, event) {
            const before = process.cpuUsage();
            const result = await stack.invoke(functionId, event);
            const { user, system } = process.cpuUsage(before);
            cpuMs += (user + system) / 1000;
            records += streamEvent.parse(event).Records.length;
            if (records >= wanted) ended.emit('end');
            return result;
          },
        },
      });
      await once(ended, 'end');
      const taken = { records, cpuMs };
      await poller.stop();
      return taken;
    },
  };
}

export interface StackOptions extends Pick<LocalOptions, 'apiOnly' | 'functionsDir' | 'settings'> {
  /** A database to use instead of one of its own. */
  readonly database?: string;
  /** Can count what is asked of the cloud, which slows every request a little. @default false */
  readonly counts?: boolean;
}

export interface NewPartner {
  readonly webhookUrl?: string;
  /** Verified ones. @default 1 */
  readonly users?: number;
  /** Cross-ramps of the first user. @default 0 */
  readonly completed?: number;
}

/** A partner that has what a creation needs; `userId` is its first user. */
export type ReadyPartner = Awaited<ReturnType<typeof newPartner>>;

/** Messages of one invocation. */
const BATCH = 10;

// Under load more than ten long polls hang on the signal that ends them.
setMaxListeners(0);
let tally: Tally | undefined;
let stack: RunningStack;
let templates: string;
let reader: StreamReader | undefined;

/** @returns the address of the API without a path, its table and its functions by their ids */
export async function start({ database, settings, counts = false, ...options }: StackOptions) {
  if (counts) tally = Tally.start();
  if (database !== undefined) process.env.DYNAMODB_ENDPOINT = database;
  templates = await deployableTemplates({ root: join(import.meta.dirname, '../..'), print: () => undefined });
  const run = { RATE_LIMIT_RPS: '0', ...settings };
  stack = await startStack({ ...options, port: 0, cdkOut: templates, settings: run, logSink: openLogFile(devNull) });
  const { baseUrl, dynamodbEndpoint, tableName, functions } = stack;
  useLocalTable(dynamodbEndpoint, tableName);
  return { baseUrl, database: dynamodbEndpoint, tableName, functions };
}

export const cleanUp = (): Promise<void> => stack.stop();

/** Opens a count of what is asked of the cloud. */
export function count(): void {
  tally?.begin();
}

/** @returns what was counted, when nothing more has been asked for so long */
export function counted(quietMs: number): Promise<Counts> {
  if (tally === undefined) throw new Error('This stack does not count');
  return tally.endWhenQuiet(quietMs);
}

/** Runs a command of the operator tool on the stack's table. @throws Error when it fails */
export async function operate(command: readonly string[]): Promise<void> {
  let said = '';
  const say = (text: string) => {
    said += text;
  };
  const where = ['--endpoint', stack.dynamodbEndpoint, '--table', stack.tableName];
  const code = await runOps([...command, ...where], { out: say, error: say, ask: async () => undefined });
  if (code !== 0) throw new Error(`${command.join(' ')}: ${said}`);
}

/**
 * Has `deliverWebhook` handle a backlog by full batches, so many at once, as deployed instances would. They are batches of the queue of
 * retries, which no message leaves: a crowd would leave the other one.
 */
export async function drain(messages: readonly object[], batches: number): Promise<void> {
  const left = [...messages];
  const queue = stack.functions.deliverWebhook?.environment.RETRIES_QUEUE_URL?.split('/').at(-1);
  const eventSourceARN = `arn:aws:sqs:us-east-1:000000000000:${queue}`;
  const work = async () => {
    for (let batch = left.splice(0, BATCH); batch.length > 0; batch = left.splice(0, BATCH)) {
      const Records = batch.map((one, at) => ({ messageId: String(at), body: JSON.stringify(one), eventSourceARN }));
      const result = await stack.invoke('deliverWebhook', { Records });
      if (!result.ok || JSON.stringify(result.payload) !== '{"batchItemFailures":[]}')
        throw new Error(`A batch was not delivered: ${JSON.stringify(result)}`);
    }
  };
  await Promise.all(Array.from({ length: batches }, work));
}

/** Has a reader of the stream take records, on a stack that runs the API alone. */
export async function readStream(...taken: Parameters<StreamReader['take']>): Promise<Taken> {
  reader ??= await streamReader(stack, templates);
  return reader.take(...taken);
}

export async function newPartner({ webhookUrl, users = 1, completed = 0 }: NewPartner) {
  const { apiKey, partnerId } = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
  const credentials = { baseUrl: stack.baseUrl, apiKey, partnerId };
  const partner = new Partner(credentials);
  if (webhookUrl !== undefined) await partner.put('/webhook-settings', { url: webhookUrl });
  const userIds: string[] = [];
  for (let n = 0; n < users; n += 1) userIds.push(await partner.verifiedUser());
  const [userId = ''] = userIds;
  const transactionIds: string[] = [];
  for (let n = 0; n < completed; n += 1) {
    const { body } = await partner.create('/cross-ramp', partner.crossRamp(userId));
    transactionIds.push(body.data.id);
  }
  const untilCount = (list: string, count: number) =>
    until(async () => (await partner.get(list)).body.data.count === count, 300_000);
  await untilCount('/transactions?status=COMPLETED&limit=1', completed);
  // Five webhooks of each transaction, and two of each user's verification.
  const webhooks = webhookUrl === undefined ? 0 : completed * 5 + users * 2;
  await untilCount('/webhook-notifications?status=SENT&limit=1', webhooks);
  return { ...credentials, userId, userIds, transactionIds };
}
