import * as z from 'zod/mini';
import { text } from '#shared/api/fields';
import { userTypes } from '#shared/domain/users/user';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createUser',
  body: z.object({
    type: z.enum(userTypes),
    email: text,
    externalUserId: z.optional(text.check(z.maxLength(128))),
    alias: z.optional(text.check(z.maxLength(100))),
    businessName: z.optional(text.check(z.maxLength(200))),
  }),
  status: 201,
  response: 'CreatedUser',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST', 'CONFLICT'],
});
