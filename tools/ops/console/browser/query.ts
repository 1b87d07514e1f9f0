/** Parses a search: `key:value`, a day, an amount, or a value without a key, for which the format decides the possible keys. */
import { readAmount, readDay } from '#site/console/components/typed-values';

type VerbOptions = Readonly<Record<string, string>>;

type VerbCall = readonly [verb: string, options: VerbOptions];

/** Functions that convert a value to a verb call, by search key. */
const BY_KEY = {
  transaction: (value: string) => ['transaction show', { id: value }],
  user: (value: string) => ['user find', { id: value }],
  partner: (value: string) => ['partner show', { id: value }],
  email: (value: string) => ['user find', { email: value }],
  external: (value: string) => ['user find', { 'external-id': value }],
  order: (value: string) => ['transaction list', { 'external-id': value }],
  deposit: (value: string) => ['transaction list', { deposit: value }],
  notification: (value: string) => ['notification show', { id: value }],
  hash: (value: string) => ['transaction list', { hash: value }],
  account: (value: string) => ['transaction list', { account: value }],
  reference: (value: string) => ['transaction list', { reference: value }],
  status: (value: string) => ['transaction list', { status: value }],
} as const satisfies Readonly<Record<string, (value: string) => VerbCall>>;

type Key = keyof typeof BY_KEY;

/** Options of `transaction list` by search key. Several keys combine to one search. */
const DETAILS: Readonly<Record<string, string>> = { day: 'day', amount: 'amount', rail: 'rail', tail: 'account-ends' };

/** Search keys with an example each, for the help text of the page. */
export const searchKeys: Readonly<Record<string, string>> = {
  amount: '3456.78',
  day: '2026-11-28',
  reference: 'Invoice 1042',
  transaction: 'an id',
  user: 'an id',
  partner: 'an id',
  notification: 'an id',
  email: 'ana@example.com',
  external: 'the external id of a user',
  order: 'the external id of a transaction',
  deposit: 'the reference or address of a deposit',
  account: 'the account number of the payee',
  tail: 'the last characters of the account number',
  rail: 'MBAN01002603030001',
  hash: '0x…',
  status: 'IN_PROGRESS',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Query {
  readonly calls: readonly VerbCall[];
  /** True if the key is a guess from the value's format. If the key refuses the value, the search then ignores the error. */
  readonly isGuess: boolean;
}

/** Returns the verb calls of a search. */
export function readQuery(typed: string): Query {
  const query = typed.trim();
  const { details, others } = readDetails(query);
  const text = others.join(' ');
  const amount = readAmount(text);
  const isDetailed = Object.keys(details).length > 0;
  if (amount !== undefined && (isDetailed || /[.,$€a-z]/i.test(text)))
    return { calls: [['transaction list', { ...details, amount }]], isGuess: false };
  if (isDetailed && others.length === 0) return { calls: [['transaction list', details]], isGuess: false };
  if (Object.keys(details).join() === 'day' && !/^[a-z]+:/i.test(text))
    return { calls: [['transaction list', { ...details, reference: text }]], isGuess: false };
  const [, name = '', rest = ''] = /^([a-z]+):\s*(.+)$/i.exec(query) ?? [];
  const named = keyOf(name.toLowerCase());
  const [keys, value] = named === undefined ? [keysFor(query), query] : [[named], rest];
  const calls: VerbCall[] = keys.map((key) => BY_KEY[key](value));
  if (amount !== undefined) calls.unshift(['transaction list', { amount }]);
  return { calls, isGuess: calls.length > 1 };
}

/** Reads `transaction list` options in a search, for example `amount:2000.01 2026-11-27`. Returns the other words separately. */
function readDetails(query: string): { readonly details: VerbOptions; readonly others: readonly string[] } {
  const details: Record<string, string> = {};
  const others: string[] = [];
  for (const word of query.split(/\s+/)) {
    const [, key = '', value = ''] = /^([a-z]+):(.+)$/i.exec(word) ?? ['', 'day', readDay(word)];
    const option = value === '' ? undefined : DETAILS[key.toLowerCase()];
    if (option === undefined) others.push(word);
    else details[option] = readDay(value) || readAmount(value) || value;
  }
  return { details, others };
}

function keyOf(name: string): Key | undefined {
  const key = name === 'tx' ? 'transaction' : name;
  return isKey(key) ? key : undefined;
}

function isKey(name: string): name is Key {
  return Object.hasOwn(BY_KEY, name);
}

/** Returns the possible keys of a value without a key, from its format. */
function keysFor(value: string): readonly Key[] {
  if (UUID.test(value)) return ['transaction', 'user', 'partner', 'notification', 'external', 'order'];
  if (value.includes('@')) return ['email', 'external', 'order'];
  if (/^0x[\da-f]{64}$/i.test(value)) return ['hash'];
  return ['deposit', 'external', 'order', 'account', 'hash', 'reference'];
}
