import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { submitSignature } from './submit-signature';

export const handler = linkEndpoint('submitSignature', submitSignature);
