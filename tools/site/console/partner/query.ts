/** Queries from the filters of an address, and the fields of answers that have a value. */
import type { Fields } from '../components/values';

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
export function given<T extends object>(fields: T): Given<T>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** The value where it is one of the choices. */
export function oneOf<T extends string>(choices: readonly T[], value: string | undefined): T | undefined {
  return choices.find((choice) => choice === value);
}

/** The end of a day, which the API takes as its start; any other text stays as it is. */
export function endOfDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text;
}

/** The fields that say something: without null, empty lists, and objects of which nothing is left. */
export function known(fields: object): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [name, isGroup(value) ? known(value) : value] as const);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}
