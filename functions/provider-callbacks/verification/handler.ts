import { nowMs } from '#shared/config/clock';
import { providerEndpoint } from '#shared/http/provider-endpoint';
import {
  hasVerificationProvider,
  verificationSecret,
} from '#shared/providers/verification/configured-provider';
import { providerCallback } from '#shared/providers/verification/verification-wire';
import { takeDecision } from './take-decision';

export const handler = providerEndpoint({
  id: 'reportVerification',
  signers: () =>
    hasVerificationProvider()
      ? [{ name: 'verification', secrets: async () => (await verificationSecret()).callbackSecrets }]
      : [],
  body: providerCallback,
  operation: (report) => takeDecision(report, nowMs()),
});
