import { type DynamoDbEngine, startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable } from '#local/engines/dynamodb/table';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { documentClient } from '#shared/dynamodb/table';
import { Faults } from '#test/support/handlers/faults';
import { MemoryTable } from '#test/support/handlers/table/memory-table';
import { installTable } from '#test/support/handlers/table/table-client';

const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const;
const keys = (hash: string, range: string) =>
  [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ] as const;

/** The name of the tables here. */
const TABLE_NAME = 'delivery-test';
/** As whom the tests call. */
const CALLER = { AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/**
 * A table in memory, used by `#shared/dynamodb` in this process: for tests of many thousand calls, where the engine would
 * take most of the time. test/unit/data/memory-table*.test.ts hold it equal to the engine.
 */
export function startMemoryTable() {
  Object.assign(process.env, { ...CALLER, TABLE_NAME });
  const table = new MemoryTable(TABLE_NAME);
  const { restore } = installTable(table, new Faults());
  return { table, stop: async () => restore() };
}

/** A table of the service's shape on a separate engine, used by `#shared/dynamodb` in this process. */
export async function startTable(): Promise<DynamoDbEngine> {
  const engine = await startDynamoDbEngine();
  Object.assign(process.env, {
    ...CALLER,
    TABLE_NAME,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  });
  await ensureTable({
    endpoint: engine.endpoint,
    tableName: TABLE_NAME,
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
