/**
 * The local stack in a process of its own: the whole of it as `npm start` runs it, or the API alone, with no stream,
 * queue or schedule invoking a function. Deployed, those have machines of their own.
 */
import { setMaxListeners } from 'node:events';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';
import { startGateway } from '#local/gateway/server';
import type { RunVariables } from '#local/lambda/function-environment';
import type { InvocationResult } from '#local/lambda/invocation';
import { openLogFile } from '#local/lambda/log-sink';
import { FunctionRuntime } from '#local/lambda/runtime';
import type { Counts } from '#local/metering/counts';
import { Tally } from '#local/metering/tally';
import { newEventSecrets, startStack } from '#local/stack';
import { useLocalTable } from '#local/start/local-table';
import { deployableTemplates } from '#local/start/templates';
import { readRestApi } from '#local/wiring/api';
import { startEngines } from '#local/wiring/engines';
import { readFunctions } from '#local/wiring/functions';
import { readParts } from '#local/wiring/parts';
import { Shutdown } from '#local/wiring/shutdown';
import { createPartner } from '#shared/partners/repository';
import { type Credentials, crossRamp, Partner } from './partner';

export interface StackOptions {
  /** Runs the API alone. @default false */
  readonly apiOnly?: boolean;
  /** A database to use instead of one of its own. */
  readonly database?: string;
  readonly settings?: RunVariables;
  /** Can count what is asked of the cloud, which slows every request a little. @default false */
  readonly counts?: boolean;
}

export interface StackAddresses {
  /** Of the API, without a path. */
  readonly origin: string;
  readonly database: string;
  readonly tableName: string;
}

export interface NewPartner {
  readonly webhookUrl?: string;
  /** Verified ones. @default 1 */
  readonly users?: number;
  /** Cross-ramps of the first user. @default 0 */
  readonly completed?: number;
}

/** A partner that has what a creation needs. */
export interface ReadyPartner extends Credentials {
  /** Verified, the first of all. */
  readonly userId: string;
  readonly userIds: readonly string[];
  readonly transactionIds: readonly string[];
}

/** Messages of one invocation. */
const BATCH = 10;

// Under load more than ten long polls hang on the signal that ends them.
setMaxListeners(0);
let tally: Tally | undefined;
const shutdown = new Shutdown();
const sink = openLogFile(devNull);
let origin = '';
let deliver: ((event: unknown) => Promise<InvocationResult>) | undefined;
let firstAttempts = '';

export async function start(options: StackOptions): Promise<StackAddresses> {
  const { apiOnly = false, database, settings, counts = false } = options;
  if (counts) tally = Tally.start();
  if (database !== undefined) process.env.DYNAMODB_ENDPOINT = database;
  const cdkOut = await deployableTemplates({ root: join(import.meta.dirname, '../..'), print: () => undefined });
  const run = { RATE_LIMIT_RPS: '0', ...settings };
  const addresses = apiOnly ? await startApi(cdkOut, run) : await startWhole(cdkOut, run);
  origin = addresses.origin;
  useLocalTable(addresses.database, addresses.tableName);
  return addresses;
}

export function cleanUp(): Promise<void> {
  return shutdown.run(reportToStderr);
}

/** Opens a count of what is asked of the cloud. */
export function count(): void {
  tally?.begin();
}

/** @returns what was counted, when nothing more has been asked for so long */
export function counted(quietMs: number): Promise<Counts> {
  if (tally === undefined) throw new Error('This stack does not count');
  return tally.endWhenQuiet(quietMs);
}

/** Has `deliverWebhook` handle a backlog by full batches, so many at once, as deployed instances would. */
export async function drain(messages: readonly object[], batches: number): Promise<void> {
  const left = [...messages];
  const eventSourceARN = `arn:aws:sqs:us-east-1:000000000000:${firstAttempts.split('/').at(-1)}`;
  const work = async () => {
    for (let batch = left.splice(0, BATCH); batch.length > 0; batch = left.splice(0, BATCH)) {
      const Records = batch.map((one, at) => ({ messageId: String(at), body: JSON.stringify(one), eventSourceARN }));
      const result = await deliver?.({ Records });
      if (!result?.ok || JSON.stringify(result.payload) !== '{"batchItemFailures":[]}')
        throw new Error(`A batch was not delivered: ${JSON.stringify(result)}`);
    }
  };
  await Promise.all(Array.from({ length: batches }, work));
}

async function startWhole(cdkOut: string, settings: RunVariables): Promise<StackAddresses> {
  const stack = await startStack({ port: 0, cdkOut, settings, logSink: sink });
  shutdown.add('Stack', () => stack.stop());
  return { origin: stack.baseUrl, database: stack.dynamodbEndpoint, tableName: stack.tableName };
}

async function startApi(cdkOut: string, run: RunVariables): Promise<StackAddresses> {
  const parts = readParts(cdkOut);
  const engines = await startEngines(parts, undefined, shutdown);
  const { dynamodbEndpoint: dynamodb, queuesEndpoint: sqs, bucketsEndpoint: s3, kmsEndpoint: kms } = engines;
  // No endpoint publishes: that is the work of the stream's reader.
  const endpoints = { dynamodb, sqs, s3, kms, eventBridge: sqs };
  const settings = { endpoints, run, providerEventsSecrets: newEventSecrets() };
  const { functions, keyFor } = readFunctions(parts, settings);
  const rest = readRestApi(parts, new Set(functions.map(({ name }) => name)));
  const invoker = new FunctionRuntime(functions, sink);
  const worker = functions.find(({ name }) => name === keyFor('deliverWebhook'));
  firstAttempts = worker?.environment.FIRST_ATTEMPTS_QUEUE_URL ?? '';
  deliver = (event) => invoker.invoke(worker?.name ?? '', event);
  const gateway = await startGateway({ ...rest, invoker, port: 0 });
  shutdown.add('Gateway', () => gateway.stop());
  return { origin: gateway.baseUrl, database: dynamodb, tableName: engines.tables[0]?.tableName ?? '' };
}

export async function newPartner({ webhookUrl, users = 1, completed = 0 }: NewPartner): Promise<ReadyPartner> {
  const { apiKey, partnerId } = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
  const credentials = { origin, apiKey, partnerId };
  const partner = new Partner(credentials);
  if (webhookUrl !== undefined) await partner.send('PUT', '/webhook-settings', { url: webhookUrl });
  const userIds: string[] = [];
  for (let n = 0; n < users; n += 1) userIds.push(await partner.verifiedUser());
  const [userId = ''] = userIds;
  const transactionIds: string[] = [];
  for (let n = 0; n < completed; n += 1)
    transactionIds.push((await partner.create('/cross-ramp', crossRamp(userId))).id);
  await partner.untilCount('/transactions?status=COMPLETED&limit=1', completed);
  // Five webhooks of each transaction, and two of each user's verification.
  const webhooks = webhookUrl === undefined ? 0 : completed * 5 + users * 2;
  await partner.untilCount('/webhook-notifications?status=SENT&limit=1', webhooks);
  return { ...credentials, userId, userIds, transactionIds };
}
