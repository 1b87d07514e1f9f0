/** Settings that a restore from a backup does not bring to a table, in the order in which they are given to it. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Warmth } from '#infra/checks/warm-throughput';
import { existing, OperationFailed } from '#ops/errors';

export interface RestoredTable {
  /** Its name. */
  readonly table: string;
  /** Warm throughput that the stage's own table has. */
  readonly warmth: Warmth;
  readonly tags: Readonly<Record<string, string>>;
  /** Takes a line on how far it is. */
  readonly tell: (line: string) => void;
}

type Units = Warmth[string];

/** Seconds until the table has to be active again: an index is made warm in minutes. */
const DEADLINE_S = 3600;
const POLL_MS = 5000;

/**
 * Raises the warm throughput of a restored table first, since that takes longest and nothing else serves without it; then gives it
 * stream, protection, expiry, recovery and tags. What it has already is left alone, so an interrupted run is repeated.
 * @returns the ARN of its stream
 * @throws OperationFailed when the table does not become active in an hour
 */
export async function prepareRestored(
  client: DynamoDBClient,
  { table, warmth, tags, tell }: RestoredTable,
): Promise<string> {
  await makeWarm(client, { table, warmth, tell });
  const { StreamSpecification: stream } = await activeTable(client, table);
  await client.send(
    new UpdateTableCommand({
      TableName: table,
      DeletionProtectionEnabled: true,
      ...(stream?.StreamEnabled !== true && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    }),
  );
  const { TableArn, LatestStreamArn } = await activeTable(client, table);
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }));
  if (expiry?.TimeToLiveStatus !== 'ENABLED' && expiry?.TimeToLiveStatus !== 'ENABLING')
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: table,
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
      }),
    );
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: TableArn, Tags }));
  return existing(LatestStreamArn, `${table} has no stream.`);
}

/** Raises what is below the stage's own. DynamoDB refuses to lower a figure, so each stays at least as it is. */
async function makeWarm(
  client: DynamoDBClient,
  { table, warmth, tell }: Pick<RestoredTable, 'table' | 'warmth' | 'tell'>,
): Promise<void> {
  const restored = await activeTable(client, table);
  const raise = (of: string, current: Present): Units | undefined => {
    const wanted = warmth[of];
    const from = { read: current?.ReadUnitsPerSecond ?? 0, write: current?.WriteUnitsPerSecond ?? 0 };
    if (wanted === undefined || (from.read >= wanted.read && from.write >= wanted.write)) return undefined;
    const to = { read: Math.max(from.read, wanted.read), write: Math.max(from.write, wanted.write) };
    tell(
      `Warm throughput of the ${of}: from ${from.read} reads and ${from.write} writes a second to ${to.read} and ${to.write}.`,
    );
    return to;
  };
  const own = raise('table', restored.WarmThroughput);
  const indexes = (restored.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName, WarmThroughput }) => {
    const to = raise(`index ${IndexName}`, WarmThroughput);
    return to === undefined ? [] : [{ Update: { IndexName, WarmThroughput: requestOf(to) } }];
  });
  if (own === undefined && indexes.length === 0) {
    tell('Warm throughput: the table has what the stage needs.');
    return;
  }
  await client.send(
    new UpdateTableCommand({
      TableName: table,
      ...(own && { WarmThroughput: requestOf(own) }),
      ...(indexes.length > 0 && { GlobalSecondaryIndexUpdates: indexes }),
    }),
  );
  await activeTable(client, table);
}

type Present =
  | { readonly ReadUnitsPerSecond?: number | undefined; readonly WriteUnitsPerSecond?: number | undefined }
  | undefined;

function requestOf({ read, write }: Units) {
  return { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write };
}

/** Waits until nothing of a table changes any more. @throws OperationFailed after an hour */
async function activeTable(client: DynamoDBClient, table: string): Promise<TableDescription> {
  for (let waitedMs = 0; waitedMs < DEADLINE_S * 1000; waitedMs += POLL_MS) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    const found = existing(Table, `There is no table ${table}.`);
    if (isSettled(found)) return found;
    await pause(POLL_MS);
  }
  throw new OperationFailed(`${table} is not active after an hour: run it again.`);
}

function isSettled({ TableStatus, WarmThroughput, GlobalSecondaryIndexes = [] }: TableDescription): boolean {
  const states = [
    TableStatus,
    WarmThroughput?.Status,
    ...GlobalSecondaryIndexes.flatMap((index) => [index.IndexStatus, index.WarmThroughput?.Status]),
  ];
  return states.every((state) => state === undefined || state === 'ACTIVE');
}
