/** The place in which an operator works: the table, the queues and the bucket of an environment. */
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
 * Lets no client of this process call an address of the environment or of a profile, unless the place is an emulator on this machine.
 * AWS lets them name an address for each service
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html): the owner of that server would say who the
 * operator is, and read what is written.
 * @param endpoint DynamoDB's address, if the operator names it
 * @throws OperationFailed for an emulator elsewhere
 */
export function guardAddresses(endpoint: string | undefined): void {
  if (endpoint === undefined) {
    process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'true';
    return;
  }
  for (const [name, address] of Object.entries({ '--endpoint': endpoint, ...process.env }))
    if ((name === '--endpoint' || name.startsWith('AWS_ENDPOINT_URL')) && address && !isLocal(address))
      throw new OperationFailed(
        `Nothing was read or changed: ${name} is "${address}"; --endpoint names an emulator on this machine.`,
      );
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && isOnThisMachine(address);
}

/** A laptop runs the sandbox stage. */
export const environments = ['local', 'sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Returns an output of the stage's stack by its name. @throws OperationFailed if it does not exist */
export type StageOutputs = (name: string) => Promise<string>;

interface Place {
  readonly env: Environment;
  readonly dataDir: string | undefined;
  /** Address of DynamoDB and name of the table, instead of those of the stage. */
  readonly endpoint: string | undefined;
  readonly table: string | undefined;
}

/** Nothing responds at this address. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * Points the data layer of this process at an environment's table. Must come before the layer's first use.
 * @param options.tableMayBeGone true for work on the stack of the environment alone: it goes on where the stack's table is gone or new
 * @throws OperationFailed when nothing is found there, and where the table is of another stage, or does not say of which
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
  // Consequences of a transition are decided by the stage, here as in the functions.
  process.env.STAGE = stage;
  return { stage, outputs };
}

/** The table has no record of its stage. */
class NoStageOnRecord extends OperationFailed {}

const record = z.object({ stage: z.string() });

/**
 * Checks that a table is of the stage that the operator has named. A restored table has the record of its origin.
 * @throws OperationFailed if it is of another stage, NoStageOnRecord if it has no record
 */
export async function checkStageOf(TableName: string, env: TableStage): Promise<void> {
  const { Item } = await documentClient().send(new GetCommand({ TableName, Key: stageKey, ConsistentRead: true }));
  if (Item === undefined)
    throw new NoStageOnRecord(
      `The table ${TableName} does not say of which stage it is, so nothing was done. A deployed stage writes that within a minute after its deployment.`,
    );
  const { stage } = record.parse(Item);
  if (stage !== env)
    throw new OperationFailed(`The table ${TableName} is of ${stage}, not of ${env}: nothing was done.`);
}

/** Attempts of a call of an account, which throttles its control plane at a few calls a second. */
const MAX_ATTEMPTS = '10';

async function connectToStage(stage: StageName, { endpoint, table }: Place): Promise<StageOutputs> {
  guardAddresses(endpoint);
  if (endpoint !== undefined) useDatabaseAt(endpoint);
  // Every client of this process reads them. Adaptive: it calls a service no faster than it responds.
  process.env.AWS_RETRY_MODE ??= 'adaptive';
  process.env.AWS_MAX_ATTEMPTS ??= MAX_ATTEMPTS;
  const stackName = `PartnerRamp-${stage}`;
  let described: Promise<Outputs> | undefined;
  const outputs: StageOutputs = async (name) => {
    described ??= describeStack(stackName);
    const missing = `${name} is not known here: the stack ${stackName} has no such output.`;
    return existing((await described)[name], missing);
  };
  process.env.TABLE_NAME = table ?? (await outputs('TableName'));
  return outputs;
}

async function connectLocally({ dataDir, endpoint, table }: Place): Promise<StageOutputs> {
  const files = configuredEndpoint('S3');
  for (const address of [endpoint, files])
    if (address !== undefined && !isLocal(address))
      throw new UsageError(`${address} is not on this machine: name a deployed stage by --env`);
  const running = endpoint === undefined ? await findRunningStack(dataDir) : undefined;
  useLocalEngine(running?.dynamodbEndpoint ?? endpoint ?? '');
  // Queues of a laptop are never read in the cloud: if none are known, nothing responds.
  process.env.AWS_ENDPOINT_URL_SQS = running?.sqsEndpoint ?? NOWHERE;
  process.env.AWS_ENDPOINT_URL_S3 = running?.s3Endpoint ?? files ?? NOWHERE;
  process.env.TABLE_NAME = table ?? running?.tableName ?? (await onlyTable());
  // The running stack names its queues by the outputs that give them: `FirstAttemptsQueueUrl` as `firstAttemptsQueue`.
  const queues = Object.entries(running?.queues ?? {}).map(
    ([name, url]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}Url`, url] as const,
  );
  const known: Outputs = {
    ...Object.fromEntries(queues),
    FilesBucketName: running?.filesBucket ?? process.env.FILES_BUCKET,
  };
  const missing = (name: string) => `${name} is not known here: a running local stack is needed.`;
  return async (name) => existing(known[name], missing(name));
}

type Outputs = Readonly<Record<string, string | undefined>>;

/** Outputs of a stack in the account and region of the shell's credentials. */
async function describeStack(StackName: string): Promise<Outputs> {
  // Loaded here: a command that is given its table asks nothing of it.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  try {
    const { Stacks = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    // Its code for a stack that does not exist, as for any other value that it does not take.
    if (error instanceof Error && error.name === 'ValidationError')
      throw new OperationFailed(`No stack ${StackName} is here: check the account and the region.`);
    throw error;
  }
}

/** The table of a local engine, which has one. */
async function onlyTable(): Promise<string> {
  const { TableNames = [] } = await new DynamoDBClient({}).send(new ListTablesCommand({}));
  const [name] = TableNames;
  if (name !== undefined && TableNames.length === 1) return name;
  throw new OperationFailed(`There are ${TableNames.length} tables there: name one with --table.`);
}
