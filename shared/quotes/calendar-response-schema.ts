import * as z from 'zod/mini';
import { HOME_COUNTRY } from '#shared/corridors/domain/regions';

export const CalendarDay = z.strictObject({
  date: z.iso.date(),
  businessDay: z.boolean(),
  reason: z.nullable(z.string()),
});

export const SettlementCalendar = z.strictObject({
  country: z.literal(HOME_COUNTRY),
  timeZone: z.literal('America/Mexico_City'),
  cutOff: z.literal('18:00'),
  days: z.array(CalendarDay),
});
