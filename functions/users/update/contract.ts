import * as z from 'zod/mini';
import { emailText, text, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'updateUser',
  params: z.object({ userId: uuid }),
  body: z.object({
    email: z.optional(emailText),
    externalUserId: z.optional(z.nullable(text.check(z.maxLength(128)))),
    alias: z.optional(z.nullable(text.check(z.maxLength(100)))),
    businessName: z.optional(z.nullable(text.check(z.maxLength(200)))),
  }),
  bodyOptional: true,
  status: 200,
  response: 'User',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST', 'CONFLICT'],
});
