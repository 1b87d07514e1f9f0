import * as z from 'zod/mini';
import { listQuery, text } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { kycStatuses, userTypes } from '#shared/users/domain/user';

export const contract = defineContract({
  id: 'listUsers',
  query: listQuery({
    email: z.optional(text),
    externalUserId: z.optional(text),
    type: z.optional(z.enum(userTypes)),
    kycStatus: z.optional(z.enum(kycStatuses)),
  }),
  response: 'UserPage',
});
