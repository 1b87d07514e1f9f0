import { providerEndpoint } from '#shared/http/provider-endpoint';
import { nowMs } from '#shared/platform/config/clock';
import { hasVerificationProvider, verificationSecret } from '#shared/providers/verification/configured';
import { providerCallback } from '#shared/providers/verification/wire';
import { reportVerification } from './report-verification';

export const handler = providerEndpoint({
  id: 'reportVerification',
  signers: () =>
    hasVerificationProvider()
      ? [{ name: 'verification', secrets: async () => (await verificationSecret()).callbackSecrets }]
      : [],
  body: providerCallback,
  operation: (report) => reportVerification(report, nowMs()),
});
