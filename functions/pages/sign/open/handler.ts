import { linkEndpoint } from '#shared/http/link-endpoint';
import { openSigningPage } from './open-signing-page';

export const handler = linkEndpoint('openSigningPage', openSigningPage);
