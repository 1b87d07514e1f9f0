import { page } from '#shared/http/page';
import { submitSignature } from './submit-signature';

export const handler = page('submitSignature', submitSignature);
