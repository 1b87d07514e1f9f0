import * as z from 'zod/mini';
import { paging, uuid } from '#shared/api/fields';
import { userTypes } from '#shared/domain/users/user';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listReceivers',
  query: z.object({
    ...paging,
    userId: z.optional(uuid),
    receiverType: z.optional(z.enum(userTypes)),
  }),
  status: 200,
  response: 'ReceiverPage',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
