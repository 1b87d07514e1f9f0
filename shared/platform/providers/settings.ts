/** URL and secret of a provider. The function's environment variables contain the URL and the ARN of the secret. */
import * as z from 'zod/mini';
import { required } from '#shared/platform/config/environment';
import { readSecret } from '#shared/platform/config/secrets';
import { type ProviderName, variablePrefix } from '#shared/platform/providers/registry';
import { parseJson } from '#shared/values/json';
import { circuitBreakerFor } from './circuit-breaker';
import type { ProviderConnection } from './client';

export const bearerSecret = z.object({ apiKey: z.string().check(z.minLength(16)) });

/** Secrets (`whsec_…`) that sign the provider's reports: one, two during a rotation, at most five. Each is valid. */
export const callbackSecrets = z
  .array(z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)))
  .check(z.minLength(1), z.maxLength(5));

interface ConnectionOptions {
  /** Purpose of the calls, if these calls have a separate circuit breaker. */
  readonly use?: string | undefined;
  readonly secret?: z.ZodMiniType<z.infer<typeof bearerSecret>> | undefined;
}

/** Returns the connection to a provider; `undefined` if the stage has no URL for it. No error contains any part of the secret. */
export function findConnection(
  provider: ProviderName,
  { use, secret = bearerSecret }: ConnectionOptions = {},
): ProviderConnection | undefined {
  const prefix = variablePrefix(provider);
  const url = process.env[`${prefix}_URL`] ?? '';
  if (url === '') return undefined;
  return {
    url,
    apiKey: async () => (await readProviderSecret(`${prefix}_SECRET_ARN`, secret)).apiKey,
    circuit: circuitBreakerFor(provider, use),
  };
}

/**
 * Reads a provider's secret. The environment variable contains the ARN of the secret.
 * @throws SecretUnavailable; Error if the secret does not match the schema
 */
export async function readProviderSecret<Secret>(variable: string, schema: z.ZodMiniType<Secret>): Promise<Secret> {
  const parsed = schema.safeParse(parseJson(await readSecret(required(variable))));
  if (!parsed.success) throw new Error(`The secret of ${variable} has another form`);
  return parsed.data;
}
