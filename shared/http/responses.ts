import { errorDocUrl, type Problem } from '#shared/api/problems';
import type { GatewayResult } from './gateway-event';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Data for the response envelope. */
export interface DataReply<Data> {
  readonly data: Data;
  /** True if the response is the stored response of an earlier request. @default false */
  readonly replayed?: boolean;
}

/** Returns the body of a success response as text. With an `Idempotency-Key`, this text is also stored for repeated requests. */
export function successBody(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** Returns a JSON response. The body is already JSON text. */
export function jsonResponse(
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResult {
  return { statusCode, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/**
 * Returns an error response of the API.
 * @param baseUrl URL of the stage; the link to the documentation of the error code starts with this URL
 */
export function problemResponse(
  { status, code, reason, message, details }: Problem,
  { requestId, baseUrl }: { readonly requestId: string; readonly baseUrl: string },
): GatewayResult {
  const { errors, facts, headers } = details;
  const docUrl = errorDocUrl(baseUrl, code);
  return jsonResponse(
    status,
    JSON.stringify({ success: false, code, reason, message, errors, details: facts, requestId, docUrl }),
    headers,
  );
}
