import { startBucketService } from '#local/engines/buckets/bucket-service';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable, type LocalTable, recordLocalStage, type TableProperties } from '#local/engines/dynamodb/table';
import { startKeyService } from '#local/engines/keys/key-service';
import { type LocalQueue, startQueueEngine } from '#local/engines/queue-engine';
import { bucketSchema, kmsKeySchema, queueSchema, readPart, tableSchema } from '#local/template/property-schemas';
import type { Parts } from '#local/wiring/parts';
import type { Shutdown } from '#local/wiring/shutdown';

/** The running local services: DynamoDB, SQS, S3 and KMS. */
export interface Engines {
  readonly dynamodbEndpoint: string;
  readonly queuesEndpoint: string;
  readonly bucketsEndpoint: string;
  readonly bucketNames: readonly string[];
  readonly kmsEndpoint: string;
  readonly tables: readonly (LocalTable & { readonly properties: TableProperties })[];
  /** Queues by ARN. Rule targets and event source mappings refer to queues by ARN. */
  readonly queuesByArn: ReadonlyMap<string, LocalQueue>;
}

/** Starts the local services and creates the tables, queues, buckets and keys of the templates. */
export async function startEngines(parts: Parts, dataDir: string | undefined, shutdown: Shutdown): Promise<Engines> {
  const [dynamodb, kms, queues] = await allOrNothing([
    startDynamoDbEngine({ dataDir }).then((engine) => track(shutdown, 'DynamoDB engine', engine)),
    startKeyService({ keys: keySpecs(parts), dataDir }).then((engine) => track(shutdown, 'Key service', engine)),
    startQueueEngine({ queues: queueProperties(parts) }).then((engine) => track(shutdown, 'Queue engine', engine)),
  ]);
  // Start the database engine before the bucket service. The engine rejects a data folder that another run uses. The bucket
  // service would remove the unfinished files of the other run.
  const bucketProperties = bucketsByName(parts);
  const buckets = track(shutdown, 'Bucket service', await startBucketService({ buckets: bucketProperties, dataDir }));
  const queuesByArn = new Map<string, LocalQueue>();
  for (const { resource, name } of parts.ofType('AWS::SQS::Queue')) {
    const queue = queues.queues.get(name);
    if (queue === undefined) throw new Error(`The queue engine did not create ${name}`);
    queuesByArn.set(queue.arn, queue);
    parts.ids.add(resource.stackName, resource.logicalId, {
      ref: queue.url,
      attributes: { QueueUrl: queue.url },
    });
  }
  const tables = await Promise.all(
    parts.ofType('AWS::DynamoDB::GlobalTable').map(async ({ resource, name }) => {
      const properties = readPart(resource, tableSchema, parts.resolver);
      const table = await ensureTable({ endpoint: dynamodb.endpoint, tableName: name, properties });
      await recordLocalStage(dynamodb.endpoint, name);
      if (table.streamArn !== undefined) {
        parts.ids.add(resource.stackName, resource.logicalId, { attributes: { StreamArn: table.streamArn } });
      }
      return { ...table, properties };
    }),
  );
  return {
    dynamodbEndpoint: dynamodb.endpoint,
    queuesEndpoint: queues.endpoint,
    bucketsEndpoint: buckets.url,
    bucketNames: [...bucketProperties.keys()],
    kmsEndpoint: kms.endpoint,
    tables,
    queuesByArn,
  };
}

function queueProperties(parts: Parts) {
  return Object.fromEntries(
    parts
      .ofType('AWS::SQS::Queue')
      .map(({ resource, name }) => [name, readPart(resource, queueSchema, parts.resolver)]),
  );
}

function bucketsByName(parts: Parts) {
  return new Map(
    parts
      .ofType('AWS::S3::Bucket')
      .map(({ resource, name }) => [name, readPart(resource, bucketSchema, parts.resolver)]),
  );
}

function keySpecs(parts: Parts) {
  return new Map(
    parts
      .ofType('AWS::KMS::Key')
      .map(({ resource, name }) => [name, readPart(resource, kmsKeySchema, parts.resolver).KeySpec]),
  );
}

function track<Engine extends { stop(): Promise<void> }>(shutdown: Shutdown, name: string, engine: Engine): Engine {
  shutdown.add(name, () => engine.stop());
  return engine;
}

/** Works like `Promise.all`, but waits until all settle. Otherwise a service could start after the caller handled a failure. */
async function allOrNothing<T extends readonly unknown[]>(started: readonly [...{ [K in keyof T]: Promise<T[K]> }]) {
  await Promise.allSettled(started);
  return await Promise.all(started);
}
