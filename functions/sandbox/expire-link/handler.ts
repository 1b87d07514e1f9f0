import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { toEndedLinkResponse } from '#shared/identity/response';
import { contract } from './contract';
import { expireLink } from './expire-link';

export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => ({
  data: toEndedLinkResponse(await expireLink(params.userId, caller, nowMs), nowMs),
}));
