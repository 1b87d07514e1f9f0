import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { presignVerificationUpload } from './presign-verification-upload';

export const handler = linkEndpoint('presignVerificationUpload', presignVerificationUpload);
