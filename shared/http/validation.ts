import * as z from 'zod/mini';
import { type FieldError, invalidInput } from '#shared/api/problems';
import type { GatewayEvent } from '#shared/http/gateway-event';
import { isValidUnicode } from '#shared/values/unicode';

type Issues = readonly z.core.$ZodIssue[];

/**
 * Checks a part of a request against its schema.
 * @param knownErrors errors of it that are known already
 * @throws Problem naming every wrong field by its dotted path; nothing of the value stands in it.
 */
export function parseInput<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  knownErrors: readonly FieldError[] = [],
  toErrors: (issues: Issues) => readonly FieldError[] = fieldErrors,
): T {
  // zod's own texts are set for the whole process and may name the value; a schema's own texts come before this one.
  const result = schema.safeParse(value, { reportInput: true, error: () => 'Is not valid' });
  const errors = [...knownErrors, ...(result.success ? [] : toErrors(result.error.issues))];
  if (!result.success || errors.length > 0) throw invalidInput(onePerField(errors));
  return result.data;
}

type QueryOfRequest = Pick<GatewayEvent, 'queryStringParameters' | 'multiValueQueryStringParameters'>;

/**
 * Checks the query of a request. Of a parameter that was given twice the gateway hands over one value: which of them
 * was meant is not guessed.
 * @throws Problem naming every wrong parameter
 */
export function parseQuery<T>(schema: z.ZodMiniType<T>, event: QueryOfRequest): T {
  const given = event.queryStringParameters ?? {};
  return parseInput(schema, given, [...repeatedNames(schema, event), ...unicodeErrors(given)], queryErrors);
}

/** Names the parameters that a list does not know, before other errors; other operations ignore them. */
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
 * A body without the members that are null: on POST, null for a field counts as its absence, at any depth (contract,
 * Requests). A list keeps its nulls, because each of its places counts.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}

/** Fields that are named at most; a body has room for thousands. */
const MAX_UNICODE_ERRORS = 100;

/** Longest path that is returned, in characters: the name of a member may be as long as the body. */
const MAX_PATH = 200;

/**
 * Names every text that is not valid Unicode, also in members that the operation ignores: other bytes would be the same
 * text, and an idempotency key would stand for both.
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

/** The first error of each field. */
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
