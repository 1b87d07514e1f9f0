/**
 * Common code of all endpoints: request id, one log line and headers. The builders partnerEndpoint, providerEndpoint,
 * linkEndpoint and publicEndpoint use this code with their different authentication.
 */
import type { ErrorCode } from '#shared/api/problems';
import { logRequest } from '#shared/platform/observability/request-log';
import { type GatewayEvent, type GatewayResult, header, readBaseUrl } from './gateway-event';
import { problemResponse } from './responses';
import { toProblem } from './unexpected-error';

/** Id and start time (epoch ms) of a request. */
export interface RequestStart {
  readonly requestId: string;
  readonly startedMs: number;
}

/** Response, with the fields for the request's log line. */
export interface LoggedResponse {
  readonly response: GatewayResult;
  readonly code?: ErrorCode | undefined;
  /** IP address of a partner or provider. Never the address of a person. */
  readonly sourceIp?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly transactionId?: string | undefined;
}

export interface EndpointOptions {
  readonly id: string;
  readonly headers: () => Readonly<Record<string, string>>;
}

export function startRequest(event: GatewayEvent): RequestStart {
  return { requestId: readRequestId(event), startedMs: Date.now() };
}

/** Returns the request id: the caller's `x-request-id` of up to 128 visible ASCII characters, otherwise API Gateway's id. */
function readRequestId(event: GatewayEvent): string {
  const given = header(event, 'x-request-id');
  return given !== undefined && /^[\x21-\x7e]{1,128}$/.test(given) ? given : event.requestContext.requestId;
}

/** Logs the request and adds the headers to the response. */
export function finishRequest(
  { id, headers }: EndpointOptions,
  { requestId, startedMs }: RequestStart,
  { response, ...logged }: LoggedResponse,
): GatewayResult {
  const durationMs = Date.now() - startedMs;
  logRequest({ requestId, endpoint: id, ...logged, status: response.statusCode, durationMs });
  return { ...response, headers: { ...headers(), ...response.headers, 'x-request-id': requestId } };
}

/** Converts an error to an error response of the API. */
export function errorResponse(error: unknown, event: GatewayEvent, requestId: string): LoggedResponse {
  const problem = toProblem(error, requestId);
  return { response: problemResponse(problem, { requestId, baseUrl: readBaseUrl(event) }), code: problem.code };
}

/** Returns the handler of an endpoint. @param respond responds to every request and never throws */
export function endpoint(
  options: EndpointOptions,
  respond: (event: GatewayEvent, requestId: string) => LoggedResponse | Promise<LoggedResponse>,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return async (event) => {
    const start = startRequest(event);
    return finishRequest(options, start, await respond(event, start.requestId));
  };
}
