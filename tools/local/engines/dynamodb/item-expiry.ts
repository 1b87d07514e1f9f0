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
  /** Attribute that holds the expiry in epoch seconds. */
  readonly attributeName: string;
  /** The service's clock, epoch milliseconds. */
  readonly nowMs: () => number;
  /** Pause between two scans, default 30 seconds. */
  readonly everyMs?: number;
  readonly report?: Report;
}

export interface ItemExpiry {
  /** Scans now; returns how many items it removed. */
  expireNow(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Expires items, which the engine's server never does by itself. It scans: it stands for the storage's own
 * background job, which costs the service nothing.
 */
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
        // Like the cloud: numbers only, and nothing that claims to have expired over five years ago.
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
