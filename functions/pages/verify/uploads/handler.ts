import { page } from '#shared/http/page';
import { presignSlot } from './presign-slot';

export const handler = page('presignVerificationUpload', presignSlot);
