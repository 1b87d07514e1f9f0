import { linkEndpoint } from '#shared/http/link-endpoint';
import { submitVerificationPage } from './submit-verification-page';

export const handler = linkEndpoint('submitVerificationPage', submitVerificationPage);
