import { page } from '#shared/http/page';
import { submitStep } from './submit-step';

export const handler = page('submitVerificationPage', submitStep);
