/** Values of options, read and checked. */
import { UsageFault } from '#scripts/ops/faults';
import { type CalendarDay, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import { isUuid } from '#shared/values/ids';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Ten years: a longer life is a typing error. */
const LONGEST_MS = 3650 * UNITS_MS.d;

/** A duration such as 90m, 12h or 30d, in milliseconds. @throws UsageFault */
export function readDuration(option: string, text: string): number {
  const match = /^(\d{1,6})([mhd])$/.exec(text);
  const unit = match?.[2];
  const ms = unit === 'm' || unit === 'h' || unit === 'd' ? Number(match?.[1]) * UNITS_MS[unit] : 0;
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new UsageFault(`--${option} is a duration such as 90m, 12h or 30d, at most ten years, not "${text}"`);
}

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** A whole number within bounds. @throws UsageFault */
export function readWhole(option: string, text: string, { least, most }: Bounds): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageFault(`--${option} is a whole number from ${least} to ${most}, not "${text}"`);
}

/** A day of the calendar, such as 2026-11-21. @throws UsageFault */
export function readDay(option: string, text: string): CalendarDay {
  const day = text.trim();
  // What the calendar does not have, such as February 30, is read as another day or as none.
  const exists = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(startOfDayMs(day));
  if (exists && utcDay(startOfDayMs(day)) === day) return day;
  throw new UsageFault(`--${option} is a day such as 2026-11-21, not "${text}"`);
}

/** An identifier, in lower case as identifiers are stored. @throws UsageFault */
export function readId(option: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new UsageFault(
    `--${option} is an identifier such as 019a0000-0000-7000-8000-000000000000, not "${text}"`,
  );
}

/** Comma-separated words out of a set, without repetition. @throws UsageFault */
export function readWords<W extends string>(option: string, text: string, known: readonly W[]): readonly W[] {
  const words = text.split(',').map((word) => word.trim().toUpperCase());
  const found = known.filter((word) => words.includes(word));
  if (found.length === new Set(words).size) return found;
  throw new UsageFault(`--${option} is a list of ${known.join(', ')}, separated by commas, not "${text}"`);
}

/** A name that fits into one line. @throws UsageFault */
export function readName(option: string, text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name)) return name;
  throw new UsageFault(`--${option} has 1 to 100 characters and no line breaks`);
}

/** One word out of a set, in any letter case. @throws UsageFault */
export function readChoice<W extends string>(option: string, text: string, known: readonly W[]): W {
  const found = known.find((word) => word === text.trim().toUpperCase());
  if (found !== undefined) return found;
  const listed = known.length > 12 ? 'a known name' : `one of ${known.join(', ')}`;
  throw new UsageFault(`--${option} is ${listed}, not "${text}"`);
}

/** A moment in ISO 8601 with its zone, as epoch ms. @throws UsageFault */
export function readInstant(option: string, text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
  const atMs = form.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(atMs)) return atMs;
  throw new UsageFault(`--${option} is an instant such as 2026-11-21T10:00:00Z, not "${text}"`);
}
