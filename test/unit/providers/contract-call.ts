import type { ProviderClient } from '#shared/platform/providers/client';

/** A request to a provider operation. The files test/unit/providers/calls/<name>.ts list the requests of each contract. */
export interface ContractCall {
  /** Operation as in the contract: `GET /rates/{from}/{to}`. */
  readonly operation: string;
  /** Response of the provider, with its schema in the contract. */
  readonly response: readonly [schema: string, value: Readonly<Record<string, unknown>>];
  /** Schema of the request body, if there is a body. */
  readonly sends?: string;
  readonly call: (provider: ProviderClient) => Promise<unknown>;
}
