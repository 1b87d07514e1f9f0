import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageConfig } from '#infra/config/stages';
import type { Grant } from '#shared/api/endpoints';
import { type Reporter, reporters, signaturePrefix } from '#shared/transactions/domain/reporters';

type Providers = Pick<StageConfig, 'providers'>;
type Part = keyof NonNullable<StageConfig['providers']>;

interface Settings {
  readonly secretArn: string;
  readonly url?: string | undefined;
  readonly maxAgeS?: number | undefined;
}

interface ProviderPart {
  readonly grant: Grant;
  /** What its variables begin with. */
  readonly prefix: string;
  readonly settings: Settings | undefined;
}

/** Every part that the stage may have filled. Total, so that a new one without a grant does not compile. */
function providerParts({
  providers = {},
}: Providers): Readonly<Record<Exclude<Part, 'events'>, ProviderPart>> {
  const { verification, rates, custody, banking, bankVerification } = providers;
  return {
    verification: { grant: 'verification-provider', prefix: 'VERIFICATION', settings: verification },
    rates: { grant: 'rates-provider', prefix: 'RATES', settings: rates },
    custody: { grant: 'custody-provider', prefix: 'CUSTODY', settings: custody },
    banking: { grant: 'banking-provider', prefix: 'BANKING', settings: banking },
    bankVerification: {
      grant: 'bank-verification-provider',
      prefix: 'BANK_VERIFICATION',
      settings: bankVerification,
    },
  };
}

/** The providers that report, each with the secret that it signs with. */
function reporterParts({ providers = {} }: Providers): readonly ProviderPart[] {
  const { banking, custody, rates, bankVerification } = providers.events ?? {};
  const settings: Readonly<Record<Reporter, Settings | undefined>> = {
    ...{ banking, custody, rates, 'bank-verification': bankVerification },
  };
  return reporters.map((name) => ({
    grant: 'provider-events',
    prefix: signaturePrefix(name),
    settings: settings[name],
  }));
}

function granted(config: Providers, grants: readonly Grant[]): { prefix: string; settings: Settings }[] {
  return [...Object.values(providerParts(config)), ...reporterParts(config)].flatMap(
    ({ grant, prefix, settings }) =>
      settings !== undefined && grants.includes(grant) ? [{ prefix, settings }] : [],
  );
}

/** What lets a function speak to the providers that the stage has, or know them by their signatures: the one secret of each. */
export function providerStatements(config: Providers, grants: readonly Grant[]): PolicyStatement[] {
  const resources = granted(config, grants).map(({ settings }) => settings.secretArn);
  if (resources.length === 0) return [];
  return [new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources })];
}

/** Where the providers are that the stage has, and which secret each is known by. */
export function providerEnvironment(config: Providers, grants: readonly Grant[]): Record<string, string> {
  return Object.fromEntries(
    granted(config, grants).flatMap(({ prefix, settings: { url, secretArn, maxAgeS } }) => [
      ...(url === undefined ? [] : [[`${prefix}_URL`, url]]),
      [`${prefix}_SECRET_ARN`, secretArn],
      ...(maxAgeS === undefined ? [] : [[`${prefix}_MAX_AGE_S`, String(maxAgeS)]]),
    ]),
  );
}
