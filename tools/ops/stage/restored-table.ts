/** Enables the settings that a restore does not copy to the new table. */
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
import { existing, OperationFailed } from '#ops/errors';

/** Time limit for the table to become active, in seconds. */
const DEADLINE_S = 3600;

/**
 * Sets stream, deletion protection, TTL, point-in-time recovery and tags of a restored table. A repeated run is safe.
 * @returns the ARN of the table's stream
 * @throws OperationFailed if the table is not active with a stream within an hour
 */
export async function prepareRestored(
  client: DynamoDBClient,
  TableName: string,
  tags: Readonly<Record<string, string>>,
): Promise<string> {
  const found = await whenActive(client, TableName, () => true);
  const changes = {
    ...(found.DeletionProtectionEnabled !== true && { DeletionProtectionEnabled: true }),
    ...(found.StreamSpecification?.StreamEnabled !== true && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    }),
  };
  if (Object.keys(changes).length > 0) await client.send(new UpdateTableCommand({ TableName, ...changes }));
  const { TableArn, LatestStreamArn } = await whenActive(
    client,
    TableName,
    (table) => table.LatestStreamArn !== undefined,
  );
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiry?.TimeToLiveStatus !== 'ENABLED' && expiry?.TimeToLiveStatus !== 'ENABLING')
    await client.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }),
    );
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: TableArn, Tags }));
  return existing(LatestStreamArn, `${TableName} has no stream.`);
}

/** Waits until the table is active and its description, which can be seconds old, shows the required settings. */
async function whenActive(client: DynamoDBClient, TableName: string, isShown: (table: TableDescription) => boolean) {
  for (let waitedS = 0; waitedS < DEADLINE_S; waitedS += 5) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const found = existing(Table, `There is no table ${TableName}.`);
    if (found.TableStatus === 'ACTIVE' && isShown(found)) return found;
    await new Promise((done) => setTimeout(done, 5000));
  }
  throw new OperationFailed(`${TableName} is not ready after an hour: run the command again.`);
}
