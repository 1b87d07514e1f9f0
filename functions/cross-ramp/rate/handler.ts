import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { priceRequest } from '#shared/quotes/price-cross-ramp';
import { toCrossRampRateResponse } from '#shared/quotes/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => ({
  data: toCrossRampRateResponse(await priceRequest(query, caller, nowMs)),
}));
