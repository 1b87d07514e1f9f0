import { type Aws, awsClients } from '#cloud/aws/clients';
import type { StageRequest } from '#infra/config/stages';
import type { Check, Finding, PreflightContext } from './check';
import { bootstrap } from './checks/bootstrap';
import { certificate } from './checks/certificate';
import { egressAddresses } from './checks/egress';
import { logRole } from './checks/log-role';
import { accountQuotas, concurrency } from './checks/quotas';
import { secrets } from './checks/secrets';
import { readSettings, SETTINGS, settingsFinding } from './checks/settings';
import { topics } from './checks/topics';

/** Checks of an account. If several checks fail, the first of them shows the fault that would stop a deployment first. */
export const checks: readonly Check[] = [
  bootstrap,
  concurrency,
  accountQuotas,
  logRole,
  certificate,
  secrets,
  topics,
  egressAddresses,
];

/** A check with its result. */
export interface Result extends Finding {
  readonly id: string;
  readonly asks: string;
}

/** Returns the account of the credentials. */
export async function callerAccount({ sts }: Aws): Promise<string> {
  return (await sts.getCallerIdentity({})).Account ?? '';
}

/**
 * Runs all checks before a deployment, without changes. If the settings have a fault, returns only this fault.
 * @throws Error without credentials
 */
export async function preflight(request: StageRequest): Promise<readonly Result[]> {
  const settings = readSettings(request);
  if ('fault' in settings) return [{ ...SETTINGS, ...settings.fault }];
  const { config } = settings;
  const aws = awsClients({ region: config.region });
  const region = await aws.sts.config.region();
  const account = await callerAccount(aws);
  const first = { ...SETTINGS, ...settingsFinding(config, account) };
  if (first.todo !== undefined) return [first];
  return [first, ...(await runChecks({ aws, config, account, region }, checks))];
}

/** Runs checks in order. If AWS refuses a request, the check's result is a fault: the state of the account is unknown. */
export async function runChecks(context: PreflightContext, chosen: readonly Check[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of chosen) {
    const { id, asks } = check;
    const finding = await check.run(context).catch((error: unknown): Finding => {
      const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      return { found, todo: 'resolve this error, then run the preflight again' };
    });
    results.push({ id, asks, ...finding });
  }
  return results;
}

/** Returns the lines of a result: the check, the finding and the action. */
export function toLines({ id, asks, found, todo, later }: Result): string {
  const lines = [`${todo === undefined ? 'ok   ' : 'FAULT'}  ${id}`, `       check  ${asks}`, `       found  ${found}`];
  if (todo !== undefined) lines.push(`       do     ${todo}`);
  if (later !== undefined) lines.push(`       later  ${later}`);
  return lines.join('\n');
}

/** Returns the last line of a preflight: success, or the first action. */
export function conclusion(results: readonly Result[]): string {
  const faults = results.filter(({ todo }) => todo !== undefined);
  const [first] = faults;
  if (first === undefined) {
    const isLimited = results.some(({ later }) => later !== undefined);
    return (
      `All ${results.length} checks passed: the stage can be deployed.` +
      (isLimited ? ' Before it can handle the load of docs/capacity.md, do the actions under "later".' : '')
    );
  }
  const unasked = 1 + checks.length - results.length;
  return (
    `${faults.length} of ${results.length} checks ${faults.length === 1 ? 'has failed' : 'have failed'}` +
    `${unasked > 0 ? `, ${unasked} were not run` : ''}. First (${first.id}): ${first.todo}`
  );
}
