import type * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';
import type { ProviderName } from '#shared/platform/providers/registry';
import type { CallLimits } from './call';
import { type ProviderClient, providerClient } from './client';
import { type bearerSecret, findConnection } from './settings';

/** No provider of this kind is configured. No result is invented instead. */
class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

interface PortOptions<Port> {
  /** Plays the provider in the sandbox. @default none: the sandbox never asks */
  readonly sandbox?: Port;
  /** Carries the port out by calls of the provider. It is made once for an address, and so may hold a cache. */
  readonly http: (provider: ProviderClient) => Port;
  readonly limits: CallLimits;
  /** Stands in where production has no provider. @default `http`, each of whose calls throws ProviderUnavailable */
  readonly absent?: Port;
  /** Names the circuit of these calls, if their failures must not stop the provider's other calls. @default one for all */
  readonly use?: string;
  /** Form of the provider's secret. @default the bearer secret alone */
  readonly secret?: z.ZodMiniType<z.infer<typeof bearerSecret>>;
}

/**
 * Makes the port of a kind of provider: what the service asks of it, in the service's own words. A call of the result gives the
 * one that this stage asks.
 *
 * A new kind is one file next to this folder, or a folder where that is longer than a screen. It has the port as an interface,
 * the adapter that carries it out, and the sandbox's part:
 *
 * ```ts
 * // Looks a name up in lists of persons who may not be paid.
 * export interface Watchlists {
 *   isListed(name: string): Promise<boolean>;
 * }
 *
 * // Every response is checked by a schema, and has no members but those.
 * const response = z.object({ listed: z.boolean() });
 *
 * export const httpWatchlists = (provider: ProviderClient): Watchlists => ({
 *   isListed: async (name) => (await provider.get(`/names/${encodeURIComponent(name)}`, response)).listed,
 * });
 *
 * export const watchlists = providerPort<Watchlists>('watchlists', {
 *   sandbox: { isListed: async () => false },
 *   http: httpWatchlists,
 *   limits: INTERACTIVE_LIMITS,
 * });
 *
 * // A use case, whose row has the grant `watchlists-provider`:
 * if (await watchlists().isListed(name)) …
 * ```
 *
 * The client has address, secret, time limits, retries and circuit. What has an effect is a `post`, whose key is the same for
 * every repetition. A failed call throws ProviderCallFailed, which a port translates only where its callers must tell it apart.
 *
 * @param name that of its row in shared/platform/providers/registry.ts
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
