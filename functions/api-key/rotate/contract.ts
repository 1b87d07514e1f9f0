import * as z from 'zod/mini';
import { defineContract } from '#shared/contract/define-contract';

/** Maximum time that the old key stays valid: a week, long enough for a partner's deployment. */
const MAX_HOURS = 168;

export const contract = defineContract({
  id: 'rotateApiKey',
  body: z.object({ previousEndsAfterHours: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_HOURS))) }),
  bodyOptional: true,
  idempotent: true,
  status: 201,
  response: 'RotatedApiKey',
  errors: ['CONFLICT'],
});
