import type { GatewayEvent, GatewayResult } from '#shared/http/gateway-event';
import { fileResponse, servedFile } from '#shared/http/public-endpoint';

/** The list of a stage without fixed addresses. */
const CHANGING = { fixed: false, current: { effectiveFrom: null, addresses: [] }, announced: null };

/** Any page may read it, and a copy is good for five minutes. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' };

/** Answers with the addresses that calls come from, now and from an announced day on (docs/adr/073). */
export function answerEgressAddresses(event: GatewayEvent): GatewayResult {
  const text = process.env.EGRESS_ADDRESSES ?? JSON.stringify(CHANGING);
  return fileResponse(event, servedFile('application/json; charset=utf-8', text), HEADERS);
}
