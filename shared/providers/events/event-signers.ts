/** What reports of transactions are signed with: each provider has its own secret, and rotates it by itself. */
import * as z from 'zod/mini';
import type { Signer } from '#shared/http/provider-endpoint';
import { localNetworkAllowed } from '#shared/platform/config/environment';
import { readProviderSecret } from '#shared/providers/http/settings';
import { type Reporter, reporters, signaturePrefix } from '#shared/transactions/domain/reporters';

const signingSecret = z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/));

const eventsSecret = z.object({
  /** One; two while one is replaced: a report may be signed with any of them. */
  callbackSecrets: z.array(signingSecret).check(z.minLength(1), z.maxLength(5)),
});

/** The secret of a provider on a laptop's stack, which is made with each run; no template sets it. */
function localSecret(reporter: Reporter): string | undefined {
  const secret = process.env[`${signaturePrefix(reporter)}_SECRET`] ?? '';
  return localNetworkAllowed() && secret !== '' ? secret : undefined;
}

/** The providers that can sign where this runs, each with secrets of its own, read when they are asked for. */
export function eventSigners(): readonly Signer<Reporter>[] {
  return reporters.flatMap((name): Signer<Reporter>[] => {
    const local = localSecret(name);
    if (local !== undefined) return [{ name, secrets: async () => [local] }];
    const variable = `${signaturePrefix(name)}_SECRET_ARN`;
    if ((process.env[variable] ?? '') === '') return [];
    return [
      { name, secrets: async () => (await readProviderSecret(variable, eventsSecret)).callbackSecrets },
    ];
  });
}
