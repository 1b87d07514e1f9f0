import { type AttributeValue, DynamoDBClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { localClient } from '#local/engines/local-cloud';
import { decodeChanges } from '#shared/changes/item';

interface Where {
  readonly dynamodbEndpoint: string;
  readonly tableName: string;
}

type Filter = Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues' | 'Select'>;

/** Clients by endpoint. They are reused, because creating a client takes longer than scanning a small table. */
const clients = new Map<string, DynamoDBClient>();

function clientOf(endpoint: string): DynamoDBClient {
  const known = clients.get(endpoint);
  if (known !== undefined) return known;
  const client = new DynamoDBClient(localClient(endpoint));
  // The logger middleware copies every item for a log that is not used.
  client.middlewareStack.remove('loggerMiddleware');
  clients.set(endpoint, client);
  return client;
}

async function* pagesOf({ dynamodbEndpoint, tableName }: Where, filter: Filter) {
  let from: Record<string, AttributeValue> | undefined;
  do {
    const input = { TableName: tableName, ConsistentRead: true, ExclusiveStartKey: from, ...filter };
    const page = await clientOf(dynamodbEndpoint).send(new ScanCommand(input));
    yield page;
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}

/**
 * Returns all items of the table. With `partnerId`, returns the items of the partner and the items without a partner. Unpacks the
 * changes in change feed pages, so that a search for a secret finds them.
 */
export async function allItems(where: Where, partnerId?: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const ofPartner = {
    FilterExpression: 'attribute_not_exists(partnerId) OR partnerId = :partner',
    ExpressionAttributeValues: { ':partner': { S: partnerId ?? '' } },
  };
  for await (const { Items = [] } of pagesOf(where, partnerId === undefined ? {} : ofPartner))
    for (const item of Items.map((stored) => unmarshall(stored)))
      items.push('packed' in item ? { ...item, packed: JSON.stringify(decodeChanges(item)) } : item);
  return items;
}

/** Excludes items that a worker writes later: the counts of lists, and the change feed. */
const NOT_DERIVED = 'NOT (begins_with(PK, :count) OR begins_with(PK, :feed) OR begins_with(PK, :seen))';
const DERIVED = { ':count': { S: 'COUNT#' }, ':feed': { S: 'FEED#' }, ':seen': { S: 'FEEDSEEN#' } };
const OF_PARTNER = '(partnerId = :partner OR contains(PK, :partner))';

/** Counts the items, without those that workers derive from other items. With a partner, counts only items of the partner. */
export async function countItems(where: Where, partnerId?: string): Promise<number> {
  const filter: Filter =
    partnerId === undefined
      ? { FilterExpression: NOT_DERIVED, ExpressionAttributeValues: DERIVED }
      : {
          FilterExpression: `${NOT_DERIVED} AND ${OF_PARTNER}`,
          ExpressionAttributeValues: { ...DERIVED, ':partner': { S: partnerId } },
        };
  let count = 0;
  for await (const { Count = 0 } of pagesOf(where, { ...filter, Select: 'COUNT' })) count += Count;
  return count;
}
