/** Settings that a restore from a backup does not bring to a table, in the order in which they are given to it. */
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { existing } from '#ops/errors';

/** Seconds until the table has to be active again, and between two looks at it. */
const WAIT_S = { maxWaitTime: 3600, minDelay: 5, maxDelay: 5 };

/**
 * Gives a restored table stream, protection, expiry, recovery and tags. What it has already stays unchanged, so an interrupted run can be
 * repeated.
 * @returns the ARN of its stream
 * @throws Error if the table does not become active in an hour, OperationFailed while it does not show its stream
 */
export async function prepareRestored(
  client: DynamoDBClient,
  TableName: string,
  tags: Readonly<Record<string, string>>,
): Promise<string> {
  const whenActive = async () => {
    await waitUntilTableExists({ client, ...WAIT_S }, { TableName });
    return existing(
      (await client.send(new DescribeTableCommand({ TableName }))).Table,
      `There is no table ${TableName}.`,
    );
  };
  const found = await whenActive();
  const changes = {
    ...(found.DeletionProtectionEnabled !== true && { DeletionProtectionEnabled: true }),
    ...(found.StreamSpecification?.StreamEnabled !== true && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    }),
  };
  if (Object.keys(changes).length > 0) await client.send(new UpdateTableCommand({ TableName, ...changes }));
  const { TableArn, LatestStreamArn } = await whenActive();
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiry?.TimeToLiveStatus !== 'ENABLED' && expiry?.TimeToLiveStatus !== 'ENABLING')
    await client.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }),
    );
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: TableArn, Tags }));
  return existing(LatestStreamArn, `${TableName} does not show its stream yet: run it again.`);
}
