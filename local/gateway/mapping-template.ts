/** What a template may say about the request: the gateway's own id. */
export interface TemplateContext {
  readonly requestId: string;
}

/**
 * Refuses a template with more than text and `$context.requestId`; the local gateway has no template engine.
 * @throws Error naming the place.
 */
export function checkTemplate(template: string, where: string): void {
  const rest = template.replaceAll('$context.requestId', '');
  if (/[$#][a-zA-Z!{[]/.test(rest))
    throw new Error(`${where}: the local gateway does not understand the template ${template}`);
}

export function renderTemplate(template: string, context: TemplateContext): string {
  return template.replaceAll('$context.requestId', context.requestId);
}

/** Value of a header mapping: `'literal'` or `context.requestId`. */
export function renderMapping(expression: string, context: TemplateContext): string {
  return expression === 'context.requestId' ? context.requestId : expression.slice(1, -1);
}
