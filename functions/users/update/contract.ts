import * as z from 'zod/mini';
import { emailText, nameText, text, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'updateUser',
  params: userPath,
  body: z.object({
    email: z.optional(emailText),
    externalUserId: z.optional(z.nullable(text.check(z.maxLength(128)))),
    alias: z.optional(z.nullable(text.check(z.maxLength(100)))),
    businessName: z.optional(z.nullable(nameText(200))),
  }),
  bodyOptional: true,
  response: 'User',
  errors: ['BAD_REQUEST', 'CONFLICT'],
});
