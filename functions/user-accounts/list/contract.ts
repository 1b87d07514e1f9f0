import * as z from 'zod/mini';
import { anyId, listQuery, uuid } from '#shared/api/fields';
import { rampTypes } from '#shared/bank-accounts/domain/bank-account-record';
import { targetCountries } from '#shared/corridors/domain/regions';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listUserBankAccounts',
  params: z.object({ userId: uuid }),
  query: listQuery({
    id: z.optional(anyId),
    country: z.optional(z.enum(targetCountries)),
    rampType: z.optional(z.enum(rampTypes)),
  }),
  status: 200,
  response: 'BankAccountPage',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
