import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageConfig } from '#infra/config/stages';
import type { Grant } from '#shared/contract/endpoints';
import { providerGrant, providers, variablePrefix } from '#shared/platform/providers/registry';
import { isReporting, signaturePrefix } from '#shared/transactions/domain/reporters';

type Providers = Pick<StageConfig, 'providers'>;

interface Settings {
  readonly secretArn: string;
  readonly url?: string | undefined;
  readonly maxAgeS?: number | undefined;
}

interface ProviderPart {
  readonly grant: Grant;
  /** Prefix of the provider's environment variables. */
  readonly prefix: string;
  readonly settings: Settings | undefined;
}

/** Returns all providers that a stage can configure. */
function providerParts({ providers: configured = {} }: Providers): readonly ProviderPart[] {
  return providers.map(({ name, setting }) => ({
    grant: providerGrant(name),
    prefix: variablePrefix(name),
    settings: configured[setting],
  }));
}

/** Returns the providers that report events, each with the secret for the signatures of its reports. */
function reporterParts({ providers: { events = {} } = {} }: Providers): readonly ProviderPart[] {
  return providers.filter(isReporting).map(({ name, setting }) => ({
    grant: 'provider-events',
    prefix: signaturePrefix(name),
    settings: events[setting],
  }));
}

function granted(config: Providers, grants: readonly Grant[]): { prefix: string; settings: Settings }[] {
  return [...providerParts(config), ...reporterParts(config)].flatMap(({ grant, prefix, settings }) =>
    settings !== undefined && grants.includes(grant) ? [{ prefix, settings }] : [],
  );
}

/** Allows reading the secrets of granted providers: for requests to a provider, or for the signatures of its reports. */
export function providerStatements(config: Providers, grants: readonly Grant[]): PolicyStatement[] {
  const resources = granted(config, grants).map(({ settings }) => settings.secretArn);
  if (resources.length === 0) return [];
  return [new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources })];
}

/** Builds the environment variables of granted providers: URL, ARN of the secret, and maximum age of a rate in seconds. */
export function providerEnvironment(config: Providers, grants: readonly Grant[]): Record<string, string> {
  return Object.fromEntries(
    granted(config, grants).flatMap(({ prefix, settings: { url, secretArn, maxAgeS } }) => [
      ...(url === undefined ? [] : [[`${prefix}_URL`, url]]),
      [`${prefix}_SECRET_ARN`, secretArn],
      ...(maxAgeS === undefined ? [] : [[`${prefix}_MAX_AGE_S`, String(maxAgeS)]]),
    ]),
  );
}
