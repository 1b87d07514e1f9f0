/**
 * The local stack in a separate process. The stack is complete like `npm start`, or contains only the API. The API alone has no
 * functions for streams, queues or schedules: in a deployment, those functions run on other machines.
 */

import { setMaxListeners } from 'node:events';
import { devNull } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { compileStreamFilter } from '#local/events/source-filter';
import type { StreamRecord } from '#local/events/stream-record';
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
import { openTableStream } from '#test/support/table-stream';

/** Number of stream records that a function processed, and the CPU time of its invocations in ms. */
interface Taken {
  readonly records: number;
  readonly cpuMs: number;
}

const filtered = z.object({ FilterCriteria: streamMappingSchema.shape.FilterCriteria });

interface StreamReader {
  /** Unprocessed records that passed the filter of the function's event source mapping. */
  readonly records: StreamRecord[];
  readMore(): Promise<void>;
}

/** Opens the stream at its beginning, for a function of a stack that does not run event source mappings. */
async function openReader(functionId: string): Promise<StreamReader> {
  const mappings = readParts(templates).ofType('AWS::Lambda::EventSourceMapping');
  const mapping = mappings.find(({ name }) => name.endsWith(`${functionId}FromStream`));
  const passes = compileStreamFilter(filtered.parse(mapping?.resource.properties).FilterCriteria);
  const stream = await openTableStream(stack, 'TRIM_HORIZON');
  const records: StreamRecord[] = [];
  return { records, readMore: async () => void records.push(...(await stream.read()).filter(passes)) };
}

export interface StackOptions extends Pick<LocalOptions, 'apiOnly' | 'functionsDir' | 'settings'> {
  /** Endpoint of an existing database. Without this option, the stack starts a database. */
  readonly database?: string;
  /** Counts the calls to AWS services. Counting slows every request slightly. @default false */
  readonly counts?: boolean;
}

export interface NewPartner {
  readonly webhookUrl?: string;
  /** Number of verified users. @default 1 */
  readonly users?: number;
  /** Number of completed cross-ramps of the first user. @default 0 */
  readonly completed?: number;
}

/** A partner with all data that the creation of a transaction requires. `userId` is the id of the first user. */
export type ReadyPartner = Awaited<ReturnType<typeof newPartner>>;

/** Number of messages per invocation. */
const BATCH = 10;

// Under load, more than ten long polls listen to one abort signal. Disable Node's warning.
setMaxListeners(0);
let tally: Tally | undefined;
let stack: RunningStack;
let templates: string;
const readers = new Map<string, StreamReader>();

/** Starts the stack. @returns the API's URL without a path, the database endpoint, the table name, and the functions by id */
export async function start({ database, settings, counts = false, ...options }: StackOptions) {
  if (counts) tally = Tally.start();
  if (database !== undefined) process.env.DYNAMODB_ENDPOINT = database;
  templates = await deployableTemplates({ root: join(import.meta.dirname, '../../..'), print: () => undefined });
  const run = { RATE_LIMIT_RPS: '0', ...settings };
  stack = await startStack({ ...options, port: 0, cdkOut: templates, settings: run, logSink: openLogFile(devNull) });
  const { baseUrl, dynamodbEndpoint, tableName, functions } = stack;
  useLocalTable(dynamodbEndpoint, tableName);
  return { baseUrl, database: dynamodbEndpoint, tableName, functions };
}

export const cleanUp = (): Promise<void> => stack.stop();

/** Starts to count the calls to AWS services. */
export function count(): void {
  tally?.begin();
}

/** Waits until no call occurs for `quietMs`. @returns the counts */
export function counted(quietMs: number): Promise<Counts> {
  if (tally === undefined) throw new Error('This stack does not count');
  return tally.endWhenQuiet(quietMs);
}

/** Runs a command of the operator tool on the stack's table. @throws Error if the command fails */
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
 * Runs `deliverWebhook` on a backlog in full batches, with `batches` concurrent invocations. The messages come from the retry
 * queue. If so many messages came from the queue of first attempts, the function would quarantine them.
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

/**
 * Runs a function on at least `wanted` stream records, in batches of `batchSize`. Requires a stack with `apiOnly`. Continues
 * after the last record of the previous call.
 */
export async function readStream(functionId: string, batchSize: number, wanted: number): Promise<Taken> {
  const reader = readers.get(functionId) ?? (await openReader(functionId));
  readers.set(functionId, reader);
  let [records, cpuMs] = [0, 0];
  while (records < wanted) {
    if (reader.records.length < batchSize) await reader.readMore();
    const Records = reader.records.splice(0, batchSize);
    const before = process.cpuUsage();
    const { ok } = await stack.invoke(functionId, { Records });
    const { user, system } = process.cpuUsage(before);
    if (!ok || Records.length === 0) throw new Error(`${functionId} has taken ${records} records of ${wanted}`);
    cpuMs += (user + system) / 1000;
    records += Records.length;
  }
  return { records, cpuMs };
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
  // Each transaction has five webhooks, and each user's verification two.
  const webhooks = webhookUrl === undefined ? 0 : completed * 5 + users * 2;
  await untilCount('/webhook-notifications?status=SENT&limit=1', webhooks);
  return { ...credentials, userId, userIds, transactionIds };
}
