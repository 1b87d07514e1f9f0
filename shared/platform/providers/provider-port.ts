import type * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';
import type { ProviderName } from '#shared/platform/providers/registry';
import type { CallLimits } from './call';
import { type ProviderClient, providerClient } from './client';
import { type bearerSecret, findConnection } from './settings';

/** Error of every call to a provider that the stage does not configure. Such a call never returns an invented result. */
class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

interface PortOptions<Port> {
  /** Simulates the provider in the sandbox. Omit this option only if the sandbox never uses the port. @default none */
  readonly sandbox?: Port;
  /** Implements the port with calls to the provider. Called once per URL, so the port can contain a cache. */
  readonly http: (provider: ProviderClient) => Port;
  readonly limits: CallLimits;
  /** Used if the stage has no provider. @default `http` with a client that throws ProviderUnavailable at each call */
  readonly absent?: Port;
  /**
   * Name of a separate circuit breaker, if failures of this port's calls must not stop the provider's other calls.
   * @default one circuit breaker for all calls
   */
  readonly use?: string;
  /** Schema of the provider's secret. @default only the bearer secret */
  readonly secret?: z.ZodMiniType<z.infer<typeof bearerSecret>>;
}

/**
 * Creates the port of a kind of provider: the interface that the service uses, in the service's own terms. The returned function
 * returns the implementation for this stage. Example of a file in shared/providers:
 *
 * ```ts
 * // Searches lists of persons who must not be paid.
 * export interface Watchlists {
 *   isListed(name: string): Promise<boolean>;
 * }
 * const response = z.object({ listed: z.boolean() });
 * export const httpWatchlists = (provider: ProviderClient): Watchlists => ({
 *   isListed: async (name) => (await provider.get(`/names/${encodeURIComponent(name)}`, response)).listed,
 * });
 * export const watchlists = providerPort<Watchlists>('watchlists', {
 *   sandbox: { isListed: async () => false },
 *   http: httpWatchlists,
 *   limits: INTERACTIVE_LIMITS,
 * });
 * // The caller, a function with the grant `watchlists-provider`:
 * if (await watchlists().isListed(name)) …
 * ```
 *
 * Use `post` for a call that has an effect. A port translates ProviderCallFailed only if callers must distinguish failures.
 */
export function providerPort<Port>(name: ProviderName, options: PortOptions<Port>): () => Port {
  const { sandbox, http, limits, absent, use, secret } = options;
  let known: { readonly url: string; readonly port: Port } | undefined;
  return () => {
    if (sandbox !== undefined && stage() === 'sandbox') return sandbox;
    const connection = findConnection(name, { use, secret });
    if (connection === undefined) return absent ?? http(absentProvider(name));
    if (known?.url !== connection.url) known = { url: connection.url, port: http(providerClient(connection, limits)) };
    return known.port;
  };
}

function absentProvider(name: ProviderName): ProviderClient {
  const refuse = async () => {
    throw new ProviderUnavailable(`No ${name} provider is configured`);
  };
  return { get: refuse, post: refuse };
}
