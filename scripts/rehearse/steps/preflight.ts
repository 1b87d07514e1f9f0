import type { Check, Finding, PreflightContext } from '#cloud/preflight/check';
import { accountQuotas } from '#cloud/preflight/checks/quotas';
import { checks, runChecks } from '#cloud/preflight/preflight';
import { loadStage } from '#infra/config/stages';
import { check } from '#scripts/verify-cloud/phases/checks';
import { type Rehearsal, STAGE } from '../context';

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

/** The things to do about a finding. A rehearsal sends the load that the stage promises, so what that load needs is a fault too. */
const toDo = ({ todo, later }: Finding): string => [todo, later].filter((one) => one !== undefined).join('; ');

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
  const faults = results.filter((result) => toDo(result) !== '');
  check(faults.length === 0, faults.map((fault) => `${fault.id}: ${fault.found}; do: ${toDo(fault)}`).join('\n'));
  return results.map(({ id, found }) => `${id}: ${found}`).join('; ');
}
