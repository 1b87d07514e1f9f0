import type * as z from 'zod/mini';
import type { corsRuleSchema } from '#local/template/property-schemas';

/** One rule of a bucket about pages of other origins, as the template writes it. */
export type CorsRule = z.output<typeof corsRuleSchema>;

type Headers = Readonly<Record<string, string>>;

/** Headers that let a page of another origin go on after it asked, or undefined if no rule lets it. */
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

/** Headers that let a page of another origin read a response; none if no rule allows it. */
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

/** A pattern has at most one asterisk, which stands for any text; letters match in either case. */
function matchesAny(patterns: readonly string[], text: string): boolean {
  const value = text.toLowerCase();
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.toLowerCase().split('*');
    if (end === undefined) return value === start;
    return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
  });
}
