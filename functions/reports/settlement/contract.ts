import * as z from 'zod/mini';
import { date } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getSettlementReport',
  query: z.object({ date }),
  alsoFile: 'text/csv',
  response: 'SettlementReport',
});
