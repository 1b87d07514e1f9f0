/**
 * The templates of the gateway. Those of its own responses support only variables; those of integrations are in the
 * Velocity Template Language.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
import { parse, render } from 'velocityjs';

/** Facts of the request that a template of a gateway response may use. */
export interface TemplateContext {
  /** The gateway's own id. */
  readonly requestId: string;
  /** Address that the request was sent to, without a slash at its end. */
  readonly baseUrl: string;
}

/** A stage's address at the name that AWS gives it, in a template. Here no name of a stage comes first, and no certificate is there. */
const STAGE_ADDRESS = 'https://$context.domainName/$context.stage';

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

/** Returns true if a template of a gateway response has text, `$context.requestId` and the stage's address alone. */
export function isGatewayTemplate(template: string): boolean {
  return !/\$[a-zA-Z!{[]/.test(template.replaceAll('$context.requestId', '').replaceAll(STAGE_ADDRESS, ''));
}

/** References of a template to values of the gateway. */
const REFERENCE = /\$!?\{?((?:context|input|util|stageVariables|method)\b[\w.]*)/g;
const KNOWN_REFERENCE =
  /^(?:context\.requestId|context\.responseOverride\.header(?:\.\w+)?|input\.params|util\.escapeJavaScript)$/;

/** Returns true if a template is Velocity and refers only to known values: anything else would stay as text. */
export function isVelocity(template: string): boolean {
  const references = [...template.replaceAll(STAGE_ADDRESS, '').matchAll(REFERENCE)];
  if (!references.every(([, reference = '']) => KNOWN_REFERENCE.test(reference))) return false;
  try {
    parse(template);
    return true;
  } catch {
    return false;
  }
}

export function renderTemplate(template: string, context: TemplateContext): string {
  return template.replaceAll('$context.requestId', context.requestId).replaceAll(STAGE_ADDRESS, context.baseUrl);
}

/** Runs a template of an integration. */
export function renderVelocity(template: string, { requestId, headers, baseUrl }: RequestContext): Rendered {
  const overrides: Record<string, unknown> = Object.create(null);
  const text = render(template.replaceAll(STAGE_ADDRESS, baseUrl), {
    context: { requestId, responseOverride: { header: overrides } },
    input: { params: () => ({ header: javaMap(headers) }) },
    util: { escapeJavaScript: (value: unknown) => javaString(escapeJavaScript(String(value))) },
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

/** Escapes as the gateway's `$util` does: apostrophes and slashes too. */
function escapeJavaScript(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/['/]/g, (character) => `\\${character}`);
}

/** The methods of a `java.lang.String` that templates call; `matches` is for the whole text. */
function javaString(value: string) {
  return {
    toString: () => value,
    toLowerCase: () => value.toLowerCase(),
    matches: (pattern: string) => new RegExp(`^(?:${pattern})$`).test(value),
    replaceAll: (pattern: string, text: string) => value.replaceAll(new RegExp(pattern, 'g'), () => text),
  };
}

/** Value of a header mapping: `'literal'` or `context.requestId`. */
export function renderMapping(expression: string, context: TemplateContext): string {
  return expression === 'context.requestId' ? context.requestId : expression.slice(1, -1);
}
