/** The secrets that sign reports of transactions: each provider has its own, which is rotated independently. */
import * as z from 'zod/mini';
import type { Signer } from '#shared/http/provider-endpoint';
import { localNetworkAllowed } from '#shared/platform/config/environment';
import { callbackSecrets, readProviderSecret } from '#shared/platform/providers/settings';
import { type Reporter, reporters, signaturePrefix } from '#shared/transactions/domain/reporters';

/** Form of the secret that one provider signs its reports with. */
export const eventsSecret = z.object({ callbackSecrets });

/** The secret of a provider on a laptop's stack, which is made with each run; no template sets it. */
function localSecret(reporter: Reporter): string | undefined {
  const secret = process.env[`${signaturePrefix(reporter)}_SECRET`] ?? '';
  return localNetworkAllowed() && secret !== '' ? secret : undefined;
}

/** The providers of this stage that sign reports, each with its own secrets, read on demand. */
export function eventSigners(): readonly Signer<Reporter>[] {
  return reporters.flatMap((name): Signer<Reporter>[] => {
    const local = localSecret(name);
    if (local !== undefined) return [{ name, secrets: async () => [local] }];
    const variable = `${signaturePrefix(name)}_SECRET_ARN`;
    if ((process.env[variable] ?? '') === '') return [];
    return [{ name, secrets: async () => (await readProviderSecret(variable, eventsSecret)).callbackSecrets }];
  });
}
