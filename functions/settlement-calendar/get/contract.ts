import * as z from 'zod/mini';
import { date } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { HOME_COUNTRY } from '#shared/corridors/domain/payout-zones';

export const contract = defineContract({
  id: 'getSettlementCalendar',
  query: z.object({ country: z.literal(HOME_COUNTRY), from: z.optional(date), to: z.optional(date) }),
  response: 'SettlementCalendar',
});
