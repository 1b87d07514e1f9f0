import { type DynamoDbEngine, startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable } from '#local/engines/dynamodb/table';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { documentClient } from '#shared/dynamodb/table';

const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const;
const keys = (hash: string, range: string) =>
  [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ] as const;

/** A table of the service's shape on a separate engine, used by `#shared/dynamodb` in this process. */
export async function startTable(): Promise<DynamoDbEngine> {
  const engine = await startDynamoDbEngine();
  Object.assign(process.env, {
    TABLE_NAME: 'delivery-test',
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  });
  await ensureTable({
    endpoint: engine.endpoint,
    tableName: 'delivery-test',
    properties: {
      KeySchema: keys('PK', 'SK'),
      AttributeDefinitions: [
        string('PK'),
        string('SK'),
        string('duePk'),
        { AttributeName: 'dueAt', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDue',
          KeySchema: keys('duePk', 'dueAt'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity'] },
        },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    },
  });
  return {
    ...engine,
    async stop() {
      documentClient().destroy();
      await engine.stop();
    },
  };
}
