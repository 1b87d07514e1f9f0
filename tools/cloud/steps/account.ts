import { paginateDescribeLogGroups, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { readAll } from '#cloud/aws/clients';
import { stackName, type Trial } from '#cloud/plan/trial';
import { accountQuotas } from '#cloud/preflight/checks/quotas';
import { checks, runChecks } from '#cloud/preflight/preflight';
import { check, countEach } from '#cloud/steps/checks';
import { loadStage } from '#infra/config/stages';
import type { StageName } from '#shared/values/stage-name';

/** Runs the checks of `npm run preflight` for a stage. Omits the quota check on the emulator, which has no list of quotas. */
export async function checkAccount(trial: Trial, stage: StageName): Promise<string> {
  const { aws, account, region, emulator } = trial.cloud;
  const config = loadStage({ env: stage, configPath: trial.settingsFile(stage) });
  const chosen = emulator === undefined ? checks : checks.filter((one) => one !== accountQuotas);
  const results = await runChecks({ aws, config, account, region }, chosen);
  const faults = results.flatMap(({ id, found, todo }) => (todo === undefined ? [] : [`${id}: ${found}; do: ${todo}`]));
  check(faults.length === 0, faults.join('\n'));
  return results.map(({ id, found }) => `${id}: ${found}`).join('; ');
}

/** Matches the messages for a missing permission, from AWS and from the service's log. */
const DENIAL = /deniedAction|AccessDenied|not authorized|UnauthorizedOperation/;

/**
 * Checks in the logs of all functions of a stage that no role lacks a permission.
 * @throws CheckFailed if a call was denied, or the logs are empty
 */
export async function checkLogs({ cloud: { aws } }: Trial, stage: StageName): Promise<string> {
  const client = { client: aws.logs };
  const groups = await readAll(paginateDescribeLogGroups(client, {}), ({ logGroups }) => logGroups);
  const lines: string[] = [];
  // Reads one log group at a time: CloudWatch Logs allows five of these requests a second.
  for (const { logGroupName = '' } of groups) {
    if (!logGroupName.includes(`${stackName(stage)}-`)) continue;
    const events = await readAll(paginateFilterLogEvents(client, { logGroupName }), (page) => page.events);
    for (const { message = '' } of events) lines.push(...message.split('\n').map((line) => `${logGroupName}: ${line}`));
  }
  check(lines.length > 0, 'the logs of the stage are empty');
  const denials = lines.filter((line) => DENIAL.test(line));
  check(denials.length === 0, `${denials.length} calls were denied: ${denials.slice(0, 3).join(' / ').slice(0, 900)}`);
  const errors = lines
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => /"message":"([^"]*)"/.exec(line)?.[1] ?? 'an error without a message');
  return `${lines.length} lines, no call denied; errors: ${countEach(errors) || 'none'}`;
}
