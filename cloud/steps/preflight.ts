import { check } from '#cloud/phases/checks';
import { type Rehearsal, STAGE } from '#cloud/plan/context';
import type { Check, PreflightContext } from '#cloud/preflight/check';
import { accountQuotas } from '#cloud/preflight/checks/quotas';
import { checks, runChecks } from '#cloud/preflight/preflight';
import { loadStage } from '#infra/config/stages';

/** Asks the account for what the deployments of the rehearsal would fail by, before anything is made in it. */
export async function askAccount(rehearsal: Rehearsal): Promise<string> {
  return await ask(
    rehearsal,
    checks.filter((one) => one !== accountQuotas),
  );
}

/** Compares the account's quotas with what the stage promises to hold. A stage deploys with less; its load fails. */
export async function checkQuotas(rehearsal: Rehearsal): Promise<string> {
  return await ask(rehearsal, [accountQuotas]);
}

/** @throws CheckFailed with every fault, and what to do about it */
async function ask(rehearsal: Rehearsal, chosen: readonly Check[]): Promise<string> {
  rehearsal.writeSettings();
  const { cloud, place } = rehearsal;
  const context: PreflightContext = {
    aws: cloud.aws,
    config: loadStage({ env: STAGE, configPath: rehearsal.settingsFile(true) }),
    account: place.account,
    region: place.region,
    makes: new Set(['bootstrap', 'topics']),
  };
  const results = await runChecks(context, chosen);
  const faults = results.filter(({ todo }) => todo !== undefined);
  check(faults.length === 0, faults.map(({ id, found, todo }) => `${id}: ${found}; do: ${todo}`).join('\n'));
  return results.map(({ id, found }) => `${id}: ${found}`).join('; ');
}
