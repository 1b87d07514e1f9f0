/** Checks arguments of callers, with messages that name the valid ones. */

/** Longest part of a text that a message repeats. */
const SHOWN_LENGTH = 80;

/** Returns the kind of an object, in every realm: `Object`, `Array`, `Map`, `Promise`. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Describes a value for a message. Of an object it shows only the kind. */
export function describeGiven(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return typeof value === 'object' && value !== null ? kindOf(value) : String(value);
}

/** Bounds of a number, both included. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** Checks an option that is a number. @throws TypeError for another type, `NaN`, and a number out of bounds */
export function checkNumber(name: string, value: unknown, { min, max, isWhole = false }: Bounds): void {
  if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return;
  const kind = isWhole ? 'whole number' : 'number';
  throw new TypeError(`${name} must be a ${kind} from ${min} to ${max}, got ${describeGiven(value)}`);
}

/**
 * Checks the names of options.
 * @param owner object that the options belong to
 * @throws TypeError for an unknown name
 */
export function checkOptionNames(options: object, known: ReadonlySet<string>, owner: string): void {
  const other = Object.keys(options).find((name) => !known.has(name));
  if (other !== undefined)
    throw new TypeError(`"${other}" is not an option of ${owner}. The options are ${[...known].join(', ')}`);
}

/** Checks an argument that holds values by name. @throws TypeError for anything else, such as a text or a `Map` */
export function checkObject(name: string, value: unknown): void {
  if (kindOf(value) !== 'Object') throw new TypeError(`${name} must be an object, got ${describeGiven(value)}`);
}
