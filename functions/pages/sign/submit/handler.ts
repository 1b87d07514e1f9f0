import { linkEndpoint } from '#shared/http/link-endpoint';
import { submitSignature } from './submit-signature';

export const handler = linkEndpoint('submitSignature', submitSignature);
