/** The verification provider of this function, by its environment. */
import * as z from 'zod/mini';
import { stage } from '#shared/platform/config/environment';
import { presignDownload } from '#shared/platform/files/signed-requests';
import { bearerSecret, callbackSecrets, findConnection, readProviderSecret } from '#shared/providers/http/settings';
import { httpVerification } from './http';
import type { VerificationProvider } from './port';
import { sandboxVerification } from './sandbox';

/** Form of the credentials of provider and service: one JSON secret, so that both are rotated together. */
export const providerSecret = z.extend(bearerSecret, { callbackSecrets });

/** Tells if a verification provider is configured where this runs. */
export function hasVerificationProvider(): boolean {
  return findConnection('verification') !== undefined;
}

/** @throws SecretUnavailable; Error when the secret has another form. The error contains no part of it. */
export function verificationSecret(): Promise<z.infer<typeof providerSecret>> {
  return readProviderSecret('VERIFICATION_SECRET_ARN', providerSecret);
}

/**
 * The configured provider; without one the simulated provider, in the sandbox only.
 * @throws Error in production when none is configured
 */
export function verificationProvider(): VerificationProvider {
  const connection = findConnection('verification');
  if (connection !== undefined) {
    const apiKey = async () => (await verificationSecret()).apiKey;
    return httpVerification({ ...connection, apiKey, presignFile: presignDownload });
  }
  if (stage() === 'sandbox') return sandboxVerification;
  throw new Error('No verification provider is configured');
}
