import { join } from 'node:path';
import type { GatewayEvent, GatewayResult } from '#shared/http/gateway-event';
import { fileResponse, publicEndpoint, servedFile } from '#shared/http/public-endpoint';
import { stage } from '#shared/platform/config/environment';
import { EGRESS_ADDRESSES_PATH, siteFolder } from './manifest';
import { readPath, servePage } from './serve-page';
import { openSite, type Site } from './site-files';

/** The list of a stage without fixed addresses. */
const CHANGING = { fixed: false, current: { effectiveFrom: null, addresses: [] }, announced: null };

/** Any page may read it, and a copy is good for five minutes. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' };

/** Responds with the addresses that calls come from, now and from an announced day on (docs/adr/013). */
function serveEgressAddresses(event: GatewayEvent): GatewayResult {
  const text = process.env.EGRESS_ADDRESSES ?? JSON.stringify(CHANGING);
  return fileResponse(event, servedFile('application/json; charset=utf-8', text), HEADERS);
}

let site: Site | undefined;

/** Serves the developer pages, files that the build has made, each read at its first request, and the addresses that calls come from. */
export const handler = publicEndpoint('getPage', (event) => {
  if (readPath(event) === EGRESS_ADDRESSES_PATH) return serveEgressAddresses(event);
  site ??= openSite(join(__dirname, siteFolder(stage())));
  return servePage(site, event);
});
