import type * as z from 'zod/mini';
import { type FieldError, invalidInput } from '#shared/api/problems';

/**
 * Checks a part of a request against its schema.
 * @throws Problem naming every wrong field by its dotted path; nothing of the value stands in it.
 */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalidInput(fieldErrors(result.error.issues));
  const broken = brokenText(result.data);
  if (broken.length > 0)
    throw invalidInput(broken.map((field) => ({ field, message: 'Must be valid Unicode' })));
  return result.data;
}

/** Paths of text with half a character in it (a lone surrogate): no record can hold it. */
function brokenText(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? [path === '' ? 'body' : path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    brokenText(inner, path === '' ? name : `${path}.${name}`),
  );
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
    if (!byField.has(field)) byField.set(field, describe(issue));
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `Required (${article(issue.expected)})`
        : `Must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Must not be empty'
        : `Must be at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${unit(issue.origin)}`;
    default:
      return issue.message === '' || issue.message === 'Invalid input' ? 'Is not valid' : issue.message;
  }
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters long' : origin === 'array' ? ' items' : '';
}
