import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareRestored } from '#ops/stage/restored-table';

const dynamodb = mockClient(DynamoDBClient);
const NAME = 'PartnerRamp-production-Data-Table-1ABC-restored';
const ARN = `arn:aws:dynamodb:eu-west-1:444455556666:table/${NAME}`;
const STREAM = `${ARN}/stream/2026-11-24T00:00:00.000`;
const tags = { service: 'partner-ramp', env: 'production' };
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;

beforeEach(() => {
  dynamodb.reset();
  dynamodb.on(UpdateTimeToLiveCommand).resolves({});
  dynamodb.on(UpdateContinuousBackupsCommand).resolves({});
  dynamodb.on(TagResourceCommand).resolves({});
});
afterAll(() => dynamodb.restore());

/** Mocks a restored table. `changes` are the table settings that an earlier run of `restore prepare` has changed. */
function restored(changes: TableDescription = {}, expiry: 'ENABLED' | 'DISABLED' = 'DISABLED'): void {
  const Table = { TableArn: ARN, TableStatus: 'ACTIVE' as const, LatestStreamArn: STREAM, ...changes };
  dynamodb.on(DescribeTableCommand).resolves({ Table });
  dynamodb.on(UpdateTableCommand).resolves({});
  dynamodb.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: expiry } });
}

async function prepare() {
  const streamArn = await prepareRestored(new DynamoDBClient({ region: 'eu-west-1' }), NAME, tags);
  const sent = dynamodb.calls().map(({ firstArg: command }) => [String(command.constructor.name), command.input]);
  return { streamArn, changes: sent.filter(([name]) => !name.startsWith('Describe')) };
}

describe('a restored table', () => {
  it('gets stream and protection, then expiry, recovery and tags', async () => {
    restored();
    const { streamArn, changes } = await prepare();
    expect(streamArn).toBe(STREAM);
    const service = { Key: 'service', Value: 'partner-ramp' };
    const Tags = [service, { Key: 'env', Value: 'production' }];
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    expect(changes).toEqual([
      ['UpdateTableCommand', { TableName: NAME, DeletionProtectionEnabled: true, StreamSpecification }],
      [
        'UpdateTimeToLiveCommand',
        { TableName: NAME, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } },
      ],
      ['UpdateContinuousBackupsCommand', { TableName: NAME, PointInTimeRecoverySpecification }],
      ['TagResourceCommand', { ResourceArn: ARN, Tags }],
    ]);
  });

  it('is asked for nothing that it has already, in a run after one that was interrupted', async () => {
    restored({ DeletionProtectionEnabled: true, StreamSpecification }, 'ENABLED');
    const { changes } = await prepare();
    expect(changes.map(([name]) => name)).toEqual(['UpdateContinuousBackupsCommand', 'TagResourceCommand']);
  });

  it('is described again until it is active and shows its stream', async () => {
    restored();
    const active = { TableArn: ARN, TableStatus: 'ACTIVE' as const };
    dynamodb
      .on(DescribeTableCommand)
      .resolvesOnce({ Table: { ...active, TableStatus: 'CREATING' } })
      .resolvesOnce({ Table: active })
      .resolvesOnce({ Table: active })
      .resolves({ Table: { ...active, LatestStreamArn: STREAM } });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const prepared = prepare();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await prepared).streamArn).toBe(STREAM);
    vi.useRealTimers();
  });

  it('is not waited for if it cannot be read', async () => {
    dynamodb.on(DescribeTableCommand).rejects(Object.assign(new Error('denied'), { name: 'AccessDeniedException' }));
    await expect(prepare()).rejects.toThrow('denied');
  });

  it('is left as it is, with the refusal, where DynamoDB refuses a change for good', async () => {
    restored();
    dynamodb
      .on(UpdateTableCommand)
      .rejects(Object.assign(new Error('above the quota'), { name: 'LimitExceededException' }));
    await expect(prepare()).rejects.toThrow('above the quota');
  });
});
