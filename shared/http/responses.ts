import { errorDocUrl, type Problem } from '#shared/api/problems';
import type { GatewayResult } from './gateway-event';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Data for the envelope. */
export interface DataReply<Data> {
  readonly data: Data;
  /** True if it is the stored response of an earlier request. @default it is not stored */
  readonly replayed?: boolean;
}

/** The body of a success, as text: idempotent replays send the very same text again. */
export function successBody(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** A response whose body is already text. */
export function jsonResponse(
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResult {
  return { statusCode, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/** An error of a request in the envelope. @param baseUrl address of the stage, which has the page of the codes */
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
