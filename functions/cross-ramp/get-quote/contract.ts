import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getCrossRampQuote',
  params: idPath,
  response: 'CrossRampQuoteDetail',
  errors: ['QUOTE_NOT_FOUND'],
});
