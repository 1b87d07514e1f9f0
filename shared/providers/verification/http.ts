import type * as z from 'zod/mini';
import type { VerificationFile } from '#shared/identity/domain/identity-verification';
import { presignDownload } from '#shared/platform/files/signed-requests';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import type { VerificationCase, VerificationProvider, VerificationResult } from './port';
import { sandboxVerification } from './sandbox';
import { providerResponse, providerSecret } from './wire';

/** Returns a presigned URL from which the provider can read one of our files for `expiresS` seconds. */
type PresignFile = (file: { readonly key: string; readonly expiresS: number }) => Promise<string>;

/**
 * Lifetime of a file's URL in seconds. It can be short: the provider downloads files when it accepts a submission, and a repeated
 * submission has new URLs.
 */
const FILE_EXPIRY_S = 900;

/** Verification provider over HTTP. API contract: docs/providers/verification.openapi.yaml. */
export function httpVerification(provider: ProviderClient, presignFile: PresignFile): VerificationProvider {
  return {
    async submit(subject) {
      // If we repeat a submission after a lost response, the provider recognizes the same verification by this key.
      const key = subject.verification.id;
      const body = await toSubmissionBody(subject, presignFile);
      return toResult(await provider.post('/verifications', { key, body, response: providerResponse }));
    },
    async poll(reference) {
      return toResult(await provider.get(`/verifications/${encodeURIComponent(reference)}`, providerResponse));
    },
  };
}

function toResult({ reference, ...response }: z.infer<typeof providerResponse>): VerificationResult {
  return response.status === 'PENDING' ? { state: 'PENDING', reference } : { state: 'DECIDED', decision: response };
}

async function toSubmissionBody({ user, verification }: VerificationCase, presignFile: PresignFile) {
  return {
    verificationId: verification.id,
    userId: user.id,
    type: user.type,
    email: user.email,
    country: verification.country,
    submittedAt: new Date(verification.submittedAtMs).toISOString(),
    fields: verification.submission,
    files: await Promise.all(verification.files.map((file) => toProviderFile(file, presignFile))),
  };
}

/** Describes a file to the provider: field, type, size, digest and presigned URL, but not our storage key. */
async function toProviderFile({ field, key, contentType, size, sha256 }: VerificationFile, presignFile: PresignFile) {
  return { field, contentType, size, sha256, url: await presignFile({ key, expiresS: FILE_EXPIRY_S }) };
}

export const verificationProvider = providerPort<VerificationProvider>('verification', {
  sandbox: sandboxVerification,
  http: (provider) => httpVerification(provider, presignDownload),
  limits: BACKGROUND_LIMITS,
  secret: providerSecret,
});
