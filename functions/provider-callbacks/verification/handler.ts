import { Problem } from '#shared/api/problems';
import { providerEndpoint } from '#shared/http/provider-endpoint';
import { findVerification } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { nowMs } from '#shared/platform/config/environment';
import { findConnection, readProviderSecret } from '#shared/platform/providers/settings';
import { providerCallback, providerSecret } from '#shared/providers/verification/wire';

/**
 * Stores a decision that the provider reports. A repeated one, or one after another decision, gets 200 and changes
 * nothing. A verification that the provider knows by another reference is unknown.
 */
export const handler = providerEndpoint({
  id: 'reportVerification',
  signers: () => (findConnection('verification') === undefined ? [] : [{ name: 'verification', secrets: readSecrets }]),
  body: providerCallback,
  operation: async ({ verificationId, userId, reference, ...decision }) => {
    const verification = await findVerification(userId, verificationId);
    // The report may arrive before the response that has the reference.
    const known = verification?.provider?.reference ?? reference;
    if (verification === undefined || known !== reference)
      throw new Problem('NOT_FOUND', 'Verification not found', { reason: 'VERIFICATION_NOT_FOUND' });
    await resolveVerification(verification, decision, nowMs());
    return { verificationId };
  },
});

async function readSecrets(): Promise<readonly string[]> {
  return (await readProviderSecret('VERIFICATION_SECRET_ARN', providerSecret)).callbackSecrets;
}
