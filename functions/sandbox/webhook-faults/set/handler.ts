import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { saveFaultInjection } from '#shared/webhooks/endpoints/repository';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, body }) => {
  await saveFaultInjection(caller.partnerId, body);
  return { data: body };
});
