/**
 * Common part of every endpoint, with any kind of authentication: request id, one log line, headers. Four builders use
 * it: partnerEndpoint, providerEndpoint, linkEndpoint and publicEndpoint.
 */
import type { ErrorCode } from '#shared/api/problems';
import { logRequest } from '#shared/platform/observability/request-log';
import { type GatewayEvent, type GatewayResult, header, readBaseUrl } from './gateway-event';
import { problemResponse } from './responses';
import { toProblem } from './unexpected-error';

/** Start of a request, epoch ms, and its id. */
export interface RequestStart {
  readonly requestId: string;
  readonly startedMs: number;
}

/** A response with the log fields of its request. */
export interface LoggedResponse {
  readonly response: GatewayResult;
  readonly code?: ErrorCode | undefined;
  /** IP address of a partner or a provider, never of a person. */
  readonly sourceIp?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly transactionId?: string | undefined;
}

export interface EndpointOptions {
  /** The row's id in the endpoint table. */
  readonly id: string;
  /** The headers of every response. */
  readonly headers: () => Readonly<Record<string, string>>;
}

export function startRequest(event: GatewayEvent): RequestStart {
  return { requestId: readRequestId(event), startedMs: Date.now() };
}

/** The id of a request: the caller's own `x-request-id` of up to 128 visible ASCII characters, else the gateway's. */
function readRequestId(event: GatewayEvent): string {
  const given = header(event, 'x-request-id');
  return given !== undefined && /^[\x21-\x7e]{1,128}$/.test(given) ? given : event.requestContext.requestId;
}

/** Logs a request and completes its response. */
export function finishRequest(
  { id, headers }: EndpointOptions,
  { requestId, startedMs }: RequestStart,
  { response, ...logged }: LoggedResponse,
): GatewayResult {
  const durationMs = Date.now() - startedMs;
  logRequest({ requestId, endpoint: id, ...logged, status: response.statusCode, durationMs });
  return { ...response, headers: { ...headers(), ...response.headers, 'x-request-id': requestId } };
}

/** The response to an error of a request, in the envelope. */
export function errorResponse(error: unknown, event: GatewayEvent, requestId: string): LoggedResponse {
  const problem = toProblem(error, requestId);
  return { response: problemResponse(problem, { requestId, baseUrl: readBaseUrl(event) }), code: problem.code };
}

/** The handler of an endpoint. @param respond responds to every request and never throws */
export function endpoint(
  options: EndpointOptions,
  respond: (event: GatewayEvent, requestId: string) => LoggedResponse | Promise<LoggedResponse>,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return async (event) => {
    const start = startRequest(event);
    return finishRequest(options, start, await respond(event, start.requestId));
  };
}
