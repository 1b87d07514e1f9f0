/**
 * Builds the handlers of public endpoints. The file imports no authentication, contract or table code, so that the bundles of
 * these endpoints remain small.
 */
import { endpoint, errorResponse } from './endpoint';
import { entityTag, matchesEntityTag } from './entity-tag';
import { type GatewayEvent, type GatewayResult, header } from './gateway-event';
import { transportHeaders } from './security-headers';

/** File with constant content. */
export interface ServedFile {
  readonly contentType: string;
  readonly text: string;
  /** Entity tag with quotes: a hash of the content. */
  readonly etag: string;
}

export function servedFile(contentType: string, text: string): ServedFile {
  return { contentType, text, etag: entityTag(text) };
}

/** Headers of every response. Browsers must not guess the content type, and must not send the page URL to other servers. */
const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** Returns the handler of an endpoint without an API key. @param id id in the endpoint table */
export function publicEndpoint(
  id: string,
  operation: (event: GatewayEvent) => GatewayResult | Promise<GatewayResult>,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return endpoint({ id, headers: () => ({ ...SECURITY_HEADERS, ...transportHeaders() }) }, async (event, requestId) => {
    try {
      return { response: await operation(event) };
    } catch (error) {
      return errorResponse(error, event, requestId);
    }
  });
}

/** Returns the file, or 304 if the caller already has the current content. */
export function fileResponse(
  event: GatewayEvent,
  file: ServedFile,
  headers: Readonly<Record<string, string>>,
): GatewayResult {
  const common = { etag: file.etag, ...headers };
  if (matchesEntityTag(header(event, 'if-none-match'), file.etag))
    return { statusCode: 304, headers: common, body: '' };
  return { statusCode: 200, headers: { ...common, 'content-type': file.contentType }, body: file.text };
}
