import * as z from 'zod/mini';
import { bankDetailFields } from '#shared/api/bank-details';
import { anyId, optionalText } from '#shared/api/fields';
import { rampTypes } from '#shared/domain/banks/bank-account-record';
import { targetCountries } from '#shared/domain/banks/countries';
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
