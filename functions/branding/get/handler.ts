import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readBranding } from '#shared/partners/branding/repository';
import { toBrandingResponse } from '#shared/partners/branding/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, baseUrl }) => {
  return { data: toBrandingResponse(await readBranding(caller.partnerId), baseUrl) };
});
