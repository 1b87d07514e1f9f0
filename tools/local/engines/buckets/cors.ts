import type * as z from 'zod/mini';
import type { corsRuleSchema } from '#local/template/property-schemas';

/** One CORS rule of a bucket, as in the template. */
export type CorsRule = z.output<typeof corsRuleSchema>;

type Headers = Readonly<Record<string, string>>;

/** Returns the headers of the response to a CORS preflight request, or `undefined` if no rule allows the request. */
export function preflightHeaders(
  rules: readonly CorsRule[],
  asked: { readonly origin: string; readonly method: string; readonly headers: readonly string[] },
): Headers | undefined {
  const rule = rules.find(
    (candidate) =>
      fits(candidate, asked.origin, asked.method) &&
      asked.headers.every((header) => matchesAny(candidate.AllowedHeaders ?? [], header)),
  );
  if (rule === undefined) return undefined;
  return {
    ...originHeaders(rule, asked.origin),
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(asked.headers.length > 0 && { 'access-control-allow-headers': asked.headers.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
}

/** Returns the CORS headers of a response; no headers if no rule allows the origin and method. */
export function responseHeaders(
  rules: readonly CorsRule[],
  asked: { readonly origin: string; readonly method: string },
): Headers {
  const rule = rules.find((candidate) => fits(candidate, asked.origin, asked.method));
  if (rule === undefined) return {};
  const exposed = rule.ExposedHeaders ?? [];
  return {
    ...originHeaders(rule, asked.origin),
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(exposed.length > 0 && { 'access-control-expose-headers': exposed.join(', ') }),
  };
}

function fits(rule: CorsRule, origin: string, method: string): boolean {
  return rule.AllowedMethods.some((allowed) => allowed === method) && matchesAny(rule.AllowedOrigins, origin);
}

function originHeaders({ AllowedOrigins }: CorsRule, origin: string): Headers {
  const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';
  if (AllowedOrigins.includes('*')) return { 'access-control-allow-origin': '*', vary };
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary };
}

/** Returns true if a pattern matches the text. One asterisk in a pattern stands for any text. Upper and lower case are equal. */
function matchesAny(patterns: readonly string[], text: string): boolean {
  const value = text.toLowerCase();
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.toLowerCase().split('*');
    if (end === undefined) return value === start;
    return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
  });
}
