import * as z from 'zod/mini';
import { type FieldError, invalidInput } from '#shared/api/problems';
import type { GatewayEvent } from '#shared/http/gateway-event';
import { isValidUnicode } from '#shared/values/unicode';

type Issues = readonly z.core.$ZodIssue[];

/**
 * Validates a part of a request with its schema.
 * @throws Problem with every invalid field by its dotted path, never with a value
 */
export function parseInput<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  knownErrors: readonly FieldError[] = [],
  toErrors: (issues: Issues) => readonly FieldError[] = fieldErrors,
): T {
  // zod's own messages can contain the value, so this message replaces them. A message that the schema defines takes precedence.
  const result = schema.safeParse(value, { reportInput: true, error: () => 'Is not valid' });
  const errors = [...knownErrors, ...(result.success ? [] : toErrors(result.error.issues))];
  if (!result.success || errors.length > 0) throw invalidInput(onePerField(errors));
  return result.data;
}

type QueryOfRequest = Pick<GatewayEvent, 'queryStringParameters' | 'multiValueQueryStringParameters'>;

/**
 * Validates the query of a request. Rejects a repeated parameter, because `queryStringParameters` has only one of its values.
 * @throws Problem with every invalid parameter
 */
export function parseQuery<T>(schema: z.ZodMiniType<T>, event: QueryOfRequest): T {
  const given = event.queryStringParameters ?? {};
  return parseInput(schema, given, [...repeatedNames(schema, event), ...unicodeErrors(given)], queryErrors);
}

/** Returns the field errors of a query, with unknown parameters first. Only list operations reject unknown parameters. */
function queryErrors(issues: Issues): FieldError[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((field) => ({ field, message: 'Is not known here' })) : [],
  );
  return [...unknown, ...fieldErrors(issues.filter(({ code }) => code !== 'unrecognized_keys'))];
}

function repeatedNames(schema: z.ZodMiniType, event: QueryOfRequest): FieldError[] {
  const known = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
  const given = new Map(Object.entries(event.multiValueQueryStringParameters ?? {}));
  return known
    .filter((name) => (given.get(name)?.length ?? 0) > 1)
    .map((field) => ({ field, message: 'Must be given once' }));
}

/**
 * Removes null fields from a body at any depth: on POST, null counts as an absent field (contract, Requests). A list keeps its
 * nulls, because positions matter.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}

/** Maximum number of reported fields. A body can have thousands of fields with invalid Unicode. */
const MAX_UNICODE_ERRORS = 100;

/** Maximum length of a returned path in characters; a field name can be as long as the body. */
const MAX_PATH = 200;

/**
 * Reports up to `MAX_UNICODE_ERRORS` texts with invalid Unicode, also in ignored fields. Different invalid bytes can decode to
 * the same text, so two different bodies could have the same hash for an idempotency key.
 */
export function unicodeErrors(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of invalidUnicodePaths(value)) {
    errors.push({ field, message: 'Must be valid Unicode' });
    if (errors.length === MAX_UNICODE_ERRORS) break;
  }
  return errors;
}

function* invalidUnicodePaths(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string' && !isValidUnicode(value)) yield path === '' ? 'body' : path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (isValidUnicode(name)) yield* invalidUnicodePaths(inner, place);
    else yield place.slice(0, MAX_PATH);
  }
}

function fieldErrors(issues: Issues): FieldError[] {
  return issues.map((issue) => ({
    field: issue.path.length === 0 ? 'body' : issue.path.map(String).join('.'),
    message: describe(issue),
  }));
}

function onePerField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ field }, at) => errors.findIndex((one) => one.field === field) === at);
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `Required (${article(issue.expected)})` : `Must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Must not be empty'
        : `Must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${unit(issue.origin)}`;
    default:
      return issue.message;
  }
}

function article(type: string): string {
  if (type === 'int') return 'a whole number';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters long' : origin === 'array' ? ' items' : '';
}
