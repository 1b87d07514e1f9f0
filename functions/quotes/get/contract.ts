import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getQuote',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'RampQuoteDetail',
  errors: ['QUOTE_NOT_FOUND'],
});
