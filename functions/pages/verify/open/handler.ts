import { page } from '#shared/http/page';
import { openPage } from './open-page';

export const handler = page('openVerificationPage', openPage);
