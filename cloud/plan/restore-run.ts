import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Assembly, bootstrap, deploy } from '#cloud/cdk/commands';
import { synthesizeVariants } from '#cloud/cdk/run-synthesis';
import { EMULATED_ACCOUNT, type Emulator } from '#cloud/emulator/emulator';
import { emulatedTarget } from '#cloud/emulator/target';
import { destroySandbox } from '#cloud/phases/destruction';
import { checkLogs } from '#cloud/phases/logs';
import {
  compareTables,
  deleteRestored,
  deployFrozen,
  freezeUnderTraffic,
  type RestoredTable,
  restoreBeside,
  thawRestored,
} from '#cloud/phases/restore';
import { verifiedUser } from '#cloud/phases/transactions';
import type { Subscriber } from '#cloud/phases/webhooks';
import type { Report } from '#cloud/plan/report';
import { type Cloud, newPartner, type Target } from '#cloud/plan/target';
import { startReceiver } from '#local/partner/webhook-receiver';

export interface RestoreRun {
  readonly cloud: Cloud;
  readonly emulator: Emulator;
  readonly report: Report;
  /** The sandbox as it is before. */
  readonly assembly: Assembly;
  /** Settings of that. */
  readonly configPath: string;
  /** Takes the settings and the templates with the restored table. */
  readonly folder: string;
  /** Called when what is left takes time and little of the processor. */
  readonly onQuiet: () => void;
}

/** The drill of docs/disaster-recovery.md on a sandbox of its own, which waits most of the time. */
export async function runRestore(run: RestoreRun): Promise<void> {
  const { cloud, emulator, report, assembly } = run;
  const { name } = cloud;
  await report.needed(name, 'bootstrap', () => bootstrap(cloud, assembly, EMULATED_ACCOUNT));
  const outputs = await report.needed(
    name,
    'deploy the sandbox',
    () => deploy(cloud, assembly),
    ({ ApiUrl }) => ApiUrl,
  );
  const target = await emulatedTarget({ cloud, emulator, stage: 'sandbox', outputs });
  const receiver = await startReceiver();
  try {
    const partner = await report.needed(
      name,
      'a partner',
      () => newPartner(target, 'Drill'),
      ({ partnerId }) => partnerId,
    );
    const { deployed, restored } = await drill(run, target, { partner, receiver });
    await report.phase(name, 'logs of all functions', () => checkLogs(deployed));
    await report.phase(name, 'destroy', async () => {
      await deleteRestored(deployed, restored);
      return await destroySandbox(target, assembly);
    });
  } finally {
    await receiver.stop();
  }
}

async function drill(run: RestoreRun, target: Target, subscriber: Subscriber) {
  const { cloud, report } = run;
  const step = <T>(title: string, work: () => Promise<T>, summary?: (result: T) => string) =>
    report.needed(cloud.name, title, work, summary);
  const userId = await step('a verified user', () => verifiedUser(subscriber.partner));
  const freezing = step(
    'freeze under traffic',
    () => freezeUnderTraffic(target, subscriber, userId),
    (found) =>
      `${found.userIds.length} users and ${found.transactionIds.length + 1} transactions acknowledged before it`,
  );
  run.onQuiet();
  const before = await freezing;
  const restored = await step(
    'restore beside it',
    () => restoreBeside(target, before.restorePoint),
    ({ name }) => name,
  );
  await step('what is lost', () => compareTables(target, restored, before));
  const assembly = await step(
    'templates with the restored table',
    () => synthesizeRestored(run, restored),
    () => '',
  );
  const deployed = await step(
    'deploy frozen',
    () => deployFrozen(target, restored, () => deploy(cloud, assembly)),
    () => 'frozen by its template',
  );
  await step('thaw and go on', () => thawRestored(deployed, subscriber, before));
  return { deployed, restored };
}

/** The same sandbox with a restored table, frozen through its deployment. */
async function synthesizeRestored({ cloud, folder, configPath }: RestoreRun, restoredTable: RestoredTable) {
  const settings = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(configPath, 'utf8')));
  const changed = join(folder, 'restored.json');
  writeFileSync(changed, JSON.stringify({ ...settings, restoredTable }));
  const outDir = join(folder, 'restored');
  const kind = { env: 'sandbox', release: 'first', enforcesIam: false, frozen: true } as const;
  await synthesizeVariants(cloud.programs, folder, [{ ...kind, configPath: changed, outDir }]);
  return { stage: kind.env, folder: outDir };
}
