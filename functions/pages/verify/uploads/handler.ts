import { linkEndpoint } from '#shared/http/link-endpoint';
import { presignVerificationUpload } from './presign-verification-upload';

export const handler = linkEndpoint('presignVerificationUpload', presignVerificationUpload);
