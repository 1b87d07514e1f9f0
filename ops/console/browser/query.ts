/** The language of the search: `key:value`, several of them for a day, or a value whose form says what it may be. */

/** Options of a verb, by name. */
type VerbOptions = Readonly<Record<string, string>>;

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

/** Options of `transaction list` that narrow what was created on a day, by their keys. */
const OF_A_DAY: Readonly<Record<string, string>> = { day: 'day', amount: 'amount', rail: 'rail', tail: 'account-ends' };

/** All keys, for the page's help. */
export const searchKeys: readonly string[] = [...Object.keys(BY_KEY), ...Object.keys(OF_A_DAY)];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Query {
  readonly calls: readonly (readonly [verb: string, options: VerbOptions])[];
  /** True where the value may be of another kind, which finds nothing instead of being refused. */
  readonly isGuess: boolean;
}

/** The verbs that a search calls. @param today where it is by a detail and names no day */
export function readQuery(typed: string, today: string): Query {
  const query = typed.trim();
  const ofADay = readDay(query, today);
  if (ofADay !== undefined) return { calls: [['transaction list', ofADay]], isGuess: false };
  const [, name = '', rest = ''] = /^([a-z]+):\s*(.+)$/i.exec(query) ?? [];
  const named = keyOf(name.toLowerCase());
  const [keys, value] = named === undefined ? [keysFor(query), query] : [[named], rest];
  return { calls: keys.map((key) => BY_KEY[key](value)), isGuess: keys.length > 1 };
}

/** A search by a day or by details that only a day has, as in `amount:2000.01 day:2026-11-27`. */
function readDay(query: string, today: string): VerbOptions | undefined {
  const pairs = query.split(/\s+/).map((word) => /^([a-z]+):(.+)$/i.exec(word));
  const options = pairs.map((pair) => [OF_A_DAY[pair?.[1]?.toLowerCase() ?? ''], pair?.[2] ?? ''] as const);
  const known = options.flatMap(([name, value]) => (name === undefined ? [] : [[name, value] as const]));
  return known.length === options.length ? { day: today, ...Object.fromEntries(known) } : undefined;
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
