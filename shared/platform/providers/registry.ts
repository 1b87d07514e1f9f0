/**
 * A kind of provider that the service calls over HTTP. The provider's grant, environment variables, secret policy, circuit
 * breaker and settings are derived from this row. The settings for provider reports are derived from
 * shared/transactions/domain/reporters.ts.
 */
interface ProviderRow {
  /** Name of the provider and of its API contract, docs/providers/<name>.openapi.yaml. */
  readonly name: string;
  /** Name of the provider in the settings file of a stage. */
  readonly setting: string;
  /** True if production can run without this provider. @default false */
  readonly isOptional?: true;
  /** Upper limit of the setting `maxAgeS`, the lifetime of a response in seconds. @default no such setting */
  readonly maxAgeS?: { readonly most: number };
}

export const providers = [
  { name: 'verification', setting: 'verification' },
  { name: 'rates', setting: 'rates', maxAgeS: { most: 300 } },
  { name: 'custody', setting: 'custody' },
  { name: 'banking', setting: 'banking' },
  { name: 'screening', setting: 'screening' },
  // docs/adr/019 describes a stage without this provider.
  { name: 'proofs', setting: 'proofs', isOptional: true },
  { name: 'bank-verification', setting: 'bankVerification' },
] as const satisfies readonly ProviderRow[];

export type Provider = (typeof providers)[number];
export type ProviderName = Provider['name'];

/** Returns true if production can run without the provider that has this setting name. */
export function isOptionalProvider(setting: string): boolean {
  return providers.some((one) => one.setting === setting && 'isOptional' in one);
}

/** Grant that allows a function to call the provider. */
export type ProviderGrant = `${ProviderName}-provider`;

export function isProviderGrant(grant: string): grant is ProviderGrant {
  return providers.some(({ name }) => grant === providerGrant(name));
}

export function providerGrant<Name extends ProviderName>(name: Name): `${Name}-provider` {
  return `${name}-provider`;
}

/** Returns the prefix of a provider's environment variables. */
export function variablePrefix(name: ProviderName): string {
  return name.toUpperCase().replaceAll('-', '_');
}
