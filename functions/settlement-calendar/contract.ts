import * as z from 'zod/mini';
import { date } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getSettlementCalendar',
  query: z.object({ country: z.literal('MX'), from: z.optional(date), to: z.optional(date) }),
  status: 200,
  response: 'SettlementCalendar',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
