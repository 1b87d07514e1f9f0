/**
 * The templates of the gateway. Those of its own responses support only variables; those of integrations are in the
 * Velocity Template Language.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
import { parse, render } from 'velocityjs';

/** Facts of the request that a template of a gateway response may use: the gateway's own id. */
export interface TemplateContext {
  readonly requestId: string;
}

/** Facts of the request that a template of an integration may use besides. */
export interface RequestContext extends TemplateContext {
  /** Header name, as sent → its last value. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Result of a template: its text, and the headers that it puts in the place of the mapped ones. */
export interface Rendered {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Refuses a template of a gateway response with more than text and `$context.requestId`.
 * @throws Error naming the place
 */
export function checkTemplate(template: string, where: string): void {
  const rest = template.replaceAll('$context.requestId', '');
  if (/[$#][a-zA-Z!{[]/.test(rest))
    throw new Error(`${where}: the local gateway does not understand the template ${template}`);
}

/** @throws Error naming the place of a template that is not Velocity */
export function checkVelocity(template: string, where: string): void {
  try {
    parse(template);
  } catch (error) {
    throw new Error(`${where}: the local gateway does not understand the template ${template}`, {
      cause: error,
    });
  }
}

export function renderTemplate(template: string, context: TemplateContext): string {
  return template.replaceAll('$context.requestId', context.requestId);
}

/** Runs a template of an integration. */
export function renderVelocity(template: string, { requestId, headers }: RequestContext): Rendered {
  const overrides: Record<string, unknown> = Object.create(null);
  const text = render(template, {
    context: { requestId, responseOverride: { header: overrides } },
    input: { params: () => ({ header: javaMap(headers) }) },
  });
  return {
    text,
    headers: Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, String(value)])),
  };
}

/** The methods of a `java.util.Map` that templates call. */
function javaMap(values: Readonly<Record<string, string>>) {
  const entries = new Map(Object.entries(values));
  return {
    keySet: () => [...entries.keys()].map(javaString),
    get: (name: unknown) => {
      const value = entries.get(String(name));
      return value === undefined ? undefined : javaString(value);
    },
  };
}

/** The methods of a `java.lang.String` that templates call; `matches` is for the whole text. */
function javaString(value: string) {
  return {
    toString: () => value,
    toLowerCase: () => value.toLowerCase(),
    matches: (pattern: string) => new RegExp(`^(?:${pattern})$`).test(value),
  };
}

/** Value of a header mapping: `'literal'` or `context.requestId`. */
export function renderMapping(expression: string, context: TemplateContext): string {
  return expression === 'context.requestId' ? context.requestId : expression.slice(1, -1);
}
