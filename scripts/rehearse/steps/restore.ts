import * as z from 'zod';
import { deleteRestored, readWarmth, restoreBeside } from '#cloud/aws/restored-table';
import { check } from '#scripts/verify-cloud/phases/checks';
import { awaitCompletion, createdId } from '#scripts/verify-cloud/phases/transactions';
import { operate, type Target } from '#scripts/verify-cloud/target';
import type { Rehearsal } from '../context';
import { openStage } from './freeze';
import { awaitAnswer } from './wait';

const frozen = z.object({ restorePoint: z.string() });
const backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({ LatestRestorableDateTime: z.string().optional() }),
  }),
});
const compared = z.object({ compared: z.number(), lost: z.array(z.object({ entity: z.string(), id: z.string() })) });

/**
 * Freezes the stage, restores its table beside it to the restore point, gives that what a restore does not bring, compares both and
 * thaws: steps 1 to 4 of case B in docs/disaster-recovery.md, with the minutes that each took and the warm throughput that came of it.
 */
export async function restoreTable(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  await openStage(target);
  const { partner, userId } = await rehearsal.subscriber('Restored');
  const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
  const url = ['--url', target.baseUrl];
  const begunMs = Date.now();
  const { restorePoint } = frozen.parse(await operate(target, ['stage', 'freeze', ...url]));
  const name = `${target.outputs.TableName}-restored-${begunMs}`;
  try {
    const frozenMs = Date.now();
    await awaitRestorable(target, restorePoint);
    const source = target.outputs.TableName;
    await restoreBeside(aws, { source, name, restorePoint }, (find) => awaitAnswer('the restored table', 7200, find));
    const restoredMs = Date.now();
    const asRestored = await readWarmth(aws, name);
    await operate(target, ['restore', 'prepare', '--restored-table', name]);
    const preparedMs = Date.now();
    const asPrepared = await readWarmth(aws, name);
    const args = ['restore', 'compare', '--lost-table', source, '--table', name];
    const found = compared.parse(await operate(target, args));
    const lost = found.lost.filter(({ entity }) => entity !== 'AUDIT');
    check(lost.length === 0, `lost: ${JSON.stringify(lost).slice(0, 300)}`);
    await operate(target, ['stage', 'thaw', ...url]);
    await awaitCompletion(partner, [id]);
    const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`;
    return [
      `frozen in ${minutes(frozenMs - begunMs)}`,
      `restored to ${restorePoint} in ${minutes(restoredMs - frozenMs)}, warm: ${asRestored}`,
      `prepared in ${minutes(preparedMs - restoredMs)}, warm: ${asPrepared}`,
      `${found.compared} items compared, nothing lost`,
      'thawed, and what was under way completed',
    ].join('; ');
  } finally {
    await openStage(target);
    await deleteRestored(aws, name, (find) => awaitAnswer('the deletion of the restored table', 900, find));
  }
}

/** Waits until the table can be restored to a point, which is some five minutes after it. */
async function awaitRestorable(
  { cloud: { aws }, outputs: { TableName } }: Target,
  restorePoint: string,
): Promise<void> {
  const point = new Date(restorePoint);
  await awaitAnswer('the time after which the restore point can be restored', 900, async () => {
    const call = { service: 'dynamodb', operation: 'DescribeContinuousBackups', parameters: { TableName } };
    const { PointInTimeRecoveryDescription } = (await aws.call(call, backups)).ContinuousBackupsDescription;
    const { LatestRestorableDateTime: latest } = PointInTimeRecoveryDescription;
    return latest !== undefined && new Date(latest) >= point ? true : undefined;
  });
}
