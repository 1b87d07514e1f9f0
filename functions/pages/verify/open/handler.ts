import { linkEndpoint } from '#shared/http/link-endpoint';
import { openVerificationPage } from './open-verification-page';

export const handler = linkEndpoint('openVerificationPage', openVerificationPage);
