import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'requestSignatures',
  params: userPath,
  body: z.object({ country: z.optional(z.string()) }),
  bodyOptional: true,
  idempotent: true,
  status: 201,
  response: 'SignaturePage',
  errors: ['BAD_REQUEST', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
