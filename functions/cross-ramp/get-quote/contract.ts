import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getCrossRampQuote',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'CrossRampQuoteDetail',
  errors: ['QUOTE_NOT_FOUND'],
});
