/** Checks the arguments of SDK methods. The error messages list the valid values. */

/** Maximum length of an invalid text in an error message. */
const SHOWN_LENGTH = 80;

/** Returns an object's kind: `Object`, `Array`, `Map`, `Promise`. Also works for objects of other JavaScript realms (iframes). */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Describes a value for an error message. For an object, the description contains only its kind. */
export function describeGiven(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return typeof value === 'object' && value !== null ? kindOf(value) : String(value);
}

/** Minimum and maximum of a number, both inclusive. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/**
 * Checks a numeric option.
 * @throws TypeError for a value that is not a number, `NaN`, a number outside the bounds, or a fraction with `isWhole`
 */
export function checkNumber(name: string, value: unknown, { min, max, isWhole = false }: Bounds): void {
  if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return;
  const kind = isWhole ? 'whole number' : 'number';
  throw new TypeError(`${name} must be a ${kind} from ${min} to ${max}, got ${describeGiven(value)}`);
}

/** Checks option names. The error message contains `owner`, the class or call with these options. @throws TypeError */
export function checkOptionNames(options: object, known: ReadonlySet<string>, owner: string): void {
  const other = Object.keys(options).find((name) => !known.has(name));
  if (other !== undefined)
    throw new TypeError(`"${other}" is not an option of ${owner}. The options are ${[...known].join(', ')}`);
}

/** Checks that an argument is a plain object. @throws TypeError for any other value, for example a text or a `Map` */
export function checkObject(name: string, value: unknown): void {
  if (kindOf(value) !== 'Object') throw new TypeError(`${name} must be an object, got ${describeGiven(value)}`);
}
