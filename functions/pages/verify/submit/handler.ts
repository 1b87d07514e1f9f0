import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { findVerificationRequester } from '#shared/hosted-pages/page-branding';
import { submitVerificationPage } from './submit-verification-page';

export const handler = linkEndpoint('submitVerificationPage', submitVerificationPage, findVerificationRequester);
