import type { MockIntegration } from '#local/gateway/api-description';
import { mappedHeaders, type WrittenResponse } from '#local/gateway/gateway-response';
import { type RequestContext, renderVelocity } from '#local/gateway/mapping-template';

/** Returns the response of a mock integration; `undefined` for a media type without a template. */
export function mockResponse(
  { mediaTypes, response }: MockIntegration,
  contentType: string | undefined,
  context: RequestContext,
): WrittenResponse | undefined {
  // The gateway treats a request without a content type as JSON.
  const mediaType = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!mediaTypes.includes(mediaType)) return undefined;
  const { text, headers: overrides } = renderVelocity(response.template, context);
  // Headers from the template replace mapped headers with the same name.
  const names = new Set(Object.keys(overrides).map((name) => name.toLowerCase()));
  const mapped = Object.entries(mappedHeaders(response.headers, context));
  const kept = mapped.filter(([name]) => !names.has(name.toLowerCase()));
  return { statusCode: response.statusCode, headers: { ...Object.fromEntries(kept), ...overrides }, body: text };
}
