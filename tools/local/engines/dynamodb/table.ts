import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type * as z from 'zod/mini';
import { LOCAL_REGION, localClient } from '#local/engines/local-cloud';
import type { tableSchema } from '#local/template/property-schemas';
import { stageKey } from '#shared/dynamodb/keys';
import type { TableStage } from '#shared/dynamodb/stage-record';

/** The resolved properties of an AWS::DynamoDB::GlobalTable that the engine supports. */
export type TableProperties = z.output<typeof tableSchema>;

export interface EnsureTableOptions {
  readonly endpoint: string;
  readonly tableName: string;
  readonly properties: TableProperties;
}

export interface LocalTable {
  readonly tableName: string;
  /** True if an earlier run created the table. */
  readonly isKept: boolean;
  readonly streamArn: string | undefined;
}

/**
 * Creates the table if it is missing. An existing table must have the keys, indexes and stream of the template. The engine does
 * not update an existing table, and a missing index would only appear as a failed query.
 */
export async function ensureTable({ endpoint, tableName, properties }: EnsureTableOptions): Promise<LocalTable> {
  const client = new DynamoDBClient(localClient(endpoint));
  const wanted: CreateTableCommandInput = {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
    StreamSpecification: properties.StreamSpecification && { StreamEnabled: true, ...properties.StreamSpecification },
  };
  try {
    const existing = await describe(client, tableName);
    if (existing !== undefined) {
      const [stored, required] = [tableLayout(existing), tableLayout(wanted)];
      if (stored !== required) {
        throw new Error(
          `Table ${tableName} was created from another template. Use a new DATA_DIR. The table has ${stored}, but the template has ${required}.`,
        );
      }
      return { tableName, isKept: true, streamArn: existing.LatestStreamArn };
    }
    const { TableDescription: created } = await client.send(new CreateTableCommand(wanted));
    const { TimeToLiveSpecification } = properties;
    if (TimeToLiveSpecification !== undefined)
      await client.send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification }));
    return { tableName, isKept: false, streamArn: created?.LatestStreamArn };
  } finally {
    client.destroy();
  }
}

/** Stores the stage `local` before any function runs, so that the operator tool never treats the table as a deployed one. */
export async function recordLocalStage(endpoint: string, TableName: string): Promise<void> {
  const client = new DynamoDBClient(localClient(endpoint));
  const { PK, SK } = stageKey;
  const stage: TableStage = 'local';
  const Item = {
    PK: { S: PK },
    SK: { S: SK },
    entity: { S: 'STAGE' },
    stage: { S: stage },
    region: { S: LOCAL_REGION },
  };
  try {
    await client.send(new PutItemCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(PK)' }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  } finally {
    client.destroy();
  }
}

async function describe(client: DynamoDBClient, tableName: string): Promise<TableDescription | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Formats the properties that must be equal in the existing table and the template, as one line for an error text. */
function tableLayout({
  KeySchema,
  GlobalSecondaryIndexes = [],
  StreamSpecification,
}: Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes' | 'StreamSpecification'>): string {
  const parts = GlobalSecondaryIndexes.map((index) => {
    const projected = [index.Projection?.ProjectionType, ...(index.Projection?.NonKeyAttributes ?? []).toSorted()];
    return `${index.IndexName}(${keyLine(index.KeySchema)}; ${projected.join(' ')})`;
  });
  return [keyLine(KeySchema), ...parts.toSorted(), `stream ${StreamSpecification?.StreamViewType ?? 'none'}`].join(
    ', ',
  );
}

function keyLine(keys: TableDescription['KeySchema'] = []): string {
  return keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(' ');
}
