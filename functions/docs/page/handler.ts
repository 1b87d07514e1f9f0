import { join } from 'node:path';
import { publicEndpoint } from '#shared/http/public-endpoint';
import { stage } from '#shared/platform/config/environment';
import { answerPage } from './answer-page';
import { siteFolder } from './manifest';
import { openSite, type Site } from './site-files';

let site: Site | undefined;

/** Serves the developer pages: files that the build has made, each read at its first request. */
export const handler = publicEndpoint('getPage', (event) => {
  site ??= openSite(join(__dirname, siteFolder(stage())));
  return answerPage(site, event);
});
