import type { VerificationFile } from '#shared/domain/users/verification';
import {
  IN_THE_BACKGROUND,
  type ProviderConnection,
  providerClient,
} from '#shared/providers/http/provider-client';
import type {
  VerificationCase,
  VerificationProvider,
} from '#shared/providers/verification/verification-provider';
import { findingOf, providerAnswer } from '#shared/providers/verification/verification-wire';

export interface HttpVerificationOptions extends ProviderConnection {
  /** An address from which the provider reads one of our files for this many seconds. */
  readonly addressOf: (file: { readonly key: string; readonly expiresS: number }) => Promise<string>;
}

/** The provider fetches the files when it takes the submission; a repeated one brings new addresses. */
const FILE_EXPIRY_S = 900;

/** The provider behind the contract in docs/providers/verification.openapi.yaml. */
export function httpVerification(options: HttpVerificationOptions): VerificationProvider {
  const provider = providerClient(options, IN_THE_BACKGROUND);
  return {
    async submit(subject) {
      const answer = await provider.post('/verifications', {
        // What a lost answer makes us send again is the same verification to the provider.
        key: subject.verification.id,
        body: await submissionOf(subject, options.addressOf),
        answer: providerAnswer,
      });
      return findingOf(answer);
    },
    async poll(reference) {
      return findingOf(await provider.get(`/verifications/${encodeURIComponent(reference)}`, providerAnswer));
    },
  };
}

async function submissionOf(
  { user, verification }: VerificationCase,
  addressOf: HttpVerificationOptions['addressOf'],
) {
  return {
    verificationId: verification.id,
    userId: user.id,
    type: user.type,
    email: user.email,
    country: verification.country,
    submittedAt: new Date(verification.submittedAtMs).toISOString(),
    fields: verification.submission,
    files: await Promise.all((verification.files ?? []).map((file) => fileOf(file, addressOf))),
  };
}

/** A file as the provider gets it: what it is, how it is checked, where it is read. Its key stays ours. */
async function fileOf(
  { field, key, contentType, size, sha256 }: VerificationFile,
  addressOf: HttpVerificationOptions['addressOf'],
) {
  return { field, contentType, size, sha256, url: await addressOf({ key, expiresS: FILE_EXPIRY_S }) };
}
