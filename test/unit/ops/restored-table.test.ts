import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareRestored } from '#ops/stage/restored-table';

const dynamodb = mockClient(DynamoDBClient);
const NAME = 'PartnerRamp-production-Data-Table-1ABC-restored';
const ARN = `arn:aws:dynamodb:eu-west-1:444455556666:table/${NAME}`;
const STREAM = `${ARN}/stream/2026-11-24T00:00:00.000`;
const tags = { service: 'partner-ramp', env: 'production' };
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;

let described: TableDescription;

/** A table after an update. */
function changed(table: TableDescription, input: UpdateTableCommandInput): TableDescription {
  const { DeletionProtectionEnabled, StreamSpecification } = input;
  return {
    ...table,
    ...(DeletionProtectionEnabled !== undefined && { DeletionProtectionEnabled }),
    ...(StreamSpecification && { StreamSpecification }),
  };
}

beforeEach(() => {
  dynamodb.reset();
  dynamodb.on(UpdateTimeToLiveCommand).resolves({});
  dynamodb.on(UpdateContinuousBackupsCommand).resolves({});
  dynamodb.on(TagResourceCommand).resolves({});
});
afterAll(() => dynamodb.restore());

/** A table as a restore leaves it, or as an earlier run has changed it. */
function restored(changes: TableDescription = {}, expiry: 'ENABLED' | 'DISABLED' = 'DISABLED'): void {
  const Table: TableDescription = {
    TableArn: ARN,
    TableStatus: 'ACTIVE',
    LatestStreamArn: STREAM,
    GlobalSecondaryIndexes: [{ IndexName: 'byDue', IndexStatus: 'ACTIVE' }],
    ...changes,
  };
  described = Table;
  dynamodb.on(DescribeTableCommand).callsFake(async () => ({ Table: described }));
  dynamodb.on(UpdateTableCommand).callsFake(async (input: UpdateTableCommandInput) => {
    described = changed(described, input);
    return {};
  });
  dynamodb.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: expiry } });
}

async function prepare() {
  const printed: string[] = [];
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  const streamArn = await prepareRestored(client, {
    table: NAME,
    tags,
    tell: (line) => printed.push(line),
    pollMs: 1,
  });
  const sent = dynamodb.calls().map(({ firstArg: command }) => [String(command.constructor.name), command.input]);
  return { printed, streamArn, changes: sent.filter(([name]) => !name.startsWith('Describe')) };
}

describe('a restored table', () => {
  it('is prepared to the end where a change is accepted and never shown, which is said', async () => {
    restored();
    dynamodb.on(UpdateTableCommand).callsFake(async ({ StreamSpecification: _, ...input }: UpdateTableCommandInput) => {
      described = changed(described, input);
      return {};
    });
    const { printed, streamArn, changes } = await prepare();
    expect(printed.at(-1)).toBe(
      `StreamSpecification: accepted, but ${NAME} does not show it. Check it before the stage is thawed.`,
    );
    expect(streamArn).toBe(STREAM);
    expect(changes.map(([name]) => name)).toEqual([
      ...Array(4).fill('UpdateTableCommand'),
      ...['UpdateTimeToLiveCommand', 'UpdateContinuousBackupsCommand', 'TagResourceCommand'],
    ]);
  });

  it('gets stream and protection, then expiry, recovery and tags', async () => {
    restored();
    const { printed, streamArn, changes } = await prepare();
    expect(printed).toEqual([]);
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
    const { printed, changes } = await prepare();
    expect(printed).toEqual([]);
    expect(changes.map(([name]) => name)).toEqual(['UpdateContinuousBackupsCommand', 'TagResourceCommand']);
  });

  it('is looked at again when the answer to a change was lost, or its description is older than the change', async () => {
    restored();
    const refusals = ['ResourceInUseException', 'none', 'ValidationException'];
    const older = structuredClone(described);
    let updates = 0;
    dynamodb.on(UpdateTableCommand).callsFake(async (input: UpdateTableCommandInput) => {
      updates += 1;
      // The first update was made although its answer never came; its repetition finds it under way.
      if (updates > 1) described = changed(described, input);
      const name = refusals.shift() ?? 'none';
      if (name !== 'none') throw Object.assign(new Error('refused'), { name });
      return {};
    });
    let looks = 0;
    dynamodb.on(DescribeTableCommand).callsFake(async () => {
      looks += 1;
      return { Table: looks <= 3 ? older : described };
    });
    const { printed, streamArn } = await prepare();
    expect(streamArn).toBe(STREAM);
    expect(printed).toEqual([]);
    expect(described.DeletionProtectionEnabled).toBe(true);
  });

  it('is not named by its stream before it has one', async () => {
    restored({ LatestStreamArn: undefined });
    setTimeout(() => {
      described = { ...described, LatestStreamArn: STREAM };
    }, 20);
    expect((await prepare()).streamArn).toBe(STREAM);
  });

  it('is left as it is, with the refusal, where DynamoDB refuses a change for good', async () => {
    restored();
    dynamodb
      .on(UpdateTableCommand)
      .rejects(Object.assign(new Error('above the quota'), { name: 'LimitExceededException' }));
    await expect(prepare()).rejects.toThrow('above the quota');
  });
});
