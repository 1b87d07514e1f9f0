/** The verification provider of this function, by its environment. */
import * as z from 'zod/mini';
import { required, stage } from '#shared/platform/config/environment';
import { presignDownload } from '#shared/platform/files/presigned-download';
import { circuitBreakerFor } from '#shared/providers/http/circuit-breaker';
import { readProviderSecret } from '#shared/providers/http/settings';
import { httpVerification } from './http';
import type { VerificationProvider } from './port';
import { sandboxVerification } from './sandbox';

/** The credentials of provider and service: one JSON secret, so that both are rotated together. */
const providerSecret = z.object({
  /** Sent with every call. */
  apiKey: z.string().check(z.minLength(16)),
  /** `whsec_…`, one or more: a callback may be signed with any of them. */
  callbackSecrets: z
    .array(z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)))
    .check(z.minLength(1), z.maxLength(5)),
});

type ProviderSecret = z.infer<typeof providerSecret>;

/** Whether a verification provider is configured where this runs. */
export function hasVerificationProvider(): boolean {
  return (process.env.VERIFICATION_URL ?? '') !== '';
}

/** @throws SecretUnavailable; Error when the secret has another form. The error contains no part of it. */
export function verificationSecret(): Promise<ProviderSecret> {
  return readProviderSecret('VERIFICATION_SECRET_ARN', providerSecret);
}

/**
 * The configured provider; without one the simulated provider, in the sandbox only.
 * @throws Error in production when none is configured
 */
export function verificationProvider(): VerificationProvider {
  if (hasVerificationProvider()) {
    return httpVerification({
      url: required('VERIFICATION_URL'),
      apiKey: async () => (await verificationSecret()).apiKey,
      circuit: circuitBreakerFor('verification'),
      presignFile: presignDownload,
    });
  }
  if (stage() === 'sandbox') return sandboxVerification;
  throw new Error('No verification provider is configured');
}
