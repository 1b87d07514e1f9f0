import { readBaseUrl } from './base-url';
import { type GatewayEvent, header } from './gateway-event';

/**
 * Whether a form was sent by a page of another host than the request's, according to the browser. Programs
 * send no origin. Our own pages send no referrer, and then browsers write `null` in place of the origin (the
 * Fetch standard, "append a request Origin header"); then `sec-fetch-site` shows the source, which no
 * page can set.
 */
export function isCrossOrigin(event: GatewayEvent): boolean {
  const origin = header(event, 'origin');
  if (origin === undefined) return false;
  if (origin === 'null') return ['cross-site', 'same-site'].includes(header(event, 'sec-fetch-site') ?? '');
  return !URL.canParse(origin) || new URL(origin).host !== new URL(readBaseUrl(event)).host;
}
