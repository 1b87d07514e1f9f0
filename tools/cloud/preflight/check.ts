import type { Aws } from '#cloud/aws/clients';
import type { StageConfig } from '#infra/config/stages';

/** A stage that is to be deployed, and the account that it goes to. */
export interface PreflightContext {
  readonly aws: Aws;
  readonly config: StageConfig;
  /** Account of the credentials. */
  readonly account: string;
  readonly region: string;
}

/** The response to a question about the account. */
export interface Finding {
  /** The account's response. Without secrets. */
  readonly found: string;
  /** The thing to do before the deployment. Absent: nothing keeps the stage from being deployed. */
  readonly todo?: string;
  /** The thing to do before the stage can hold the load that it promises. It is no fault of a deployment. */
  readonly later?: string;
}

/** A check before a deployment. It changes nothing. */
export interface Check {
  readonly id: string;
  readonly asks: string;
  /** @throws Error of a service that refuses the question */
  run(context: PreflightContext): Promise<Finding>;
}

/** One finding of several: all that was found, and all that is to be done. */
export function together(findings: readonly Finding[]): Finding {
  const joined = (all: readonly string[]) => (all.length === 0 ? undefined : [...new Set(all)].join('; '));
  const todo = joined(findings.flatMap((one) => one.todo ?? []));
  const later = joined(findings.flatMap((one) => one.later ?? []));
  const found = findings.map((one) => one.found).join('; ');
  return { found, ...(todo !== undefined && { todo }), ...(later !== undefined && { later }) };
}

/** An ARN among the settings, with its path in them. */
export interface SettingArn {
  readonly setting: string;
  readonly arn: string;
  readonly region: string;
}

/** Finds every ARN of a service among settings, wherever it stands in them. @param service as in ARNs: `sns` */
export function arnsOf(settings: unknown, service: string, path: readonly string[] = []): SettingArn[] {
  if (typeof settings === 'string') {
    const [arn, , found, region = ''] = settings.split(':');
    return arn === 'arn' && found === service ? [{ setting: path.join('.'), arn: settings, region }] : [];
  }
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.entries(settings).flatMap(([key, inner]) => arnsOf(inner, service, [...path, key]));
}

/** The name of the stage's stack. */
export const stageStack = ({ config }: PreflightContext): string => `PartnerRamp-${config.name}`;
