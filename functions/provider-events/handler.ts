import { nowMs } from '#shared/config/clock';
import { providerEndpoint } from '#shared/http/provider-endpoint';
import { eventSigners } from '#shared/providers/events/event-secrets';
import { providerReport } from './contract';
import { takeEvent } from './take-event';

export const handler = providerEndpoint({
  id: 'takeProviderEvent',
  signers: eventSigners,
  body: providerReport,
  operation: (report, signer) => takeEvent(report, signer, nowMs()),
});
