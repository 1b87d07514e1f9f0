/**
 * Templates of gateway responses support only variables. Templates of integrations use the Velocity Template Language:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
import { parse, render } from 'velocityjs';

/** Request data for templates of gateway responses. */
export interface TemplateContext {
  /** Request id that the gateway generated. */
  readonly requestId: string;
  /** URL of the API to which the client sent the request, from `Host`, without a slash at the end. */
  readonly baseUrl: string;
}

/** URL of a deployed stage in a template. The local URL replaces it: the local API has no stage name in its path and no TLS. */
const STAGE_ADDRESS = 'https://$context.domainName/$context.stage';

/** Additional request data for templates of integrations. */
export interface RequestContext extends TemplateContext {
  /** Last value of each header, by name as sent. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Result of a template: its text, and headers that replace mapped headers with equal names. */
export interface Rendered {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns true if a template of a gateway response contains only text, `$context.requestId` and the stage's URL. */
export function isGatewayTemplate(template: string): boolean {
  return !/\$[a-zA-Z!{[]/.test(template.replaceAll('$context.requestId', '').replaceAll(STAGE_ADDRESS, ''));
}

/** References in a template to the gateway's variables. */
const REFERENCE = /\$!?\{?((?:context|input|util|stageVariables|method)\b[\w.]*)/g;
const KNOWN_REFERENCE =
  /^(?:context\.requestId|context\.responseOverride\.header(?:\.\w+)?|input\.params|util\.escapeJavaScript)$/;

/** Returns true if a template is valid Velocity with supported references only. An unsupported reference would remain as text. */
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

/** Renders a template of an integration. */
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

/** Provides the methods of `java.util.Map` that templates call. */
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

/** Escapes text as API Gateway's `$util.escapeJavaScript` does, including apostrophes and slashes. */
function escapeJavaScript(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/['/]/g, (character) => `\\${character}`);
}

/** Provides the methods of `java.lang.String` that templates call. `matches` compares the whole text. */
function javaString(value: string) {
  return {
    toString: () => value,
    toLowerCase: () => value.toLowerCase(),
    matches: (pattern: string) => new RegExp(`^(?:${pattern})$`).test(value),
    replaceAll: (pattern: string, text: string) => value.replaceAll(new RegExp(pattern, 'g'), () => text),
  };
}

/** Returns the value of a header mapping (`'literal'` or `context.requestId`). */
export function renderMapping(expression: string, context: TemplateContext): string {
  return expression === 'context.requestId' ? context.requestId : expression.slice(1, -1);
}
