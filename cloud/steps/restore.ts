import * as z from 'zod';
import { AwsRefusal } from '#cloud/aws/aws-caller';
import { check } from '#cloud/phases/checks';
import { awaitCompletion, createdId } from '#cloud/phases/transactions';
import type { Rehearsal } from '#cloud/plan/context';
import { operate, type Target } from '#cloud/plan/target';
import { openStage } from './freeze';
import { awaitAnswer } from './wait';

const frozen = z.object({ restorePoint: z.string() });
const backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({ LatestRestorableDateTime: z.string().optional() }),
  }),
});
const table = z.object({ Table: z.object({ TableStatus: z.string() }) });
const compared = z.object({ compared: z.number(), lost: z.array(z.object({ entity: z.string(), id: z.string() })) });

/**
 * Freezes the stage, restores its table beside it to the restore point, compares both and thaws: steps 1, 2 and 4 of
 * case B in docs/disaster-recovery.md, with the minutes that each took.
 */
export async function restoreTable(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  await openStage(target);
  const { partner, userId } = await rehearsal.subscriber('Restored');
  const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
  const url = ['--url', target.baseUrl];
  const begunMs = Date.now();
  const { restorePoint } = frozen.parse(await operate(target, ['stage', 'freeze', ...url]));
  const name = `${target.outputs.TableName}-restored-${begunMs}`;
  try {
    const frozenMs = Date.now();
    await restoreTo(target, { name, restorePoint });
    const restoredMs = Date.now();
    const args = ['restore', 'compare', '--lost-table', target.outputs.TableName, '--table', name];
    const found = compared.parse(await operate(target, args));
    const lost = found.lost.filter(({ entity }) => entity !== 'AUDIT');
    check(lost.length === 0, `lost: ${JSON.stringify(lost).slice(0, 300)}`);
    await operate(target, ['stage', 'thaw', ...url]);
    await awaitCompletion(partner, [id]);
    const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`;
    return `frozen in ${minutes(frozenMs - begunMs)}, restored to ${restorePoint} in ${minutes(restoredMs - frozenMs)}, ${found.compared} items compared, nothing lost; thawed, and what was under way completed`;
  } finally {
    await openStage(target);
    await deleteTable(target, name);
  }
}

async function restoreTo(
  { cloud: { aws }, outputs: { TableName } }: Target,
  { name, restorePoint }: { readonly name: string; readonly restorePoint: string },
): Promise<void> {
  const point = new Date(restorePoint);
  await awaitAnswer('the time after which the restore point can be restored', 900, async () => {
    const call = { service: 'dynamodb', operation: 'DescribeContinuousBackups', parameters: { TableName } };
    const { PointInTimeRecoveryDescription } = (await aws.call(call, backups)).ContinuousBackupsDescription;
    const { LatestRestorableDateTime: latest } = PointInTimeRecoveryDescription;
    return latest !== undefined && new Date(latest) >= point ? true : undefined;
  });
  const parameters = { SourceTableName: TableName, TargetTableName: name, RestoreDateTime: point };
  await aws.send({ service: 'dynamodb', operation: 'RestoreTableToPointInTime', parameters });
  await awaitAnswer('the restored table', 7200, async () => {
    const call = { service: 'dynamodb', operation: 'DescribeTable', parameters: { TableName: name } };
    return (await aws.call(call, table)).Table.TableStatus === 'ACTIVE' ? true : undefined;
  });
}

/** Deletes the restored table, where it came to be. */
async function deleteTable({ cloud: { aws } }: Target, TableName: string): Promise<void> {
  await aws
    .send({ service: 'dynamodb', operation: 'DeleteTable', parameters: { TableName } })
    .catch((error: unknown) => {
      if (!(error instanceof AwsRefusal) || error.code !== 'ResourceNotFoundException') throw error;
    });
}
