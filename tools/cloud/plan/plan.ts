import { checkAccount, checkLogs } from '#cloud/steps/account';
import { deleteStage, listLeftOver, refuseDeletion } from '#cloud/steps/deletion';
import {
  bootstrapAccount,
  compareDeployed,
  deployStage,
  deployUnderTraffic,
  synthesizeAll,
} from '#cloud/steps/deployment';
import { failFirstDeployments } from '#cloud/steps/first-deployment';
import { playJourneys, playRaces } from '#cloud/steps/journeys';
import { signDeclaration, uploadFile } from '#cloud/steps/pages';
import { callProviders, writeProductionSettings } from '#cloud/steps/production';
import { restoreTable } from '#cloud/steps/restore';
import { failAndRetry, leaveDeadLetter, loseStep } from '#cloud/steps/webhooks';
import { terminal } from '#local/terminal';
import type { Trial } from './trial';

/** A step of the plan. */
export interface Step<Context> {
  /** Name in the output of `--list` and in the report. */
  readonly id: string;
  /** Sentence for the report: what is true if the step passes. */
  readonly proves: string;
  /** True if the plan ends after a failure of this step, because later steps depend on it. @default false */
  readonly isNeeded?: boolean;
  /** True if the step runs only on the emulator. @default false */
  readonly onEmulator?: boolean;
  /** True if the step also runs after a failure, because it removes resources. @default false */
  readonly isCleanUp?: boolean;
  /** @returns the result for the report @throws Error if the step fails */
  run(context: Context): Promise<string>;
}

/** Place where the steps run (emulator or account), and the signal that interrupts them. */
export interface RunOptions {
  readonly isEmulated: boolean;
  readonly signal: AbortSignal;
}

/** Runs the steps in order and prints a line for each. @returns true if every step passed */
export async function runSteps<Context>(
  steps: readonly Step<Context>[],
  context: Context,
  { isEmulated, signal }: RunOptions,
): Promise<boolean> {
  const failed: string[] = [];
  let isOver = false;
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
  // The signal can arrive while no step runs. Without this handler, the rejection of `interrupted` would then end the process.
  interrupted.catch(() => undefined);
  for (const { id, isNeeded = false, onEmulator = false, isCleanUp = false, run } of steps) {
    if (signal.aborted) return false;
    if ((onEmulator && !isEmulated) || (isOver && !isCleanUp)) continue;
    const startedMs = performance.now();
    const report = (outcome: string, text: string) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
      terminal.out(`${outcome} ${seconds} s  ${id}: ${text}\n`);
    };
    try {
      report('passed', await Promise.race([run(context), interrupted]));
    } catch (error) {
      report('FAILED', error instanceof Error ? error.message : String(error));
      failed.push(id);
      isOver ||= isNeeded;
    }
  }
  terminal.out(failed.length === 0 ? '\nEvery step passed.\n' : `\nFAILED: ${failed.join(', ')}\n`);
  return failed.length === 0;
}

/** Steps of a test deployment in order: the sandbox, then production. The steps of production run only on the emulator. */
// biome-ignore format: a table reads by its rows
export const plan: readonly Step<Trial>[] = [
  { id: 'synthesize', proves: 'The CDK synthesizes both releases of the sandbox', isNeeded: true, run: synthesizeAll },
  { id: 'bootstrap', proves: 'The CDK bootstraps the account', isNeeded: true, run: bootstrapAccount },
  { id: 'preflight', proves: 'The preflight finds no fault for the sandbox', isNeeded: true, run: (trial) => checkAccount(trial, 'sandbox') },
  { id: 'deploy', proves: 'The CDK deploys the sandbox', isNeeded: true, run: (trial) => deployStage(trial, 'sandbox') },
  { id: 'no-difference', proves: 'The deployed templates equal the synthesized templates', run: (trial) => compareDeployed(trial, 'sandbox') },
  { id: 'dead-letter', proves: 'After five receives, a message moves to the dead-letter queue, and a retry delivers its notification', run: leaveDeadLetter },
  { id: 'journeys', proves: 'An on-ramp, an off-ramp and a cross-ramp complete, and their webhooks are signed and in order', isNeeded: true, run: playJourneys },
  { id: 'races', proves: 'Thirty equal concurrent requests create one transaction, and so do twenty uses of one quote', run: playRaces },
  { id: 'declaration', proves: 'An owner signs on the signing page, and the API returns the document', run: signDeclaration },
  { id: 'uploads', proves: 'The bucket accepts the file of a signed URL, and refuses a longer file, another type and a forged URL', run: uploadFile },
  { id: 'retry', proves: 'A notification fails after five refused attempts, and a retry delivers the notification', run: failAndRetry },
  { id: 'redrive', proves: 'The redrive sends a lost step again', run: loseStep },
  { id: 'second-release', proves: 'No request fails during the deployment of a second release', run: deployUnderTraffic },
  { id: 'restore', proves: 'A frozen stage continues with its restored table, and no acknowledged data is lost', run: restoreTable },
  { id: 'permissions', proves: 'No function lacks a permission', run: (trial) => checkLogs(trial, 'sandbox') },
  { id: 'destroy', proves: 'The CDK removes the stage', isNeeded: true, isCleanUp: true, run: deleteStage },
  { id: 'left-over', proves: 'No resources of the stage remain, except those that are kept on purpose', run: listLeftOver },
  { id: 'production-settings', proves: 'The CDK synthesizes production with all resources of its settings', onEmulator: true, isNeeded: true, run: writeProductionSettings },
  { id: 'production-preflight', proves: 'The preflight finds no fault for production', onEmulator: true, run: (trial) => checkAccount(trial, 'production') },
  { id: 'first-deployments', proves: 'After a first deployment fails because of a function, an alarm or the certificate, the same command succeeds', onEmulator: true, isNeeded: true, run: failFirstDeployments },
  { id: 'production-deploy', proves: 'A second deployment protects production', onEmulator: true, isNeeded: true, run: (trial) => deployStage(trial, 'production') },
  { id: 'providers', proves: "A provider verifies a person, and a quote uses a provider's rate", onEmulator: true, run: callProviders },
  { id: 'production-permissions', proves: 'No function of production lacks a permission', onEmulator: true, run: (trial) => checkLogs(trial, 'production') },
  { id: 'protection', proves: 'AWS refuses the deletion of the stack, table and files of production', onEmulator: true, run: refuseDeletion },
];
