/** Values of responses, and their display texts. */

/** Fields of a response object. Each reader validates the fields that it uses. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object; empty for other values. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the rows of a list; empty for other values. */
export function asRows(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(asFields) : [];
}

/** Returns the value if it is text; otherwise an empty string. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Converts a field name to a label: `bankAccountId` to `Bank account id`. */
export function nameText(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, letter: string) => {
    return `${before} ${letter.toLowerCase()}`;
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns a value as one line of text. */
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

/** Returns true if a value can be shown in one line. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value)
    ? value.every((part) => typeof part !== 'object')
    : 'amount' in value && 'currency' in value;
}

/** Formats a time in UTC, to the second; `undefined` for other text. */
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

/** Formats a duration in its largest unit, for example `3 h`. */
export function ageText(ms: number): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['s', 1000];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
