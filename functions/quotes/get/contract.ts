import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getQuote',
  params: idPath,
  response: 'RampQuoteDetail',
  errors: ['QUOTE_NOT_FOUND'],
});
