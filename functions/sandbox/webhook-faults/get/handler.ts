import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readFaultInjection } from '#shared/webhooks/endpoints/repository';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller }) => ({
  data: await readFaultInjection(caller.partnerId),
}));
