import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { startItemExpiry } from '#local/engines/dynamodb/item-expiry';
import { ensureTable, type TableProperties } from '#local/engines/dynamodb/table';
import { localClient } from '#local/engines/local-cloud';
import { startedForTests } from '#test/support/started-for-tests';

const PROPERTIES: TableProperties = {
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' },
    { AttributeName: 'SK', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'PK', AttributeType: 'S' },
    { AttributeName: 'SK', AttributeType: 'S' },
    { AttributeName: 'duePk', AttributeType: 'S' },
    { AttributeName: 'dueAt', AttributeType: 'N' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byDue',
      KeySchema: [
        { AttributeName: 'duePk', KeyType: 'HASH' },
        { AttributeName: 'dueAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity'] },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
};

const engine = startedForTests(startDynamoDbEngine);
let client: DynamoDBClient;
beforeAll(() => {
  client = new DynamoDBClient(localClient(engine().endpoint));
});
afterAll(() => client.destroy());

describe('table', () => {
  it('of another template is an error', async () => {
    const tableName = 'older';
    const { GlobalSecondaryIndexes: _, ...older } = PROPERTIES;
    const AttributeDefinitions = PROPERTIES.AttributeDefinitions.slice(0, 2);
    await ensureTable({
      endpoint: engine().endpoint,
      tableName,
      properties: { ...older, AttributeDefinitions },
    });
    await expect(ensureTable({ endpoint: engine().endpoint, tableName, properties: PROPERTIES })).rejects.toThrow(
      /created from another template.*byDue/,
    );
  });
});

describe('expiry', () => {
  it('removes what has expired by the given clock, and nothing else', async () => {
    const tableName = 'expiring';
    await ensureTable({ endpoint: engine().endpoint, tableName, properties: PROPERTIES });
    let nowMs = Date.parse('2026-11-21T10:00:00Z');
    const nowS = nowMs / 1000;
    const ttls = {
      past: { N: String(nowS - 1) },
      now: { N: String(nowS) },
      later: { N: String(nowS + 3600) },
      text: { S: String(nowS - 1) },
      ancient: { N: '1' },
    };
    for (const [name, ttl] of Object.entries(ttls)) {
      await client.send(new PutItemCommand({ TableName: tableName, Item: { PK: { S: name }, SK: { S: 'x' }, ttl } }));
    }
    await client.send(new PutItemCommand({ TableName: tableName, Item: { PK: { S: 'none' }, SK: { S: 'x' } } }));
    const expiry = startItemExpiry({
      endpoint: engine().endpoint,
      tableName,
      attributeName: 'ttl',
      nowMs: () => nowMs,
      everyMs: 3_600_000,
    });

    expect(await expiry.expireNow()).toBe(1);
    expect(await left(tableName)).toEqual(['ancient', 'later', 'none', 'now', 'text']);
    nowMs += 3_601_000;
    expect(await expiry.expireNow()).toBe(2);
    expect(await left(tableName)).toEqual(['ancient', 'none', 'text']);
    await expiry.stop();
  });
});

async function left(tableName: string): Promise<readonly (string | undefined)[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  return Items.map(({ PK }) => PK?.S).toSorted();
}
