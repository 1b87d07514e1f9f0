import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { priceRequest, readFixedRampAmount } from '#shared/quotes/price-ramp';
import { toRampRateResponse } from '#shared/quotes/response';
import { contract } from './contract';

/** The current rate for either amount, not locked. */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => ({
  data: toRampRateResponse(await priceRequest(query, readFixedRampAmount, { caller, nowMs })),
}));
