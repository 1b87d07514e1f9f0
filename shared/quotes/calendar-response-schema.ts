import * as z from 'zod/mini';

export const CalendarDay = z.strictObject({
  date: z.iso.date(),
  businessDay: z.boolean(),
  reason: z.nullable(z.string()),
});

export const SettlementCalendar = z.strictObject({
  country: z.literal('MX'),
  timeZone: z.literal('America/Mexico_City'),
  cutOff: z.literal('18:00'),
  days: z.array(CalendarDay),
});
