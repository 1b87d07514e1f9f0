/**
 * The handler builder of public endpoints. It imports no authentication, contract or table, so that these bundles do not
 * contain them.
 */
import { endpoint, errorResponse } from './endpoint';
import { entityTag, matchesEntityTag } from './entity-tag';
import { type GatewayEvent, type GatewayResult, header } from './gateway-event';
import { transportHeaders } from './security-headers';

/** A text that is served unchanged. */
export interface ServedFile {
  readonly contentType: string;
  readonly text: string;
  /** Entity tag with its quotes, by content. */
  readonly etag: string;
}

export function servedFile(contentType: string, text: string): ServedFile {
  return { contentType, text, etag: entityTag(text) };
}

/** Sent with every response: no guessing of content types, and no address of a page in other servers' logs. */
const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** The handler of an endpoint that takes no key. @param id the row's id in the endpoint table */
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

/** Responds with a file, or with 304 to a caller that holds this very content. */
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
