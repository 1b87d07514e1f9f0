import { invalidInput } from '#shared/api/problems';
import type { ResponseData } from '#shared/contract/response-schemas';
import { HOME_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { boundedCache } from '#shared/platform/bounded-cache';
import { CUT_OFF, mexicoCityDay } from '#shared/quotes/domain/settlement';
import { closureReason } from '#shared/values/calendar/business-days';
import { addDays, type CalendarDay, daysBetween } from '#shared/values/calendar/calendar-day';
import { contract } from './contract';

/** Maximum number of days in one response: a leap year. */
const MAX_DAYS = 366;

/** Default number of days of a response without an end date. */
const DEFAULT_DAYS = 31;

/** Maximum number of cached date ranges. The days of a range are the same for all partners. */
const MAX_RANGES = 32;
const knownRanges = boundedCache<ResponseData<'SettlementCalendar'>['days']>({ maxEntries: MAX_RANGES });

/** Returns the days of a range, inclusive, with the reason for each closed day. */
export const handler = partnerEndpoint(contract, async ({ query, nowMs }) => {
  const from = query.from ?? mexicoCityDay(nowMs);
  const to = query.to ?? addDays(from, DEFAULT_DAYS - 1);
  const count = daysBetween(from, to) + 1;
  if (count < 1) throw invalidInput([{ field: 'to', message: 'Must not be before from' }]);
  if (count > MAX_DAYS)
    throw invalidInput([{ field: 'to', message: `Must leave a range of at most ${MAX_DAYS} days` }]);
  const days = await knownRanges.get(`${from}/${to}`, async () =>
    Array.from({ length: count }, (_, at) => toDayResponse(addDays(from, at))),
  );
  return { data: { country: HOME_COUNTRY, timeZone: 'America/Mexico_City', cutOff: CUT_OFF, days } };
});

function toDayResponse(date: CalendarDay) {
  const reason = closureReason(date);
  return { date, businessDay: reason === undefined, reason: reason ?? null };
}
