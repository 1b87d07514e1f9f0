/** Options of a verb: name, help text, parser and checks. */
import { UsageError } from '#ops/errors';
import { type CalendarDay, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';
import { isUuid } from '#shared/values/ids';

/** Parses the value of an option. @throws UsageError */
export type Read<T> = (text: string, name: string) => T;

export interface Option<T> {
  /** Placeholder of the value in the help text; `undefined` for a flag. */
  readonly value?: string;
  readonly required?: true;
  /** The option can be repeated. */
  readonly repeated?: true;
  readonly about: string;
  /** Parses the typed values in their order. `typed` is empty without the option, and contains one empty text for a flag. */
  read(typed: readonly string[], name: string): T;
}

/** Options by name in camel case: `dryRun` is `--dry-run`. */
export type Options = Readonly<Record<string, Option<unknown>>>;
export type Values<O extends Options> = { readonly [K in keyof O]: ReturnType<O[K]['read']> };

export function required<T>(value: string, about: string, read: Read<T>): Option<T> {
  return { value, about, required: true, read: ([text = ''], name) => read(text.trim(), name) };
}

export function optional<T>(value: string, about: string, read: Read<T>): Option<T | undefined> {
  return { value, about, read: ([text], name) => (text === undefined ? undefined : read(text, name)) };
}

export function withDefault<T>(option: Option<T | undefined>, value: NoInfer<T>): Option<T> {
  return { ...option, read: (typed, name) => option.read(typed, name) ?? value };
}

export function repeated<T>(value: string, about: string, read: Read<T>): Option<readonly T[]> {
  return { value, about, repeated: true, read: (typed, name) => typed.map((text) => read(text, name)) };
}

export function flag(about: string): Option<boolean> {
  return { about, read: (typed) => typed.length > 0 };
}

export function optionName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns an option as the help text shows it: the name, and the placeholder of the value. */
export function optionTerm(key: string, { value }: Option<unknown>): string {
  return value === undefined ? `--${optionName(key)}` : `--${optionName(key)} ${value}`;
}

/** Typed values by option; true for a flag. */
export type Typed = Readonly<Record<string, true | readonly string[]>>;

/** Parses all options of a command line. @throws UsageError */
export function readOptions<O extends Options>(options: O, typed: Typed): Values<O> {
  const readers = Object.entries(options).map(([key, option]) => {
    const name = optionName(key);
    const texts = typed[key] === true ? [''] : (typed[key] ?? []);
    if (option.required && !texts.at(-1)?.trim()) throw new UsageError(`--${name} is missing`);
    if (!option.repeated && texts.length > 1) throw new UsageError(`Use --${name} only once`);
    return [key, () => option.read(texts, name)] as const;
  });
  return Object.fromEntries(readers.map(([key, read]): unknown[] => [key, read()]));
}

/** Any text. */
export const text: Read<string> = (typed) => typed;

/** A name: 1 to 100 characters without control characters, such as line breaks. */
export const name: Read<string> = (typed, option) => {
  const trimmed = typed.trim();
  if (trimmed !== '' && trimmed.length <= 100 && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw new UsageError(`--${option} must have 1 to 100 characters and no line breaks`);
};

/** Returns a parser that refuses a value if `read` returns `undefined`. The error message contains `rule`. */
export function valuesThatAre<T>(rule: string, read: (typed: string) => T | undefined): Read<T> {
  return (typed, option) => {
    const value = read(typed);
    if (value !== undefined) return value;
    throw new UsageError(`--${option} must be ${rule}, not "${typed}"`);
  };
}

/** An id, in lower case as in the table. */
export const identifier = valuesThatAre('an identifier such as 019a0000-0000-7000-8000-000000000000', (typed) =>
  isUuid(typed) ? typed.toLowerCase() : undefined,
);

/** An integer in a range, inclusive. */
export function whole(least: number, most: number): Read<number> {
  return valuesThatAre(`a whole number from ${least} to ${most}`, (typed) => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Maximum duration, ms: ten years. A longer duration is a typing error. */
const LONGEST_MS = 3650 * 86_400_000;

/** In milliseconds. */
export const duration = valuesThatAre('a duration such as 90m, 12h or 30d, at most ten years', (typed) => {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(typed) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? 0);
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined;
});

/** A time in ISO 8601 with its zone, as epoch ms. */
export const instant = valuesThatAre('a time such as 2026-11-21T10:00:00Z', (typed) => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
  const atMs = form.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
});

/** A calendar day. */
export const day = valuesThatAre('a day such as 2026-11-21', (typed): CalendarDay | undefined => {
  const trimmed = typed.trim();
  // For a nonexistent day, such as February 30, `startOfDayMs` returns NaN or the start of another day.
  const exists = /^\d{4}-\d{2}-\d{2}$/.test(trimmed) && !Number.isNaN(startOfDayMs(trimmed));
  return exists && utcDay(startOfDayMs(trimmed)) === trimmed ? trimmed : undefined;
});

/** One of the given words. Lower case is accepted for words in upper case. */
export function choice<const W extends string>(known: readonly W[]): Read<W> {
  const rule = known.length > 12 ? 'a known name' : `one of ${known.join(', ')}`;
  return valuesThatAre(rule, (typed) => known.find((word) => word === typed || word === typed.trim().toUpperCase()));
}

/** A comma-separated list of the given words. Ignores upper and lower case, and repeated words. */
export function words<W extends string>(known: readonly W[]): Read<readonly W[]> {
  return valuesThatAre(`a list of ${known.join(', ')}, separated by commas`, (typed) => {
    const listed = new Set(typed.split(',').map((word) => word.trim().toUpperCase()));
    const found = known.filter((word) => listed.has(word.toUpperCase()));
    return found.length === listed.size ? found : undefined;
  });
}
