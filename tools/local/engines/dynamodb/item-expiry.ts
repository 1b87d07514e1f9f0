import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { localClient, type Report, reportToStderr } from '#local/engines/local-cloud';

const DEFAULT_EVERY_MS = 30_000;
const FIVE_YEARS_S = 5 * 365.25 * 24 * 3600;

export interface ItemExpiryOptions {
  readonly endpoint: string;
  readonly tableName: string;
  /** Attribute with the expiry time in epoch seconds. */
  readonly attributeName: string;
  /** Clock of the local stack, epoch ms. */
  readonly nowMs: () => number;
  /** Pause between two scans in ms. @default 30 seconds */
  readonly everyMs?: number;
  readonly report?: Report;
}

export interface ItemExpiry {
  /** Scans the table now. Returns the number of deleted items. */
  expireNow(): Promise<number>;
  stop(): Promise<void>;
}

/** Scans the table regularly and deletes expired items, as DynamoDB does in AWS. The local engine does not delete them. */
export function startItemExpiry(options: ItemExpiryOptions): ItemExpiry {
  const { tableName, attributeName, nowMs, report = reportToStderr } = options;
  const client = new DynamoDBClient(localClient(options.endpoint));
  let stopped = false;
  let keyNames: readonly string[] | undefined;

  async function expireItems(): Promise<number> {
    keyNames ??= await readKeyNames(client, tableName);
    const names = Object.fromEntries(keyNames.map((name, index) => [`#k${index}`, name]));
    const nowS = Math.floor(nowMs() / 1000);
    const pages = paginateScan(
      { client },
      {
        TableName: tableName,
        // As in DynamoDB, an item expires only if its expiry time is a number. The expiry time must be less than five years ago.
        FilterExpression: '#ttl < :now AND #ttl > :tooOld',
        ProjectionExpression: ['#ttl', ...Object.keys(names)].join(', '),
        ExpressionAttributeNames: { '#ttl': attributeName, ...names },
        ExpressionAttributeValues: {
          ':now': { N: String(nowS) },
          ':tooOld': { N: String(nowS - FIVE_YEARS_S) },
        },
      },
    );
    let removed = 0;
    for await (const { Items: expired = [] } of pages) {
      for (const { [attributeName]: ttl, ...key } of expired) {
        if (stopped) return removed;
        if (ttl !== undefined && (await removeUnlessProlonged(key, ttl))) removed += 1;
      }
    }
    return removed;
  }

  type Values = NonNullable<ConstructorParameters<typeof DeleteItemCommand>[0]['Key']>;

  async function removeUnlessProlonged(key: Values, ttl: Values[string]): Promise<boolean> {
    try {
      await client.send(
        new DeleteItemCommand({
          TableName: tableName,
          Key: key,
          ConditionExpression: '#ttl = :seen',
          ExpressionAttributeNames: { '#ttl': attributeName },
          ExpressionAttributeValues: { ':seen': ttl },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(async () => {
      try {
        if (!stopped) await expireItems();
      } catch (error) {
        if (!stopped) report(`Expiring items of ${tableName} failed: ${String(error)}`);
      }
    });
  }, options.everyMs ?? DEFAULT_EVERY_MS);
  timer.unref();

  return {
    expireNow: expireItems,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      client.destroy();
    },
  };
}

async function readKeyNames(client: DynamoDBClient, tableName: string): Promise<readonly string[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  return (Table?.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []);
}
