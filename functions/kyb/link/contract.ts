import * as z from 'zod/mini';
import { alpha2, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { redirectUri } from '#shared/identity/person-fields';

export const contract = defineContract({
  id: 'createKybLink',
  params: z.object({ userId: uuid }),
  body: z.object({ country: alpha2, partnerRedirectUri: z.optional(redirectUri) }),
  idempotent: true,
  status: 201,
  response: 'KybLink',
  errors: [
    'INVALID_USER_INPUT_ERROR',
    'NO_KYC_TEMPLATE_FOUND',
    'EMAIL_NOT_FOUND',
    'INVALID_VERIFICATION_TYPE_FOR_USER',
    'CONFLICT',
  ],
});
