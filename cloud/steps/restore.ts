/** The steps of case B of docs/disaster-recovery.md: a stage goes on with a table that was restored from its own. */

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { deleteRestored, restoreBeside } from '#cloud/aws/restored-table';
import { deploy } from '#cloud/cdk/commands';
import { synthesizeVariants } from '#cloud/cdk/run-synthesis';
import { Left, type Rehearsal } from '#cloud/plan/context';
import { operate, type Target } from '#cloud/plan/target';
import { awaitAnswer, check, expectStatus, waitFor } from '#cloud/steps/checks';
import { openStage } from '#cloud/steps/freeze';
import { awaitCompletion, checkFeed, createdId, type Feed, readFeed } from '#cloud/steps/transactions';
import { hasEveryWebhook, type Subscriber } from '#cloud/steps/webhooks';

/** Successful answers of the stage before it was frozen, and the partner that had them. */
interface Acknowledged extends Subscriber {
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

const acknowledged = new Left<Acknowledged>();

/** A table that is to take the place of the stage's own. */
interface RestoredTable {
  readonly name: string;
  readonly streamArn: string;
}

const restored = new Left<RestoredTable>();

const PAUSE_MS = 200;
/** With this amount the sandbox reports nothing by itself. */
const REPORTED_FROM_OUTSIDE = { sourceAmount: 2000.07 };

const frozenOutput = z.object({
  restorePoint: z.string(),
  switches: z.array(z.object({ name: z.string(), state: z.string() })),
});
const createdUser = z.object({ data: z.object({ userId: z.string() }) });

/** Freezes a stage while a partner creates users and transactions, until the first request that is refused. */
export async function freezeUnderTraffic(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { partner, userId } = await rehearsal.subscriber();
  const receiver = await rehearsal.startLocalReceiver();
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
  const delivered = receiver.received.length;
  acknowledged.leave(rehearsal, {
    ...{ partner, receiver, userIds, transactionIds, reportedId },
    ...{ feed, restorePoint, delivered },
  });
  return `${userIds.length} users and ${transactionIds.length + 1} transactions acknowledged before it`;
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

const prepared = z.object({ name: z.string(), streamArn: z.string() });

/** Restores the stage's table beside it, and gives it by the operator tool what a restore does not bring: steps 2 and 3. */
export async function restorePrepared(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const source = target.outputs.TableName;
  const name = `${source}-restored`;
  // The template's own setting may be one that this cloud ignores.
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await aws.send('dynamodb UpdateContinuousBackups', { TableName: source, PointInTimeRecoverySpecification });
  const { restorePoint } = acknowledged.of(rehearsal);
  await restoreBeside(aws, { source, name, restorePoint }, (find) => waitFor('the restored table', 600, find));
  restored.leave(rehearsal, prepared.parse(await operate(target, ['restore', 'prepare', '--restored-table', name])));
  return name;
}

/** Deletes the restored table of the run. */
export async function deleteOwnRestored(rehearsal: Rehearsal): Promise<string> {
  const { name } = restored.of(rehearsal);
  await deleteRestored(rehearsal.cloud.aws, name, (find) => waitFor('its deletion', 60, find));
  return `${name} is deleted`;
}

const compared = z.object({ compared: z.number(), lost: z.array(z.object({ entity: z.string(), id: z.string() })) });
const balance = z.object({ accounts: z.array(z.unknown()).min(1) });

/** Compares a restored table with the stage's own. @returns the number of items @throws CheckFailed where one is lost, but for operators' records */
async function compareItems(target: Target, name: string): Promise<number> {
  const args = ['restore', 'compare', '--lost-table', target.outputs.TableName, '--table', name];
  const found = compared.parse(await operate(target, args));
  const lost = found.lost.filter(({ entity }) => entity !== 'AUDIT');
  check(lost.length === 0, `lost: ${JSON.stringify(lost).slice(0, 300)}`);
  return found.compared;
}

/** Compares the restored table and its books with those of the old one: step 4. */
export async function compareTables(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { name } = restored.of(rehearsal);
  const { userIds, transactionIds, restorePoint } = acknowledged.of(rehearsal);
  const items = await compareItems(target, name);
  const known = userIds.length + transactionIds.length + 1;
  check(items > known, `${items} items compared, ${known} acknowledged`);

  const to = new Date(restorePoint);
  const from = new Date(to.getTime() - 86_400_000);
  const period = ['--from', from.toISOString().slice(0, 10), '--to', to.toISOString().slice(0, 10)];
  const booksOf = async (table: string) =>
    balance.parse(await operate(target, ['books', 'trial-balance', ...period, '--table', table])).accounts;
  const [before, after] = [await booksOf(target.outputs.TableName), await booksOf(name)];
  check(isDeepStrictEqual(before, after), `the books differ: ${JSON.stringify({ before, after }).slice(0, 300)}`);
  return `${items} items compared, 0 lost; the same balance on ${after.length} accounts`;
}

const status = z.object({ state: z.string(), isDeployedFrozen: z.boolean() });

/**
 * Deploys the stage on its restored table, frozen: step 5, by a template with that table, made with `--context frozen=true`. Nothing
 * is let in or sent out by it.
 */
export async function deployFrozen(rehearsal: Rehearsal): Promise<string> {
  const { cloud, place } = rehearsal;
  const table = restored.of(rehearsal);
  const assembly = rehearsal.assembly('restored');
  const configPath = join(place.folder, 'restored.json');
  const own = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(rehearsal.settingsFile(), 'utf8')));
  writeFileSync(configPath, JSON.stringify({ ...own, restoredTable: table }));
  const kind = { env: place.run.stage, release: 'first', enforcesIam: false, frozen: true } as const;
  await synthesizeVariants(cloud.programs, place.folder, [{ ...kind, configPath, outDir: assembly.folder }]);
  await operate(await rehearsal.target(), ['stage', 'allow-deployment']);
  await deploy(cloud, assembly);
  rehearsal.forgetTarget();
  const deployed = await rehearsal.target();
  check(deployed.outputs.TableName === table.name, `the stage has the table ${deployed.outputs.TableName}`);
  const found = status.parse(await operate(deployed, ['stage', 'status']));
  check(found.state === 'frozen' && found.isDeployedFrozen, `the deployment left it ${JSON.stringify(found)}`);
  return 'frozen by its template';
}

const counted = z.object({ data: z.object({ count: z.int() }) });

/**
 * Thaws a stage on its restored table, and counts: everything that was acknowledged is there, completes and is reported, a
 * provider's repeated report counts once and its next one is taken, the feed goes on from where the partner had read it,
 * and new work is done: step 6.
 */
export async function thawRestored(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const before = acknowledged.of(rehearsal);
  const { partner, receiver, userIds, transactionIds, reportedId, feed } = before;
  expectStatus(await partner.get('/users'), 429);
  const early = receiver.received.length - before.delivered;
  check(early === 0, `${early} webhooks were sent while all was frozen`);
  await operate(target, ['stage', 'thaw', '--rebuild', '--url', target.baseUrl]);
  await report(target, reportedId, { type: 'DEPOSIT_RECEIVED', expected: 'repeated' });
  await report(target, reportedId, { type: 'CONVERSION_STARTED', expected: 'applied' });
  const read = (path: string) => waitFor(`GET ${path}`, 60, async () => expectStatus(await partner.get(path), 200));
  for (const id of userIds) await read(`/users/${id}`);
  const [userId = ''] = userIds;
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const created = await waitFor('a new transaction', 60, async () =>
    createdId(await partner.post('/cross-ramp', partner.crossRamp(userId), options)),
  );
  const all = [...transactionIds, created];
  await awaitCompletion(partner, all);
  const changes = await checkFeed(partner, all, feed);
  const count = async (state: string) =>
    counted.parse((await read(`/webhook-notifications?status=${state}`)).body).data.count;
  await waitFor('every webhook', 240, async () =>
    all.every((id) => hasEveryWebhook(receiver, id)) && (await count('PENDING')) === 0 ? true : undefined,
  );
  const [failed, sent] = [await count('FAILED'), await count('SENT')];
  const came = new Set(receiver.received.map(({ id }) => id)).size;
  check(failed === 0 && came === sent, `${failed} notifications failed, ${sent} sent, ${came} came`);
  return (
    `acknowledged before: ${userIds.length} users, ${transactionIds.length + 1} transactions and a provider's report; lost: 0. ` +
    `${before.delivered} webhooks had come before, ${came} notifications in the end, each of them sent; feed: ${changes}`
  );
}

const frozenStage = z.object({ restorePoint: z.string() });
const backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({ LatestRestorableDateTime: z.string().optional() }),
  }),
});

/**
 * Freezes the stage, restores its table beside it to the restore point, gives that what a restore does not bring, compares both and
 * thaws: steps 1 to 4 of case B in docs/disaster-recovery.md, with the minutes that each took.
 */
export async function restoreTable(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  await openStage(target);
  const { partner, userId } = await rehearsal.subscriber();
  const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
  const url = ['--url', target.baseUrl];
  const begunMs = Date.now();
  const { restorePoint } = frozenStage.parse(await operate(target, ['stage', 'freeze', ...url]));
  const name = `${target.outputs.TableName}-restored-${begunMs}`;
  try {
    const frozenMs = Date.now();
    await awaitRestorable(target, restorePoint);
    const source = target.outputs.TableName;
    await restoreBeside(aws, { source, name, restorePoint }, (find) => awaitAnswer('the restored table', 7200, find));
    const restoredMs = Date.now();
    await operate(target, ['restore', 'prepare', '--restored-table', name]);
    const preparedMs = Date.now();
    const items = await compareItems(target, name);
    await operate(target, ['stage', 'thaw', ...url]);
    await awaitCompletion(partner, [id]);
    const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`;
    return [
      `frozen in ${minutes(frozenMs - begunMs)}`,
      `restored to ${restorePoint} in ${minutes(restoredMs - frozenMs)}`,
      `prepared in ${minutes(preparedMs - restoredMs)}`,
      `${items} items compared, nothing lost`,
      'thawed, and what was under way completed',
    ].join('; ');
  } finally {
    await openStage(target);
    await deleteRestored(aws, name, (find) => awaitAnswer('the deletion of the restored table', 900, find));
  }
}

/** Waits until the table can be restored to a point, which is some five minutes after it. @throws Unanswered after 15 minutes */
async function awaitRestorable(
  { cloud: { aws }, outputs: { TableName } }: Target,
  restorePoint: string,
): Promise<void> {
  const point = new Date(restorePoint);
  await awaitAnswer('the time after which the restore point can be restored', 900, async () => {
    const { PointInTimeRecoveryDescription } = (
      await aws.call('dynamodb DescribeContinuousBackups', { TableName }, backups)
    ).ContinuousBackupsDescription;
    const { LatestRestorableDateTime: latest } = PointInTimeRecoveryDescription;
    return latest !== undefined && new Date(latest) >= point ? true : undefined;
  });
}
