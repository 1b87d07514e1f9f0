/** Case B of docs/disaster-recovery.md: a restored copy of the table replaces the table of a stage. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Target, Trial } from '#cloud/plan/trial';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
import { deploy, FAST_WEBHOOKS, synthesize } from '#cloud/steps/deployment';
import { awaitCompletion, createdId } from '#cloud/steps/journeys';

const frozenOutput = z.object({ restorePoint: z.string() });
const prepared = z.object({ name: z.string(), streamArn: z.string() });
const compared = z.object({ compared: z.number(), lost: z.array(z.object({ entity: z.string() })) });
const status = z.object({ state: z.string() });
const withUserId = z.object({ data: z.object({ userId: z.string() }) });

const PAUSE_MS = 200;
/** Suffix of the name of a restored table. */
export const RESTORED = '-restored';

/**
 * Freezes the sandbox while a partner creates users and transactions. Restores the table, deploys the stage with the restored
 * table, and thaws the stage. No acknowledged user or transaction is lost, and all transactions complete.
 */
export async function restoreTable(trial: Trial): Promise<string> {
  const { partner, userId } = await trial.newSubscriber('Restored');
  const before = await trial.target('sandbox');
  const url = ['--url', before.baseUrl];
  const userIds = [userId];
  const ids: string[] = [];
  const create = async () => {
    for (;;) {
      const email = `user-${userIds.length}@example.com`;
      const user = expectStatus(await partner.post('/users', { type: 'INDIVIDUAL', email }), 201, 429);
      if (user.status === 201) userIds.push(withUserId.parse(user.body).data.userId);
      const transaction = expectStatus(await partner.create('/cross-ramp', partner.crossRamp(userId)), 201, 429);
      if (transaction.status === 201) ids.push(createdId(transaction));
      if (user.status === 429 || transaction.status === 429) return;
      await sleep(PAUSE_MS);
    }
  };
  const [frozen] = await Promise.all([trial.operate('sandbox', ['stage', 'freeze', ...url]), create()]);
  const restored = await restore(trial, before.outputs.TableName, frozenOutput.parse(frozen).restorePoint);
  const args = ['restore', 'compare', '--lost-table', before.outputs.TableName, '--table', restored.name];
  const found = compared.parse(await trial.operate('sandbox', args));
  const lost = found.lost.filter(({ entity }) => entity !== 'AUDIT');
  check(lost.length === 0, `lost: ${JSON.stringify(lost).slice(0, 300)}`);

  const after = await deployFrozen(trial, restored);
  expectStatus(await partner.get('/users'), 429);
  await trial.operate('sandbox', ['stage', 'thaw', '--rebuild', '--url', after.baseUrl]);
  for (const id of userIds)
    await waitFor(`user ${id}`, 60, async () => expectStatus(await partner.get(`/users/${id}`), 200));
  const created = await waitFor('a new transaction', 60, async () =>
    createdId(await partner.create('/cross-ramp', partner.crossRamp(userId))),
  );
  await awaitCompletion(partner, [...ids, created]);
  return `${userIds.length} users and ${ids.length} transactions acknowledged before the freeze, ${found.compared} items compared, none lost`;
}

/** Restores a table under another name and adds the settings that a restore omits. @returns the restored table */
async function restore(trial: Trial, source: string, restorePoint: string) {
  const { aws, emulator } = trial.cloud;
  const name = `${source}${RESTORED}`;
  // The emulator ignores this setting of the template.
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  if (emulator !== undefined)
    await aws.dynamodb.updateContinuousBackups({ TableName: source, PointInTimeRecoverySpecification });
  await aws.dynamodb.restoreTableToPointInTime({
    ...{ SourceTableName: source, TargetTableName: name },
    RestoreDateTime: new Date(restorePoint),
  });
  await waitFor('the restored table', 600, async () => {
    const { Table } = await aws.dynamodb.describeTable({ TableName: name });
    return Table?.TableStatus === 'ACTIVE' ? true : undefined;
  });
  return prepared.parse(await trial.operate('sandbox', ['restore', 'prepare', '--restored-table', name]));
}

/** Deploys the stage with its restored table. The stage remains frozen: it accepts no requests and sends no webhooks. */
async function deployFrozen(trial: Trial, restoredTable: z.infer<typeof prepared>): Promise<Target> {
  trial.writeSettings('sandbox', 'sandbox.json', { ...FAST_WEBHOOKS, restoredTable });
  await synthesize(trial, 'sandbox', 'frozen');
  await trial.operate('sandbox', ['stage', 'allow-deployment']);
  await deploy(trial, trial.assembly('sandbox', 'frozen'));
  const target = await trial.newTarget('sandbox');
  check(target.outputs.TableName === restoredTable.name, `the stage uses the table ${target.outputs.TableName}`);
  const { state } = status.parse(await trial.operate('sandbox', ['stage', 'status']));
  check(state === 'frozen', `the stage is ${state} after the deployment`);
  return target;
}

/** Deletes the restored table, which belongs to no stack, after removing its deletion protection. */
export async function deleteRestored({ cloud: { aws } }: Trial, TableName: string): Promise<void> {
  await aws.dynamodb.updateTable({ TableName, DeletionProtectionEnabled: false });
  await waitFor('the end of its deletion protection', 60, async () => {
    const { Table } = await aws.dynamodb.describeTable({ TableName });
    return Table?.TableStatus === 'ACTIVE' ? true : undefined;
  });
  await aws.dynamodb.deleteTable({ TableName });
}
