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
  type UpdateTableInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { existing, OperationFailed } from '#ops/errors';

export interface RestoredTable {
  /** Its name. */
  readonly table: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Takes a line on how far it is. */
  readonly tell: (line: string) => void;
  /** Pause between two looks at the table, in ms. */
  readonly pollMs?: number;
}

/** Seconds until the table has to be active again. */
const DEADLINE_S = 3600;
const POLL_MS = 5000;
/**
 * Requests of the same change. A description lags a change by seconds and one answer in many is lost, so an accepted change that none
 * of the descriptions after four requests shows is one that the table does not show at all.
 */
const MAX_REQUESTS = 4;

/**
 * Gives a restored table stream, protection, expiry, recovery and tags. What it has already stays unchanged, so an interrupted run can be
 * repeated.
 * @returns the ARN of its stream
 * @throws OperationFailed when the table does not become active in an hour
 */
export async function prepareRestored(
  client: DynamoDBClient,
  { table, tags, tell, pollMs = POLL_MS }: RestoredTable,
): Promise<string> {
  const place = { client, table, tell, pollMs };
  const { TableArn, LatestStreamArn } = await converge(place, (found) => {
    const changes = {
      ...(found.DeletionProtectionEnabled !== true && { DeletionProtectionEnabled: true }),
      ...(found.StreamSpecification?.StreamEnabled !== true && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
      }),
    };
    return Object.keys(changes).length === 0 ? undefined : changes;
  });
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

interface Place {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly tell: RestoredTable['tell'];
  readonly pollMs: number;
}

/**
 * Changes a table until nothing is left to change, and looks again after each change: an answer may be lost, and a description may be
 * older than the last change. A change that is accepted and never shown is reported and left, so that the restore goes on.
 * @param missing changes that a described table still needs
 * @throws OperationFailed when that takes more than an hour
 */
async function converge(
  place: Place,
  missing: (found: TableDescription) => Omit<UpdateTableInput, 'TableName'> | undefined,
): Promise<TableDescription> {
  const { client, table, tell, pollMs } = place;
  let requests = 0;
  for (let waitedMs = 0; waitedMs < DEADLINE_S * 1000; waitedMs += pollMs) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    const found = existing(Table, `There is no table ${table}.`);
    if (isSettled(found)) {
      const changes = missing(found);
      if (changes === undefined) return found;
      if (requests >= MAX_REQUESTS) {
        tell(
          `${Object.keys(changes).join(', ')}: accepted, but ${table} does not show it. Check it before the stage is thawed.`,
        );
        return found;
      }
      await client.send(new UpdateTableCommand({ TableName: table, ...changes })).catch((error: unknown) => {
        if (!isUnderWay(error, requests > 0)) throw error;
      });
      requests += 1;
    }
    await pause(pollMs);
  }
  throw new OperationFailed(`${table} is not active after an hour: run it again.`);
}

/** Tells if a refusal says that a change is being made, or that an earlier request of the same has made it. */
function isUnderWay(error: unknown, hasSent: boolean): boolean {
  const name = error instanceof Error ? error.name : '';
  return name === 'ResourceInUseException' || (hasSent && name === 'ValidationException');
}

/** Tells if nothing of a table is being changed, and a stream that it has can be named. */
function isSettled(table: TableDescription): boolean {
  const { TableStatus, GlobalSecondaryIndexes = [] } = table;
  if (table.StreamSpecification?.StreamEnabled === true && table.LatestStreamArn === undefined) return false;
  const states = [TableStatus, ...GlobalSecondaryIndexes.map(({ IndexStatus }) => IndexStatus)];
  return states.every((state) => state === undefined || state === 'ACTIVE');
}
