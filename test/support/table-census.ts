import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

interface Where {
  readonly dynamodbEndpoint: string;
  readonly tableName: string;
}

/**
 * Every item of the table, or only those of one partner and of none. Tests may scan the table; the service never does.
 */
export async function allItems(
  { dynamodbEndpoint, tableName }: Where,
  partnerId?: string,
): Promise<Record<string, unknown>[]> {
  const client = new DynamoDBClient({
    endpoint: dynamodbEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  // It copies every item for a log that is not kept.
  client.middlewareStack.remove('loggerMiddleware');
  const items: Record<string, unknown>[] = [];
  let from: Record<string, import('@aws-sdk/client-dynamodb').AttributeValue> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ExclusiveStartKey: from,
        ...(partnerId !== undefined && {
          FilterExpression: 'attribute_not_exists(partnerId) OR partnerId = :partner',
          ExpressionAttributeValues: { ':partner': { S: partnerId } },
        }),
      }),
    );
    for (const item of page.Items ?? []) items.push(unmarshall(item));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  client.destroy();
  return items;
}

/** Items that a worker writes a moment later: counts of list rows, and the feed of changes. */
const KEPT_LATER = /^(COUNT|FEED|FEEDSEEN)#/;

/** Number of items, without those that workers derive from others. */
export async function countItems(where: Where): Promise<number> {
  const items = await allItems(where);
  return items.filter(({ PK }) => !KEPT_LATER.test(String(PK))).length;
}
