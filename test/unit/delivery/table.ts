import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type DynamoDbEngine, startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable, type TableProperties } from '#local/engines/dynamodb/table';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { documentClient } from '#shared/dynamodb/table';
import { Chance } from '#test/support/chance';
import { Faults } from '#test/support/handlers/faults';
import { MemoryTable } from '#test/support/handlers/table/memory-table';
import { installTable, type TableCall } from '#test/support/handlers/table/table-client';

const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const;
const keys = (hash: string, range: string): TableProperties['KeySchema'] => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];

const TABLE_NAME = 'delivery-test';
/** AWS environment variables of the tests. */
const CALLER = { AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Executes simultaneous requests in an order that the seed determines, as a network could. */
class ShuffledCalls extends Faults<TableCall> {
  readonly #chance: Chance;

  constructor(seed: number) {
    super();
    this.#chance = new Chance(seed);
  }

  override async run<Result>(call: TableCall, work: () => Result): Promise<Result> {
    for (let turns = this.#chance.between(0, 3); turns > 0; turns -= 1) await turnOfLoop();
    return super.run(call, work);
  }
}

/**
 * Starts an in-memory table that `#shared/dynamodb` uses in this process, for tests that do not need the DynamoDB engine. The
 * tests in test/unit/support compare it with the engine.
 * @param seed determines the order of simultaneous requests. @default the order of the calls
 */
export function startMemoryTable(seed?: number) {
  Object.assign(process.env, { ...CALLER, TABLE_NAME });
  const table = new MemoryTable(TABLE_NAME);
  const faults = seed === undefined ? new Faults<TableCall>() : new ShuffledCalls(seed);
  const { restore } = installTable(table, faults);
  return { table, faults, stop: async () => restore() };
}

/** Starts a DynamoDB engine with the table of the service, which `#shared/dynamodb` uses in this process. */
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
