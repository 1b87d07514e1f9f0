import { join } from 'node:path';
import type { GatewayEvent, GatewayResult } from '#shared/http/gateway-event';
import { fileResponse, publicEndpoint, servedFile } from '#shared/http/public-endpoint';
import { stage } from '#shared/platform/config/environment';
import { EGRESS_ADDRESSES_PATH, siteFolder } from './manifest';
import { readPath, servePage } from './serve-page';
import { openSite, type Site } from './site-files';

/** Response of a stage without fixed egress addresses. */
const CHANGING = { fixed: false, current: { effectiveFrom: null, addresses: [] }, announced: null };

/** Pages of any origin may read the egress addresses, and caches may keep them for five minutes. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' };

/** Returns the egress IP addresses: the current list, and an announced list with its start day (docs/adr/013). */
function serveEgressAddresses(event: GatewayEvent): GatewayResult {
  const text = process.env.EGRESS_ADDRESSES ?? JSON.stringify(CHANGING);
  return fileResponse(event, servedFile('application/json; charset=utf-8', text), HEADERS);
}

let site: Site | undefined;

/**
 * Serves the developer pages and the list of egress addresses. The build creates the files of the pages; the function reads each
 * file at its first request.
 */
export const handler = publicEndpoint('getPage', (event) => {
  if (readPath(event) === EGRESS_ADDRESSES_PATH) return serveEgressAddresses(event);
  site ??= openSite(join(__dirname, siteFolder(stage())));
  return servePage(site, event);
});
