/**
 * Every kind of provider that the service calls over HTTP. Its grant, its variables, its secret's policy, its circuit and its
 * settings follow from its row; those of its reports from shared/transactions/domain/reporters.ts. How a kind is called:
 * provider-port.ts.
 */
interface ProviderRow {
  /** Also the name of its contract, docs/providers/<name>.openapi.yaml. */
  readonly name: string;
  /** Its name in the settings file of a stage. */
  readonly setting: string;
  /** True if production may have none. @default false */
  readonly isOptional?: true;
  /** Bound of the setting `maxAgeS` in seconds, by which its responses expire. @default it has no such setting */
  readonly maxAgeS?: { readonly most: number };
}

export const providers = [
  { name: 'verification', setting: 'verification' },
  { name: 'rates', setting: 'rates', maxAgeS: { most: 300 } },
  { name: 'custody', setting: 'custody' },
  { name: 'banking', setting: 'banking' },
  { name: 'screening', setting: 'screening' },
  // docs/adr/019 describes a stage without it.
  { name: 'proofs', setting: 'proofs', isOptional: true },
  { name: 'bank-verification', setting: 'bankVerification' },
] as const satisfies readonly ProviderRow[];

export type Provider = (typeof providers)[number];
export type ProviderName = Provider['name'];

/** Returns true if production may have no such provider, by its setting. */
export function isOptionalProvider(setting: string): boolean {
  return providers.some((one) => one.setting === setting && 'isOptional' in one);
}

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
