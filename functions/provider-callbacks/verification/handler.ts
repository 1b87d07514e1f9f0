import { Problem } from '#shared/api/problems';
import { providerEndpoint } from '#shared/http/provider-endpoint';
import { findVerification } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { nowMs } from '#shared/platform/config/environment';
import { findConnection, readProviderSecret } from '#shared/platform/providers/settings';
import { providerCallback, providerSecret } from '#shared/providers/verification/wire';

/**
 * Stores a decision of the provider. A repeated report, or a report after a decision, returns 200 and changes nothing. A report
 * with a different provider reference returns "not found".
 */
export const handler = providerEndpoint({
  id: 'reportVerification',
  signers: () => (findConnection('verification') === undefined ? [] : [{ name: 'verification', secrets: readSecrets }]),
  body: providerCallback,
  operation: async ({ verificationId, userId, reference, ...decision }) => {
    const verification = await findVerification(userId, verificationId);
    // The report can arrive before the provider's response with the reference. Then the report's reference is accepted.
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
