import * as z from 'zod/mini';
import { anyId, optionalText } from '#shared/api/fields';
import { rampTypes } from '#shared/bank-accounts/domain/bank-account-record';
import { bankDetailFields } from '#shared/bank-accounts/fields';
import { targetCountries } from '#shared/corridors/domain/regions';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createReceiverBankAccount',
  params: z.object({ receiverId: anyId }),
  body: z.object({
    country: z.enum(targetCountries),
    ...bankDetailFields,
    alias: optionalText(100),
    rampType: z.optional(z.enum(rampTypes)),
  }),
  idempotent: true,
  status: 201,
  response: 'BankAccountRecord',
  errors: ['INVALID_USER_INPUT_ERROR', 'RECEIVER_NOT_FOUND', 'CONFLICT'],
});
