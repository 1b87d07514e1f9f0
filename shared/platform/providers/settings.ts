/** A provider's address and secret, from the environment of the function. */
import * as z from 'zod/mini';
import { required } from '#shared/platform/config/environment';
import { readSecret } from '#shared/platform/config/secrets';
import { type ProviderName, variablePrefix } from '#shared/platform/providers/registry';
import { parseJson } from '#shared/values/json';
import { circuitBreakerFor } from './circuit-breaker';
import type { ProviderConnection } from './client';

export const bearerSecret = z.object({ apiKey: z.string().check(z.minLength(16)) });

/** `whsec_…` secrets, two during a rotation: a report of the provider may be signed with any of them. */
export const callbackSecrets = z
  .array(z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)))
  .check(z.minLength(1), z.maxLength(5));

interface ConnectionOptions {
  /** Purpose of the calls, if it has a separate circuit. */
  readonly use?: string | undefined;
  readonly secret?: z.ZodMiniType<z.infer<typeof bearerSecret>> | undefined;
}

/**
 * A provider that the stage has, by the prefix of its variables; `undefined` if it has none.
 * No error contains any part of the secret.
 */
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
 * A secret of a provider by the variable that holds its ARN.
 * @throws SecretUnavailable; Error when the secret has another form
 */
export async function readProviderSecret<Secret>(variable: string, schema: z.ZodMiniType<Secret>): Promise<Secret> {
  const parsed = schema.safeParse(parseJson(await readSecret(required(variable))));
  if (!parsed.success) throw new Error(`The secret of ${variable} has another form`);
  return parsed.data;
}
