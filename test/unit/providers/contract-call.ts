import type { ProviderClient } from '#shared/platform/providers/client';

/** A call of a provider's operation, as test/unit/providers/calls/<name>.ts lists them for its contract. */
export interface ContractCall {
  /** Operation, as in the contract: `GET /rates/{from}/{to}`. */
  readonly operation: string;
  /** Response of the provider, by a schema of the contract. */
  readonly response: readonly [schema: string, value: Readonly<Record<string, unknown>>];
  /** Schema of the body, if there is one. */
  readonly sends?: string;
  readonly call: (provider: ProviderClient) => Promise<unknown>;
}
