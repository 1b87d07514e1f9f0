import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AwsCaller } from '#cloud/aws/aws-caller';
import { deleteRestored, restoreBeside } from '#cloud/aws/restored-table';
import { passTimeFast } from '#test/support/cloud/pass-time-fast';
import { type CloudAnswer, refusal, type SmallCloud, startSmallCloud } from '#test/support/cloud/small-cloud';

const RESTORE = { source: 'the-table', name: 'the-table-restored', restorePoint: '2026-11-25T10:00:00.000Z' };
const ABSENT = refusal('ResourceNotFoundException', 'Requested resource not found');
const IN_USE = refusal('ResourceInUseException', 'Table is being created');
const DONE: CloudAnswer = { body: {} };
const table = (TableStatus: string, more: object = {}): CloudAnswer => ({ body: { Table: { TableStatus, ...more } } });

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** DynamoDB, which gives each operation these answers one after the other, and the last of them for ever. */
async function dynamodb(answers: Readonly<Record<string, readonly (CloudAnswer | 'lost')[]>>) {
  const left = new Map(Object.entries(answers).map(([operation, given]) => [operation, [...given]]));
  const cloud: SmallCloud = await startSmallCloud(({ operation }) => {
    const own = left.get(operation) ?? [];
    const [answer] = own.length > 1 ? own.splice(0, 1) : own;
    return answer ?? refusal('UnknownOperationException', operation);
  });
  stops.push(() => cloud.stop());
  const keys = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };
  const aws = new AwsCaller({ ...keys, AWS_ENDPOINT_URL: cloud.url });
  stops.push(() => aws.stop());
  return { aws, sent: () => cloud.requests.map(({ operation, body }) => ({ operation, body: JSON.parse(body) })) };
}

async function until(find: () => Promise<true | undefined>): Promise<true> {
  for (let looks = 0; looks < 20; looks += 1) {
    if (await find()) return true;
    await pause(1);
  }
  throw new Error('not found');
}

describe('a restore beside the table', () => {
  it('holds where its answer is lost and its repetition finds the table, which is seen late', async () => {
    const { aws, sent } = await dynamodb({
      RestoreTableToPointInTime: ['lost', refusal('TableAlreadyExistsException', 'Table already exists')],
      DescribeTable: [ABSENT, table('CREATING'), table('ACTIVE')],
    });
    await restoreBeside(aws, RESTORE, until);
    expect(sent().map(({ operation }) => operation)).toEqual([
      ...['RestoreTableToPointInTime', 'RestoreTableToPointInTime'],
      ...['DescribeTable', 'DescribeTable', 'DescribeTable'],
    ]);
    expect(sent()[0]?.body).toEqual({
      SourceTableName: RESTORE.source,
      TargetTableName: RESTORE.name,
      RestoreDateTime: Date.parse(RESTORE.restorePoint) / 1000,
    });
  });

  it('ends with the refusal where DynamoDB restores nothing', async () => {
    const { aws, sent } = await dynamodb({
      RestoreTableToPointInTime: [refusal('InvalidRestoreTimeException', 'after the latest restorable time')],
    });
    await expect(restoreBeside(aws, RESTORE, until)).rejects.toThrow('was refused: InvalidRestoreTimeException');
    expect(sent()).toHaveLength(1);
  });
});

describe('the deletion of a restored table', () => {
  it('takes the protection off first, and waits for a table that is being made or changed', async () => {
    const { aws, sent } = await dynamodb({
      DescribeTable: [
        table('CREATING'),
        table('ACTIVE', { DeletionProtectionEnabled: true }),
        table('ACTIVE', { DeletionProtectionEnabled: false }),
      ],
      UpdateTable: [DONE],
      DeleteTable: [IN_USE, DONE],
    });
    await deleteRestored(aws, RESTORE.name, until);
    expect(sent().map(({ operation }) => operation)).toEqual([
      ...['DescribeTable', 'DeleteTable', 'DescribeTable', 'UpdateTable', 'DescribeTable', 'DeleteTable'],
    ]);
    expect(sent()[3]?.body).toEqual({ TableName: RESTORE.name, DeletionProtectionEnabled: false });
  });

  it('holds where its answer is lost and the table is going already', async () => {
    const { aws, sent } = await dynamodb({
      DescribeTable: [table('ACTIVE'), table('DELETING')],
      DeleteTable: ['lost', IN_USE],
    });
    await deleteRestored(aws, RESTORE.name, until);
    expect(sent().at(-1)?.operation).toBe('DescribeTable');
  });

  it('is no fault of a table that never came to be', async () => {
    passTimeFast();
    const { aws, sent } = await dynamodb({ DescribeTable: [ABSENT] });
    await deleteRestored(aws, RESTORE.name, until);
    expect(sent().every(({ operation }) => operation === 'DescribeTable')).toBe(true);
  });

  it('ends with the refusal of who may not delete it', async () => {
    const { aws } = await dynamodb({
      DescribeTable: [table('ACTIVE')],
      DeleteTable: [refusal('AccessDeniedException', 'not authorized')],
    });
    await expect(deleteRestored(aws, RESTORE.name, until)).rejects.toThrow('AccessDeniedException');
  });
});
