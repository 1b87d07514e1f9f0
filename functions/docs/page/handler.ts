import { join } from 'node:path';
import { EGRESS_ADDRESSES_PATH } from '#shared/api/egress-addresses';
import { publicEndpoint } from '#shared/http/public-endpoint';
import { stage } from '#shared/platform/config/environment';
import { answerPage, readPath } from './answer-page';
import { answerEgressAddresses } from './egress-addresses';
import { siteFolder } from './manifest';
import { openSite, type Site } from './site-files';

let site: Site | undefined;

/** Serves the developer pages, files that the build has made, each read at its first request, and the addresses that calls come from. */
export const handler = publicEndpoint('getPage', (event) => {
  if (readPath(event) === EGRESS_ADDRESSES_PATH) return answerEgressAddresses(event);
  site ??= openSite(join(__dirname, siteFolder(stage())));
  return answerPage(site, event);
});
