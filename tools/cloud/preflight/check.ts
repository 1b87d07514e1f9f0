import type { Aws } from '#cloud/aws/clients';
import type { StageConfig } from '#infra/config/stages';

/** Stage to deploy, with its AWS account and Region. */
export interface PreflightContext {
  readonly aws: Aws;
  readonly config: StageConfig;
  readonly account: string;
  readonly region: string;
}

/** Result of a check. */
export interface Finding {
  /** State of the account, without secrets. */
  readonly found: string;
  /** Required action before the deployment. Absent if the deployment can proceed. */
  readonly todo?: string;
  /** Action that is necessary before the stage can handle its full load, but not before the deployment. */
  readonly later?: string;
}

/** A check before a deployment. It only reads. */
export interface Check {
  readonly id: string;
  readonly asks: string;
  /** @throws Error of a service that refuses the request */
  run(context: PreflightContext): Promise<Finding>;
}

/** Combines findings into one: joins their states and actions. */
export function together(findings: readonly Finding[]): Finding {
  const joined = (all: readonly string[]) => (all.length === 0 ? undefined : [...new Set(all)].join('; '));
  const todo = joined(findings.flatMap((one) => one.todo ?? []));
  const later = joined(findings.flatMap((one) => one.later ?? []));
  const found = findings.map((one) => one.found).join('; ');
  return { found, ...(todo !== undefined && { todo }), ...(later !== undefined && { later }) };
}

/** An ARN in the settings, and the path of the setting that contains the ARN. */
export interface SettingArn {
  readonly setting: string;
  readonly arn: string;
  readonly region: string;
}

/** Finds all ARNs of a service in the settings. @param service service in the ARN, for example `sns` */
export function arnsOf(settings: unknown, service: string, path: readonly string[] = []): SettingArn[] {
  if (typeof settings === 'string') {
    const [arn, , found, region = ''] = settings.split(':');
    return arn === 'arn' && found === service ? [{ setting: path.join('.'), arn: settings, region }] : [];
  }
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.entries(settings).flatMap(([key, inner]) => arnsOf(inner, service, [...path, key]));
}

/** Returns the name of the stage's stack. */
export const stageStack = ({ config }: PreflightContext): string => `PartnerRamp-${config.name}`;
