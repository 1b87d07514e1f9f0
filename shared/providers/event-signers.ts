/** Secrets that sign reports about transactions. Each provider has a separate secret, which is rotated independently. */
import * as z from 'zod/mini';
import type { Signer } from '#shared/http/provider-endpoint';
import { localNetworkAllowed } from '#shared/platform/config/environment';
import { callbackSecrets, readProviderSecret } from '#shared/platform/providers/settings';
import { type Reporter, reporters, signaturePrefix } from '#shared/transactions/domain/reporters';

/** Schema of the secret with which a provider signs its reports. */
export const eventsSecret = z.object({ callbackSecrets });

/** Returns a provider's secret from a variable that only the local API sets, with a new secret at each start. */
function localSecret(reporter: Reporter): string | undefined {
  const secret = process.env[`${signaturePrefix(reporter)}_SECRET`] ?? '';
  return localNetworkAllowed() && secret !== '' ? secret : undefined;
}

/** Returns the providers of this stage that sign reports. Each provider's secrets are read on demand. */
export function eventSigners(): readonly Signer<Reporter>[] {
  return reporters.flatMap((name): Signer<Reporter>[] => {
    const local = localSecret(name);
    if (local !== undefined) return [{ name, secrets: async () => [local] }];
    const variable = `${signaturePrefix(name)}_SECRET_ARN`;
    if ((process.env[variable] ?? '') === '') return [];
    return [{ name, secrets: async () => (await readProviderSecret(variable, eventsSecret)).callbackSecrets }];
  });
}
