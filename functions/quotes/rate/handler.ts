import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { priceRequest, readFixedRampAmount } from '#shared/quotes/price-ramp';
import { toRampRateResponse } from '#shared/quotes/response';
import { contract } from './contract';

/** Returns the current rate for an amount; does not lock the rate. */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => ({
  data: toRampRateResponse(await priceRequest(query, readFixedRampAmount, { caller, nowMs })),
}));
