/** The steps of case B of docs/disaster-recovery.md: a stage goes on with a table that was restored from its own. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AwsRefusal, whenVisible } from '#cloud/aws/aws-caller';
import { check, expectStatus, waitFor } from '#cloud/phases/checks';
import { awaitCompletion, checkFeed, createdId, type Feed, readFeed } from '#cloud/phases/transactions';
import { hasEveryWebhook, type Subscriber } from '#cloud/phases/webhooks';
import { operate, type StageOutputs, type Target } from '#cloud/plan/target';

/** Everything that the stage answered with success before it was frozen. */
export interface Acknowledged {
  readonly userIds: readonly string[];
  /** Transactions that complete by themselves. */
  readonly transactionIds: readonly string[];
  /** A transaction whose deposit a provider reported; it waits for the next report. */
  readonly reportedId: string;
  /** The partner's feed as it had read it. */
  readonly feed: Feed;
  /** ISO 8601. */
  readonly restorePoint: string;
  /** Number of webhooks that had come when all was frozen. */
  readonly delivered: number;
}

/** A table that is to take the place of the stage's own. */
export interface RestoredTable {
  readonly name: string;
  readonly streamArn: string;
}

const PAUSE_MS = 200;
/** With this amount the sandbox reports nothing by itself. */
const REPORTED_FROM_OUTSIDE = { sourceAmount: 2000.07 };

const frozenOutput = z.object({
  restorePoint: z.string(),
  switches: z.array(z.object({ name: z.string(), state: z.string() })),
});
const createdUser = z.object({ data: z.object({ userId: z.string() }) });

/** Freezes a stage while a partner creates users and transactions, until the first request that is refused. */
export async function freezeUnderTraffic(
  target: Target,
  { partner, receiver }: Subscriber,
  userId: string,
): Promise<Acknowledged> {
  expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200);
  const reportedId = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId, REPORTED_FROM_OUTSIDE)));
  await report(target, reportedId, { type: 'DEPOSIT_RECEIVED', expected: 'applied' });
  const feed = await readFeed(partner);
  const userIds: string[] = [userId];
  const transactionIds: string[] = [];
  const create = async () => {
    for (;;) {
      const email = `user-${userIds.length}@example.com`;
      const user = expectStatus(await partner.post('/users', { type: 'INDIVIDUAL', email }), 201, 429);
      if (user.status === 201) userIds.push(createdUser.parse(user.body).data.userId);
      const transaction = expectStatus(await partner.post('/cross-ramp', partner.crossRamp(userId)), 201, 429);
      if (transaction.status === 201) transactionIds.push(createdId(transaction));
      if (user.status === 429 || transaction.status === 429) return;
      await sleep(PAUSE_MS);
    }
  };
  const [frozen] = await Promise.all([operate(target, ['stage', 'freeze', '--url', target.baseUrl]), create()]);
  const { restorePoint, switches } = frozenOutput.parse(frozen);
  const open = switches.filter(({ state }) => state !== 'frozen').map(({ name }) => name);
  check(open.length === 0, `not frozen: ${open.join(', ')}`);
  check(transactionIds.length > 0 && userIds.length > 1, 'nothing was acknowledged while the stage was being frozen');
  return { userIds, transactionIds, reportedId, feed, restorePoint, delivered: receiver.received.length };
}

/** Reports of a transaction what its provider does; the same report of a type however often. */
async function report(
  target: Target,
  id: string,
  { type, expected }: { readonly type: string; readonly expected: string },
): Promise<void> {
  const args = ['--transaction', id, '--type', type, '--event-id', `${type}-1`];
  const output = await operate(target, ['provider-event', 'send', ...args]);
  const { outcome } = z.object({ outcome: z.string() }).parse(output);
  check(outcome === expected, `the report ${type} was ${outcome} instead of ${expected}`);
}

const describedTable = z.object({ Table: z.object({ TableStatus: z.string() }) });
const prepared = z.object({ name: z.string(), streamArn: z.string() });

/** Restores the stage's table beside it, and gives it by the operator tool what a restore does not bring: steps 2 and 3. */
export async function restoreBeside(target: Target, restorePoint: string): Promise<RestoredTable> {
  const { aws } = target.cloud;
  const [source, TableName] = [target.outputs.TableName, `${target.outputs.TableName}-restored`];
  const send = (operation: string, parameters: Readonly<Record<string, unknown>>) =>
    aws.send({ service: 'dynamodb', operation, parameters });
  const call = { service: 'dynamodb', operation: 'DescribeTable', parameters: { TableName } };
  const describe = async () => (await aws.call(call, describedTable)).Table;

  // The template's own setting may be one that this cloud ignores.
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await send('UpdateContinuousBackups', { TableName: source, PointInTimeRecoverySpecification });
  await send('RestoreTableToPointInTime', {
    SourceTableName: source,
    TargetTableName: TableName,
    RestoreDateTime: new Date(restorePoint),
  }).catch((error: unknown) => {
    // A request whose answer was lost is sent again, and finds the table that it has made.
    if (!(error instanceof AwsRefusal) || error.code !== 'TableAlreadyExistsException') throw error;
  });
  await waitFor('the restored table', 600, async () =>
    (await whenVisible(describe)).TableStatus === 'ACTIVE' ? true : undefined,
  );
  return prepared.parse(await operate(target, ['restore', 'prepare', '--restored-table', TableName]));
}

/** Deletes a restored table, which no stack has. */
export async function deleteRestored({ cloud: { aws } }: Target, { name: TableName }: RestoredTable): Promise<void> {
  const parameters = { TableName, DeletionProtectionEnabled: false };
  await aws.send({ service: 'dynamodb', operation: 'UpdateTable', parameters });
  await aws.send({ service: 'dynamodb', operation: 'DeleteTable', parameters: { TableName } });
}

const compared = z.object({ compared: z.number(), lost: z.array(z.object({ entity: z.string(), id: z.string() })) });
const balance = z.object({ accounts: z.array(z.unknown()).min(1) });

/** The restored table lacks nothing of the old one but records of what operators did since, and both have the same books: step 4. */
export async function compareTables(
  target: Target,
  { name }: RestoredTable,
  { userIds, transactionIds, restorePoint }: Acknowledged,
): Promise<string> {
  const old = target.outputs.TableName;
  const found = compared.parse(await operate(target, ['restore', 'compare', '--lost-table', old, '--table', name]));
  const lost = found.lost.filter(({ entity }) => entity !== 'AUDIT');
  check(lost.length === 0, `lost: ${JSON.stringify(lost).slice(0, 300)}`);
  const acknowledged = userIds.length + transactionIds.length + 1;
  check(found.compared > acknowledged, `${found.compared} items compared, ${acknowledged} acknowledged`);

  const to = new Date(restorePoint);
  const from = new Date(to.getTime() - 86_400_000);
  const period = ['--from', from.toISOString().slice(0, 10), '--to', to.toISOString().slice(0, 10)];
  const booksOf = async (table: string) =>
    balance.parse(await operate(target, ['books', 'trial-balance', ...period, '--table', table])).accounts;
  const [before, after] = [await booksOf(old), await booksOf(name)];
  check(isDeepStrictEqual(before, after), `the books differ: ${JSON.stringify({ before, after }).slice(0, 300)}`);
  return `${found.compared} items compared, 0 lost; the same balance on ${after.length} accounts`;
}

const status = z.object({ state: z.string(), isDeployedFrozen: z.boolean() });

/**
 * Deploys the stage on its restored table, frozen: step 5. Nothing is let in or sent out by it.
 * @param deploy of a template with the restored table, made with `--context frozen=true`
 * @returns the stage with its outputs from now on
 */
export async function deployFrozen(
  target: Target,
  { name }: RestoredTable,
  deploy: () => Promise<StageOutputs>,
): Promise<Target> {
  await operate(target, ['stage', 'allow-deployment']);
  const outputs = await deploy();
  check(outputs.TableName === name, `the stage has the table ${outputs.TableName}`);
  const deployed = { ...target, outputs };
  const found = status.parse(await operate(deployed, ['stage', 'status']));
  check(found.state === 'frozen' && found.isDeployedFrozen, `the deployment left it ${JSON.stringify(found)}`);
  return deployed;
}

const counted = z.object({ data: z.object({ count: z.int() }) });

/**
 * Thaws a stage on its restored table, and counts: everything that was acknowledged is there, completes and is reported, a
 * provider's repeated report counts once and its next one is taken, the feed goes on from where the partner had read it,
 * and new work is done: step 6.
 */
export async function thawRestored(
  target: Target,
  { partner, receiver }: Subscriber,
  before: Acknowledged,
): Promise<string> {
  const { userIds, transactionIds, reportedId, feed } = before;
  expectStatus(await partner.get('/users'), 429);
  const early = receiver.received.length - before.delivered;
  check(early === 0, `${early} webhooks were sent while all was frozen`);
  await operate(target, ['stage', 'thaw', '--rebuild', '--url', target.baseUrl]);
  await report(target, reportedId, { type: 'DEPOSIT_RECEIVED', expected: 'repeated' });
  await report(target, reportedId, { type: 'CONVERSION_STARTED', expected: 'applied' });
  for (const id of userIds) expectStatus(await partner.get(`/users/${id}`), 200);
  const [userId = ''] = userIds;
  const all = [...transactionIds, createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)))];
  await awaitCompletion(partner, all);
  const read = await checkFeed(partner, all, feed);
  const count = async (state: string) =>
    counted.parse(expectStatus(await partner.get(`/webhook-notifications?status=${state}`), 200).body).data.count;
  await waitFor('every webhook', 240, async () =>
    all.every((id) => hasEveryWebhook(receiver, id)) && (await count('PENDING')) === 0 ? true : undefined,
  );
  const [failed, sent] = [await count('FAILED'), await count('SENT')];
  const came = new Set(receiver.received.map(({ id }) => id)).size;
  check(failed === 0 && came === sent, `${failed} notifications failed, ${sent} sent, ${came} came`);
  return (
    `acknowledged before: ${userIds.length} users, ${transactionIds.length + 1} transactions and a provider's report; lost: 0. ` +
    `${before.delivered} webhooks had come before, ${came} notifications in the end, each of them sent; feed: ${read}`
  );
}
