/** Connects an operator command to an environment: its table, queues and bucket. */
import { DynamoDBClient, ListTablesCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { useDatabaseAt, useLocalEngine } from '#local/start/local-table';
import { existing, OperationFailed, UsageError } from '#ops/errors';
import { findRunningStack } from '#ops/running-stack';
import { isOnThisMachine } from '#sdk/cli/account/addresses';
import { stageKey } from '#shared/dynamodb/keys';
import type { TableStage } from '#shared/dynamodb/stage-record';
import { documentClient } from '#shared/dynamodb/table';
import { configuredEndpoint } from '#shared/platform/config/cloud-clients';
import type { StageName } from '#shared/values/stage-name';

/**
 * Ignores configured service endpoints (https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html), unless the
 * operator uses an emulator. A server at such an endpoint could report a false operator identity and read all written data.
 * @throws OperationFailed for an emulator on another machine
 */
export function guardAddresses(endpoint: string | undefined): void {
  if (endpoint === undefined) {
    process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'true';
    return;
  }
  for (const [name, address] of Object.entries({ '--endpoint': endpoint, ...process.env }))
    if ((name === '--endpoint' || name.startsWith('AWS_ENDPOINT_URL')) && address && !isLocal(address))
      throw new OperationFailed(
        `Nothing was read or changed: ${name} is "${address}", but --endpoint requires an emulator on this machine.`,
      );
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && isOnThisMachine(address);
}

/** A laptop (`local`) runs the sandbox stage. */
export const environments = ['local', 'sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Returns an output of the stage's stack by name. @throws OperationFailed if the output does not exist */
export type StageOutputs = (name: string) => Promise<string>;

interface Place {
  readonly env: Environment;
  readonly dataDir: string | undefined;
  /** Endpoint of DynamoDB and name of the table. They replace the endpoint and table of the stage. */
  readonly endpoint: string | undefined;
  readonly table: string | undefined;
}

/** An address without a server. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * Connects this process to an environment's table. Must run before the first read or write.
 * @param options.tableMayBeGone true if the stack's table or its stage record can be missing
 * @throws OperationFailed if no table exists, or if the table belongs to another stage or contains no stage record
 */
export async function connect(place: Place, { tableMayBeGone = false } = {}) {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const stage = place.env === 'local' ? 'sandbox' : place.env;
  const outputs = place.env === 'local' ? await connectLocally(place) : await connectToStage(stage, place);
  const { TABLE_NAME: table = '' } = process.env;
  try {
    await checkStageOf(table, place.env);
  } catch (error) {
    const saysNothing = error instanceof ResourceNotFoundException || error instanceof NoStageOnRecord;
    if (!saysNothing || !tableMayBeGone || place.table !== undefined) throw error;
  }
  // Shared code reads the stage from this variable, as in the Lambda functions.
  process.env.STAGE = stage;
  return { stage, outputs };
}

class NoStageOnRecord extends OperationFailed {}

const record = z.object({ stage: z.string() });

/**
 * Checks that a table belongs to the requested stage (docs/adr/026).
 * @throws OperationFailed if the table belongs to another stage, NoStageOnRecord if the record is missing
 */
export async function checkStageOf(TableName: string, env: TableStage): Promise<void> {
  const { Item } = await documentClient().send(new GetCommand({ TableName, Key: stageKey, ConsistentRead: true }));
  if (Item === undefined)
    throw new NoStageOnRecord(
      `Nothing was done: the table ${TableName} has no record with its stage. A deployed stage writes this record within a minute after its deployment.`,
    );
  const { stage } = record.parse(Item);
  if (stage !== env) throw new OperationFailed(`Nothing was done: table ${TableName} belongs to ${stage}, not ${env}.`);
}

/** Maximum attempts of a call to the AWS control plane, which allows only a few calls per second. */
const MAX_ATTEMPTS = '10';

async function connectToStage(stage: StageName, { endpoint, table }: Place): Promise<StageOutputs> {
  guardAddresses(endpoint);
  if (endpoint !== undefined) useDatabaseAt(endpoint);
  // Every client of this process reads these variables. The adaptive mode limits the request rate after throttling.
  process.env.AWS_RETRY_MODE ??= 'adaptive';
  process.env.AWS_MAX_ATTEMPTS ??= MAX_ATTEMPTS;
  const stackName = `PartnerRamp-${stage}`;
  let described: Promise<Outputs> | undefined;
  const outputs: StageOutputs = async (name) => {
    described ??= describeStack(stackName);
    const missing = `${name} is unknown: the stack ${stackName} has no such output.`;
    return existing((await described)[name], missing);
  };
  process.env.TABLE_NAME = table ?? (await outputs('TableName'));
  return outputs;
}

async function connectLocally({ dataDir, endpoint, table }: Place): Promise<StageOutputs> {
  const files = configuredEndpoint('S3');
  for (const address of [endpoint, files])
    if (address !== undefined && !isLocal(address))
      throw new UsageError(`${address} is not on this machine: select a deployed stage with --env`);
  const running = endpoint === undefined ? await findRunningStack(dataDir) : undefined;
  useLocalEngine(running?.dynamodbEndpoint ?? endpoint ?? '');
  // Local commands must never use queues or files in the cloud: without a known local server, use an address without a server.
  process.env.AWS_ENDPOINT_URL_SQS = running?.sqsEndpoint ?? NOWHERE;
  process.env.AWS_ENDPOINT_URL_S3 = running?.s3Endpoint ?? files ?? NOWHERE;
  process.env.TABLE_NAME = table ?? running?.tableName ?? (await onlyTable());
  // The local stack's state file contains queue names like the stack outputs: `firstAttemptsQueue` is `FirstAttemptsQueueUrl`.
  const queues = Object.entries(running?.queues ?? {}).map(
    ([name, url]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}Url`, url] as const,
  );
  const known: Outputs = {
    ...Object.fromEntries(queues),
    FilesBucketName: running?.filesBucket ?? process.env.FILES_BUCKET,
  };
  const missing = (name: string) => `${name} is unknown: start the local stack.`;
  return async (name) => existing(known[name], missing(name));
}

type Outputs = Readonly<Record<string, string | undefined>>;

/** Returns the outputs of a stack in the account and region of the current credentials. */
async function describeStack(StackName: string): Promise<Outputs> {
  // Load the client only here: a command with `--table` does not need it.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  try {
    const { Stacks = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    // CloudFormation reports a missing stack with this code, like any other invalid value.
    if (error instanceof Error && error.name === 'ValidationError')
      throw new OperationFailed(`There is no stack ${StackName}: check the account and the region.`);
    throw error;
  }
}

/** Returns the name of the only table in the local database. */
async function onlyTable(): Promise<string> {
  const { TableNames = [] } = await new DynamoDBClient({}).send(new ListTablesCommand({}));
  const [name] = TableNames;
  if (name !== undefined && TableNames.length === 1) return name;
  throw new OperationFailed(`The database has ${TableNames.length} tables: select one with --table.`);
}
