import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { askedInVerification } from '#shared/hosted-pages/verification/verification-asker';
import { submitVerificationPage } from './submit-verification-page';

export const handler = linkEndpoint('submitVerificationPage', submitVerificationPage, askedInVerification);
