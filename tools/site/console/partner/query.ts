/** Converts filters and search texts to list queries, and removes empty fields. */
import type { PartnerRamp } from '#sdk/client';
import { readAmount, readDay } from '../components/typed-values';
import type { Fields } from '../components/values';

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields with a value. */
export function given<T extends object>(fields: T): Given<T>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns the value if it is one of the choices. */
export function oneOf<T extends string>(choices: readonly T[], value: string | undefined): T | undefined {
  return choices.find((choice) => choice === value);
}

/** Returns the end of a day. For a day without a time, the API would use the start of the day. Other texts are unchanged. */
export function endOfDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text;
}

/** Returns the fields without null, empty lists and empty objects. */
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

/** List queries of a search. The results of all queries are shown. */
interface Queries {
  readonly transactions: readonly TransactionQuery[];
  readonly users: readonly UserQuery[];
}

export type TransactionQuery = NonNullable<Parameters<PartnerRamp['transactions']['list']>[0]>;
type UserQuery = NonNullable<Parameters<PartnerRamp['users']['list']>[0]>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Interprets a search text by its format: an id, day, amount, e-mail address, or external id. */
export function readSearch(typed: string): Queries {
  const words = typed.trim().split(/\s+/);
  const [day] = words.map(readDay).filter((one) => one !== '');
  const others = words.filter((word) => readDay(word) === '').join(' ');
  const amount = readAmount(others);
  const text = typed.trim();
  const byOwnId: Queries = { transactions: [{ externalId: text }], users: [{ externalUserId: text }] };
  if (day !== undefined && (others === '' || amount !== undefined)) {
    const ofDay = { createdFrom: day, createdTo: endOfDay(day) ?? day };
    return { transactions: [{ ...ofDay, ...(amount !== undefined && { amount: Number(amount) }) }], users: [] };
  }
  if (UUID.test(text)) return { ...byOwnId, transactions: [{ id: text }, { userId: text }, ...byOwnId.transactions] };
  if (text.includes('@')) return { ...byOwnId, users: [{ email: text }, ...byOwnId.users] };
  if (amount === undefined) return byOwnId;
  return { ...byOwnId, transactions: [...byOwnId.transactions, { amount: Number(amount) }] };
}
