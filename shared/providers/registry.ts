/**
 * Every kind of provider that the service calls over HTTP. A new kind is a row here, its settings in
 * infra/config/stage-settings.ts, and a folder beside this file (port, http, sandbox) whose contract stands in
 * docs/providers/. Its grant, its variables, its secret's policy and its circuit follow from the row.
 */
interface ProviderRow {
  readonly name: string;
  /** Its name in the settings file of a stage. */
  readonly setting: string;
  /** True if it reports events of transactions, signed with a secret of its own. */
  readonly reports: boolean;
}

export const providers = [
  { name: 'verification', setting: 'verification', reports: false },
  { name: 'rates', setting: 'rates', reports: true },
  { name: 'custody', setting: 'custody', reports: true },
  { name: 'banking', setting: 'banking', reports: true },
  { name: 'bank-verification', setting: 'bankVerification', reports: true },
] as const satisfies readonly ProviderRow[];

export type Provider = (typeof providers)[number];
export type ProviderName = Provider['name'];

export const reportingProviders = providers.filter((provider) => provider.reports);

/** Grant by which a function may call the provider. */
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
