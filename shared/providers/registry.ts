/**
 * Every kind of provider that the service calls over HTTP. Its grant, its variables, its secret's policy, its circuit, its
 * settings, and their places in the production example and in docs/deploy.md follow from its row; those of its reports from
 * shared/transactions/domain/reporters.ts. How a kind is called: http/provider-port.ts.
 */
import { type Reporter, reporters } from '#shared/transactions/domain/reporters';

interface ProviderRow {
  /** Also the name of its contract, docs/providers/<name>.openapi.yaml. */
  readonly name: string;
  /** Its name in the settings file of a stage. */
  readonly setting: string;
  /** Its name and its purpose for a deployer, in the middle of a sentence. */
  readonly about: string;
  /** Effect in a stage that has none. @default production needs one */
  readonly absent?: string;
  /** The setting `maxAgeS` in seconds, by which its answers expire. */
  readonly maxAgeS?: { readonly most: number; readonly example: number; readonly effect: string };
}

export const providers = [
  { name: 'verification', setting: 'verification', about: 'the verification provider' },
  {
    name: 'rates',
    setting: 'rates',
    about: 'the rate provider',
    maxAgeS: {
      most: 300,
      example: 30,
      effect: 'A rate older than `maxAgeS` seconds is never used: quotes answer 500 instead.',
    },
  },
  { name: 'custody', setting: 'custody', about: 'the custodian: deposit addresses, balances, transfers' },
  { name: 'banking', setting: 'banking', about: 'the banking provider: deposit accounts, payouts' },
  { name: 'screening', setting: 'screening', about: 'the provider that screens payouts' },
  {
    name: 'proofs',
    setting: 'proofs',
    about: 'the provider of proofs of SPEI transfers',
    absent:
      'no proof is looked up ([decision](adr/019-provider-reports-spei-proofs-and-travel-rule.md), with what it costs).',
  },
  { name: 'bank-verification', setting: 'bankVerification', about: 'the provider of payee checks' },
] as const satisfies readonly ProviderRow[];

export type Provider = (typeof providers)[number];
export type ProviderName = Provider['name'];

/** Tells whether production may have no such provider, by its setting. */
export function isOptionalProvider(setting: string): boolean {
  return providers.some((one) => one.setting === setting && 'absent' in one);
}

/** Tells whether a provider reports events of transactions, signed with a secret of its own. */
export function isReporting(provider: Provider): provider is Extract<Provider, { name: Reporter }> {
  return reporters.some((name) => name === provider.name);
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
