import type { MockIntegration } from '#local/gateway/api-description';
import type { Answer } from '#local/gateway/gateway-response';
import { type RequestContext, renderMapping, renderVelocity } from '#local/gateway/mapping-template';

/**
 * The answer of a mock integration, or why there is none: a media type without a template, or a mock that
 * names no response.
 */
export function mockAnswer(
  mock: MockIntegration,
  contentType: string | undefined,
  context: RequestContext,
): Answer | 'unsupported-media-type' | 'misconfigured' {
  // The gateway takes a request without a type for JSON.
  const mediaType = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  const template = mock.requestTemplates[mediaType];
  if (template === undefined) {
    const hasTemplates = Object.keys(mock.requestTemplates).length > 0;
    if (mock.passthrough === 'never' || (mock.passthrough === 'when_no_templates' && hasTemplates)) {
      return 'unsupported-media-type';
    }
    return 'misconfigured';
  }
  const status = readMockStatus(renderVelocity(template, context).text);
  const response =
    mock.responses.find(({ selection }) => selection !== 'default' && new RegExp(`^(?:${selection})$`).test(status)) ??
    mock.responses.find(({ selection }) => selection === 'default');
  if (response === undefined) return 'misconfigured';
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'x-amzn-RequestId': context.requestId,
  };
  for (const [name, expression] of Object.entries(response.headers)) headers[name] = renderMapping(expression, context);
  const { text, headers: overrides } = renderVelocity(response.template ?? '', context);
  return { statusCode: response.statusCode, headers: withOverrides(headers, overrides), body: text };
}

/** Overrides are final, whatever was mapped to the header before. */
function withOverrides(
  headers: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(overrides).map((name) => name.toLowerCase()));
  const mapped = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(mapped), ...overrides };
}

function readMockStatus(text: string): string {
  return /"?statusCode"?\s*:\s*"?(\d{3})/.exec(text)?.[1] ?? '';
}
