import { nowMs } from '#shared/config/clock';
import { providerEndpoint } from '#shared/http/provider-endpoint';
import { eventSecrets, hasEventSecrets } from '#shared/providers/events/event-secrets';
import { providerReport } from './contract';
import { takeEvent } from './take-event';

export const handler = providerEndpoint({
  id: 'takeProviderEvent',
  configured: hasEventSecrets,
  secrets: eventSecrets,
  body: providerReport,
  operation: (report) => takeEvent(report, nowMs()),
});
