import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  PutItemCommand,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { LOCAL_REGION, localClient } from '#local/engines/local-cloud';
import { stageKey } from '#shared/dynamodb/keys';
import type { TableStage } from '#shared/dynamodb/stage-record';

export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}

/** Resolved properties of an AWS::DynamoDB::GlobalTable, as far as the engine runs them. */
export interface TableProperties {
  readonly KeySchema: readonly KeyElement[];
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: 'S' | 'N' | 'B';
  }[];
  readonly GlobalSecondaryIndexes?: readonly IndexProperties[];
  readonly StreamSpecification?: {
    readonly StreamViewType: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  };
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled: boolean };
}

export interface IndexProperties {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
    readonly NonKeyAttributes?: readonly string[];
  };
}

export interface EnsureTableOptions {
  readonly endpoint: string;
  readonly tableName: string;
  readonly properties: TableProperties;
}

export interface LocalTable {
  readonly tableName: string;
  /** True if an earlier run made it. */
  readonly isKept: boolean;
  readonly streamArn: string | undefined;
}

/**
 * Creates the table if it is missing. An existing one must have the same keys, indexes and stream: the engine
 * keeps what an earlier template asked for, and a missing index would show only as a failing query.
 */
export async function ensureTable({ endpoint, tableName, properties }: EnsureTableOptions): Promise<LocalTable> {
  const client = new DynamoDBClient(localClient(endpoint));
  try {
    const existing = await describe(client, tableName);
    if (existing !== undefined) {
      const [stored, required] = [existingLayout(existing), wantedLayout(properties)];
      if (stored !== required) {
        throw new Error(
          `Table ${tableName} was made by another template: start with a fresh DATA_DIR. It has ${stored}, the template has ${required}.`,
        );
      }
      return { tableName, isKept: true, streamArn: existing.LatestStreamArn };
    }
    const { TableDescription: created } = await client.send(createCommand(tableName, properties));
    const ttl = properties.TimeToLiveSpecification;
    if (ttl?.Enabled && ttl.AttributeName !== undefined) {
      const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl.AttributeName };
      await client.send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification }));
    }
    return { tableName, isKept: false, streamArn: created?.LatestStreamArn };
  } finally {
    client.destroy();
  }
}

/** Puts on record that the table is of this machine, before a function runs: the operator tool takes it for no stage's. */
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

function createCommand(tableName: string, properties: TableProperties): CreateTableCommand {
  const stream = properties.StreamSpecification;
  return new CreateTableCommand({
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [...properties.KeySchema],
    AttributeDefinitions: [...properties.AttributeDefinitions],
    ...(properties.GlobalSecondaryIndexes?.length
      ? { GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes.map(indexInput) }
      : {}),
    ...(stream === undefined
      ? {}
      : { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
  });
}

function indexInput({ IndexName, KeySchema, Projection }: IndexProperties): GlobalSecondaryIndex {
  const { ProjectionType, NonKeyAttributes } = Projection;
  return {
    IndexName,
    KeySchema: [...KeySchema],
    Projection: { ProjectionType, ...(NonKeyAttributes ? { NonKeyAttributes: [...NonKeyAttributes] } : {}) },
  };
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

function wantedLayout(properties: TableProperties): string {
  const indexes = properties.GlobalSecondaryIndexes ?? [];
  return tableLayout(properties.KeySchema, indexes, properties.StreamSpecification?.StreamViewType);
}

function existingLayout(table: TableDescription): string {
  return tableLayout(table.KeySchema, table.GlobalSecondaryIndexes ?? [], table.StreamSpecification?.StreamViewType);
}

interface Keyed {
  readonly AttributeName?: string | undefined;
  readonly KeyType?: string | undefined;
}

interface Indexed {
  readonly IndexName?: string | undefined;
  readonly KeySchema?: readonly Keyed[] | undefined;
  readonly Projection?:
    | {
        readonly ProjectionType?: string | undefined;
        readonly NonKeyAttributes?: readonly string[] | undefined;
      }
    | undefined;
}

/** Writes what must agree as one line that can stand in an error. */
function tableLayout(
  keys: readonly Keyed[] | undefined,
  indexes: readonly Indexed[],
  stream: string | undefined,
): string {
  const parts = indexes.map((index) => {
    const projected = [index.Projection?.ProjectionType, ...(index.Projection?.NonKeyAttributes ?? []).toSorted()];
    return `${index.IndexName}(${keyLine(index.KeySchema)}; ${projected.join(' ')})`;
  });
  return [keyLine(keys), ...parts.toSorted(), `stream ${stream ?? 'none'}`].join(', ');
}

function keyLine(keys: readonly Keyed[] | undefined): string {
  return (keys ?? []).map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(' ');
}
