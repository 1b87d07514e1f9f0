import * as z from 'zod/mini';
import { alpha2, userPath } from '#shared/api/fields';
import { redirectUri } from '#shared/identity/person-fields';

/** Common part of the contracts of both verification links. */
export const linkContract = {
  params: userPath,
  body: z.object({ country: alpha2, partnerRedirectUri: z.optional(redirectUri) }),
  idempotent: true,
  status: 201,
  errors: ['NO_KYC_TEMPLATE_FOUND', 'EMAIL_NOT_FOUND', 'INVALID_VERIFICATION_TYPE_FOR_USER', 'CONFLICT'],
} as const;
