import * as z from 'zod/mini';
import { alpha2, userPath } from '#shared/api/fields';
import { redirectUri } from '#shared/identity/person-fields';

/** Common properties of the two operations that create a verification link: one for KYC and one for KYB. */
export const linkContract = {
  params: userPath,
  body: z.object({ country: alpha2, partnerRedirectUri: z.optional(redirectUri) }),
  idempotent: true,
  status: 201,
  errors: ['NO_KYC_TEMPLATE_FOUND', 'EMAIL_NOT_FOUND', 'INVALID_VERIFICATION_TYPE_FOR_USER', 'CONFLICT'],
} as const;
