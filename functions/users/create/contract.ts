import * as z from 'zod/mini';
import { emailText, optionalName, optionalText } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { userTypes } from '#shared/users/domain/user';

export const contract = defineContract({
  id: 'createUser',
  body: z.object({
    type: z.enum(userTypes),
    email: emailText,
    externalUserId: optionalText(128),
    alias: optionalText(100),
    businessName: optionalName(200),
  }),
  idempotent: true,
  status: 201,
  response: 'CreatedUser',
  errors: ['BAD_REQUEST', 'CONFLICT'],
});
