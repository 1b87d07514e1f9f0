import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { userTypes } from '#shared/users/domain/user';

export const contract = defineContract({
  id: 'listReceivers',
  query: listQuery({ userId: z.optional(uuid), receiverType: z.optional(z.enum(userTypes)) }),
  response: 'ReceiverPage',
});
