import type * as z from 'zod/mini';
import type { VerificationFile } from '#shared/identity/domain/identity-verification';
import { BACKGROUND_LIMITS, type ProviderConnection, providerClient } from '#shared/providers/http/client';
import type { VerificationCase, VerificationProvider, VerificationResult } from './port';
import { providerAnswer } from './wire';

export interface HttpVerificationOptions extends ProviderConnection {
  /** An address from which the provider reads one of our files for this many seconds. */
  readonly presignFile: (file: { readonly key: string; readonly expiresS: number }) => Promise<string>;
}

/** The provider fetches the files when it takes the submission; a repeated one brings new addresses. */
const FILE_EXPIRY_S = 900;

/** The verification provider over HTTP; its contract is docs/providers/verification.openapi.yaml. */
export function httpVerification(options: HttpVerificationOptions): VerificationProvider {
  const provider = providerClient(options, BACKGROUND_LIMITS);
  return {
    async submit(subject) {
      // A submission that is repeated after a lost answer is the same verification to the provider.
      const key = subject.verification.id;
      const body = await toSubmissionBody(subject, options.presignFile);
      return toResult(await provider.post('/verifications', { key, body, answer: providerAnswer }));
    },
    async poll(reference) {
      return toResult(await provider.get(`/verifications/${encodeURIComponent(reference)}`, providerAnswer));
    },
  };
}

function toResult({ reference, ...answer }: z.infer<typeof providerAnswer>): VerificationResult {
  return answer.status === 'PENDING' ? { state: 'PENDING', reference } : { state: 'DECIDED', decision: answer };
}

async function toSubmissionBody(
  { user, verification }: VerificationCase,
  presignFile: HttpVerificationOptions['presignFile'],
) {
  return {
    verificationId: verification.id,
    userId: user.id,
    type: user.type,
    email: user.email,
    country: verification.country,
    submittedAt: new Date(verification.submittedAtMs).toISOString(),
    fields: verification.submission,
    files: await Promise.all((verification.files ?? []).map((file) => toProviderFile(file, presignFile))),
  };
}

/** A file as the provider gets it: what it is, how it is checked, where it is read. Its key stays ours. */
async function toProviderFile(
  { field, key, contentType, size, sha256 }: VerificationFile,
  presignFile: HttpVerificationOptions['presignFile'],
) {
  return { field, contentType, size, sha256, url: await presignFile({ key, expiresS: FILE_EXPIRY_S }) };
}
