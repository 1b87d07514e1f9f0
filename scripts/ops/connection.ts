import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { useLocalEngine } from '#scripts/ops/local-table';
import { findRunningStack } from '#scripts/ops/running-stack';
import { deployedOutputs, knownOutputs, type StageOutputs } from '#scripts/ops/stage-outputs';
import type { StageName } from '#shared/values/stage-name';

/** Where an operator works. A laptop runs the sandbox stage. */
export const environments = ['local', 'sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];

export interface ConnectionOptions {
  readonly environment: Environment;
  readonly dataDir: string | undefined;
  /** DynamoDB's address, instead of the one that is found. */
  readonly endpoint: string | undefined;
  /** The table, instead of the one that is found. */
  readonly table: string | undefined;
}

/** Reads `--env`. @throws UsageFault */
export function environmentOf(text = 'local'): Environment {
  const found = environments.find((name) => name === text);
  if (found === undefined) throw new UsageFault(`--env is one of ${environments.join(', ')}, not "${text}"`);
  return found;
}

/** Where a command works. */
export interface Connection {
  readonly stage: StageName;
  readonly outputs: StageOutputs;
}

/**
 * Points the data layer of this process at an environment's table. Must come before the layer's first use.
 * @throws OperationFailed when nothing is found there
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const connection = await connected(options);
  // What follows from a transition is decided by the stage, here as in the functions.
  process.env.STAGE = connection.stage;
  return connection;
}

async function connected(options: ConnectionOptions): Promise<Connection> {
  const { environment, endpoint, table } = options;
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (environment === 'local') return await connectLocally(options);
  if (endpoint !== undefined) process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  const outputs = deployedOutputs(environment);
  process.env.TABLE_NAME = table ?? (await outputs('TableName'));
  return { stage: environment, outputs };
}

async function connectLocally({ dataDir, endpoint, table }: ConnectionOptions): Promise<Connection> {
  const running = endpoint === undefined ? await findRunningStack(dataDir) : undefined;
  useLocalEngine(running?.dynamodbEndpoint ?? endpoint ?? '');
  // Queues of a laptop are never looked for in the cloud: where none are known, nothing answers.
  process.env.AWS_ENDPOINT_URL_SQS = running?.sqsEndpoint ?? 'http://127.0.0.1:9';
  process.env.AWS_ENDPOINT_URL_S3 =
    running?.s3Endpoint ?? process.env.AWS_ENDPOINT_URL_S3 ?? 'http://127.0.0.1:9';
  process.env.TABLE_NAME = table ?? running?.tableName ?? (await onlyTable());
  const known = {
    ...queueOutputs(running?.queues),
    FilesBucketName: running?.filesBucket ?? process.env.FILES_BUCKET,
  };
  return { stage: 'sandbox', outputs: knownOutputs(known, 'a running local stack is needed') };
}

/** The running stack names its queues by the outputs that give them: `FirstLaneUrl` as `firstLane`. */
function queueOutputs(queues: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(queues).map(([name, url]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}Url`, url]),
  );
}

/** The table of a local engine, which has one. */
async function onlyTable(): Promise<string> {
  const { DynamoDBClient, ListTablesCommand } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient({});
  try {
    const { TableNames: [name, ...others] = [] } = await client.send(new ListTablesCommand({}));
    if (name !== undefined && others.length === 0) return name;
    throw new OperationFailed(
      `There are ${name === undefined ? 0 : others.length + 1} tables there: name one with --table.`,
    );
  } finally {
    client.destroy();
  }
}
