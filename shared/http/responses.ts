import type { Problem } from '#shared/api/problems';
import type { GatewayResult } from './gateway-event';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The body of a success, as text: idempotent replays send the very same text again. */
export function successBody(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** An answer whose body is already text. */
export function jsonResponse(
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResult {
  return { statusCode, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/** An error in the envelope. */
export function problemResponse(problem: Problem): GatewayResult {
  const { errors, headers } = problem.details;
  const body = JSON.stringify({
    success: false,
    code: problem.code,
    message: problem.message,
    ...(errors === undefined ? {} : { errors }),
  });
  return jsonResponse(problem.status, body, headers);
}
