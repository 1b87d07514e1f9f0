import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { useLocalEngine } from '#scripts/ops/local-table';
import { findRunningStack } from '#scripts/ops/running-stack';
import type { StageName } from '#shared/domain/partners/stage-name';

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

/**
 * Points the data layer of this process at an environment's table. Must come before the layer's first use.
 * @throws OperationFailed when nothing is found there
 */
export async function connect(options: ConnectionOptions): Promise<StageName> {
  const stage = await connected(options);
  // What follows from a transition is decided by the stage, here as in the functions.
  process.env.STAGE = stage;
  return stage;
}

async function connected(options: ConnectionOptions): Promise<StageName> {
  const { environment, endpoint, table } = options;
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (environment === 'local') {
    const running = endpoint === undefined ? await findRunningStack(options.dataDir) : undefined;
    useLocalEngine(running?.dynamodbEndpoint ?? endpoint ?? '');
    // Queues of a laptop are never looked for in the cloud: where none are known, nothing answers.
    process.env.AWS_ENDPOINT_URL_SQS = running?.sqsEndpoint ?? 'http://127.0.0.1:9';
    process.env.AWS_ENDPOINT_URL_S3 =
      running?.s3Endpoint ?? process.env.AWS_ENDPOINT_URL_S3 ?? 'http://127.0.0.1:9';
    if (running?.filesBucket !== undefined) process.env.FILES_BUCKET = running.filesBucket;
    process.env.TABLE_NAME = table ?? running?.tableName ?? (await findTable('sandbox'));
    return 'sandbox';
  }
  if (endpoint !== undefined) process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.TABLE_NAME = table ?? (await findTable(environment));
  return environment;
}

/** CloudFormation names the table after its stack, its id there and a random suffix. */
async function findTable(stage: StageName): Promise<string> {
  const { DynamoDBClient, paginateListTables } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient({});
  const found: string[] = [];
  try {
    for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
      found.push(...TableNames.filter((name) => name.startsWith(`PartnerRamp-${stage}-Data-Table`)));
    }
  } finally {
    client.destroy();
  }
  const [name, ...others] = found;
  if (name === undefined)
    throw new OperationFailed(
      `No table of the ${stage} stage is here: name it with --table, or check the region.`,
    );
  if (others.length > 0)
    throw new OperationFailed(
      `There are several tables of the ${stage} stage (${found.join(', ')}): name one with --table.`,
    );
  return name;
}
