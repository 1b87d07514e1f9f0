import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { changeBranding } from '#shared/partners/branding/change-branding';
import { toBrandingResponse } from '#shared/partners/branding/response';
import { contract } from './contract';
import { storeLogo } from './store-logo';

export const handler = partnerEndpoint(contract, async ({ caller, body, baseUrl, nowMs }) => {
  if (body.logo != null) await storeLogo(body.logo);
  const branding = await changeBranding(caller.partnerId, body, nowMs);
  return { data: toBrandingResponse(branding, baseUrl) };
});
