import { page } from '#shared/http/page';
import { openSigningPage } from './open-signing-page';

export const handler = page('openSigningPage', openSigningPage);
