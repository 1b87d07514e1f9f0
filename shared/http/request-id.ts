import { type GatewayEvent, header } from './gateway-event';

/** The id of a request: the caller's own `x-request-id` of up to 128 visible ASCII characters, else the gateway's. */
export function readRequestId(event: GatewayEvent): string {
  const given = header(event, 'x-request-id');
  return given !== undefined && /^[\x21-\x7e]{1,128}$/.test(given) ? given : event.requestContext.requestId;
}
