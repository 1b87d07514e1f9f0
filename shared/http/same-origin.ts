import { readBaseUrl } from './base-url';
import { type GatewayEvent, header } from './gateway-event';

/**
 * Whether a form was sent by a page of another host than the request came to, as its browser tells. Programs
 * name no origin. Our own pages send no referrer, and then browsers write `null` in place of the origin (the
 * Fetch standard, "append a request Origin header"); where such a request comes from tells `sec-fetch-site`,
 * which no page can set.
 */
export function isCrossOrigin(event: GatewayEvent): boolean {
  const origin = header(event, 'origin');
  if (origin === undefined) return false;
  if (origin === 'null') return ['cross-site', 'same-site'].includes(header(event, 'sec-fetch-site') ?? '');
  return !URL.canParse(origin) || new URL(origin).host !== new URL(readBaseUrl(event)).host;
}
