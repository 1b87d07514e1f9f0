import { providerEndpoint } from '#shared/http/provider-endpoint';
import { nowMs } from '#shared/platform/config/environment';
import { eventSigners } from '#shared/providers/event-signers';
import { providerReport } from './contract';
import { takeEvent } from './take-event';

export const handler = providerEndpoint({
  id: 'takeProviderEvent',
  signers: eventSigners,
  body: providerReport,
  operation: (report, signer) => takeEvent(report, signer, nowMs()),
});
