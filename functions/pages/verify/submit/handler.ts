import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { submitVerificationPage } from './submit-verification-page';

export const handler = linkEndpoint('submitVerificationPage', submitVerificationPage);
