import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { listEndpoints } from '#shared/webhooks/endpoints/list-endpoints';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, nowMs }) => {
  const data = await listEndpoints(await readOwnSettings(caller), nowMs);
  return { data: { count: data.length, total: data.length, data } };
});
