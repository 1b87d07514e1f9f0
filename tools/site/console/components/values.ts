/** Values of responses, and their texts. */

/** A response is an object; each reader checks the parts that it needs. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object as its fields; nothing else has any. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The rows of a list; empty if there is no list. */
export function asRows(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(asFields) : [];
}

/** Text, empty if there is none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `bankAccountId` as `Bank account id`. */
export function nameText(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, letter: string) => {
    return `${before} ${letter.toLowerCase()}`;
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** One value in one line. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value !== 'object') return String(value);
  const { amount, currency, ...others } = asFields(value);
  if (amount !== undefined && currency !== undefined && Object.keys(others).length === 0)
    return `${amount} ${currency}`;
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name} ${valueText(part)}`)
    .join(', ');
}

/** Shows an amount, text or another value in one line. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value)
    ? value.every((part) => typeof part !== 'object')
    : 'amount' in value && 'currency' in value;
}

/** An instant to the second, in UTC; `undefined` for any other text. */
export function instantText(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  return day && `${day} ${time} UTC`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A span in its largest unit, such as `3 h`. */
export function ageText(ms: number): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['s', 1000];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
