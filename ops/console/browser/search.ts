/** The search: `key:value`, or a value whose form says what it may be. */
import { asRows, asText, type Fields } from '#site/console/components/values';
import { call, Refused, type VerbOptions } from './api';

/** Searches by their keys, as calls of a verb. */
const BY_KEY = {
  transaction: (value: string) => ['transaction show', { id: value }],
  user: (value: string) => ['user find', { id: value }],
  partner: (value: string) => ['partner show', { id: value }],
  email: (value: string) => ['user find', { email: value }],
  external: (value: string) => ['user find', { 'external-id': value }],
  deposit: (value: string) => ['transaction list', { deposit: value }],
  notification: (value: string) => ['notification show', { id: value }],
  hash: (value: string) => ['transaction list', { hash: value }],
  account: (value: string) => ['transaction list', { account: value }],
  status: (value: string) => ['transaction list', { status: value }],
} as const satisfies Readonly<Record<string, (value: string) => readonly [string, VerbOptions]>>;

type Key = keyof typeof BY_KEY;

/** All keys, for the page's help. */
export const searchKeys: readonly string[] = Object.keys(BY_KEY);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The keys that a search is by, with the value. */
export function readQuery(typed: string): { readonly keys: readonly Key[]; readonly value: string } {
  const query = typed.trim();
  const [, name = '', rest = ''] = /^([a-z]+):\s*(.+)$/i.exec(query) ?? [];
  const named = keyOf(name.toLowerCase());
  return named === undefined ? { keys: keysFor(query), value: query } : { keys: [named], value: rest };
}

function keyOf(name: string): Key | undefined {
  const key = name === 'tx' ? 'transaction' : name;
  return isKey(key) ? key : undefined;
}

function isKey(name: string): name is Key {
  return Object.hasOwn(BY_KEY, name);
}

/** The keys of a bare value, by its form. */
function keysFor(value: string): readonly Key[] {
  if (UUID.test(value)) return ['transaction', 'user', 'partner', 'notification', 'external'];
  if (value.includes('@')) return ['email', 'external'];
  if (/^0x[\da-f]{64}$/i.test(value)) return ['hash'];
  return ['deposit', 'external', 'account', 'hash'];
}

export interface Found {
  readonly transactions: readonly Fields[];
  readonly users: readonly Fields[];
  readonly partners: readonly Fields[];
  readonly notifications: readonly Fields[];
}

/** Runs a search; what is found under several keys stands once. @throws Refused */
export async function search(typed: string): Promise<Found> {
  const { keys, value } = readQuery(typed);
  const answers = await Promise.all(keys.map((key) => searchBy(key, value, keys.length > 1)));
  return {
    transactions: byId(
      answers.flatMap(({ transactions, transaction }) => [...asRows(transactions), ...one(transaction)]),
    ),
    users: byId(answers.flatMap(({ users }) => asRows(users))),
    partners: byId(answers.flatMap((answer) => ('flows' in answer ? [answer] : []))),
    notifications: byId(answers.flatMap((answer) => ('deliveries' in answer ? [answer] : []))),
  };
}

/** @param isGuess true where the value may be of another kind, which finds nothing instead of being refused */
async function searchBy(key: Key, value: string, isGuess: boolean): Promise<Fields> {
  const [verb, options] = BY_KEY[key](value);
  try {
    return await call({ verb, options });
  } catch (error) {
    const isNone = error instanceof Refused && (error.status === 422 || (isGuess && error.status === 400));
    if (isNone) return {};
    throw error;
  }
}

function one(found: unknown): readonly Fields[] {
  return found === undefined ? [] : asRows([found]);
}

function byId(rows: readonly Fields[]): readonly Fields[] {
  return [...new Map(rows.map((row) => [asText(row.id), row])).values()];
}
