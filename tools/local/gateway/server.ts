import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Report, reportToStderr } from '#local/engines/local-cloud';
import type { ApiDescription, MockIntegration, ProxyIntegration } from '#local/gateway/api-description';
import { compressed } from '#local/gateway/compression';
import { type ResponseObserver, shownPath } from '#local/gateway/finished-request';
import { type GatewayResponseType, gatewayResponse, type WrittenResponse } from '#local/gateway/gateway-response';
import type { TemplateContext } from '#local/gateway/mapping-template';
import { mockResponse } from '#local/gateway/mock-response';
import { type GatewayRequest, proxyEvent } from '#local/gateway/proxy-event';
import { proxyResponse } from '#local/gateway/proxy-response';
import { readBody } from '#local/gateway/read-body';
import { expectationProblem, hostProblem, parserProblem, refusedRequest } from '#local/gateway/refused-request';
import { RouteTree } from '#local/gateway/routing';
import { type FunctionInvoker, timedOut, withLimit } from '#local/lambda/invocation';
import { MAX_PAYLOAD_BYTES } from '#local/lambda/runtime';
import { keepsIdleConnections } from '#local/processes/http-server';
import type { Problem } from '#shared/api/problems';

export interface GatewayOptions {
  readonly api: ApiDescription;
  readonly apiId: string;
  readonly stage: string;
  readonly invoker: FunctionInvoker;
  /** 0 selects a free port. */
  readonly port: number;
  readonly report?: Report;
  /** Multiplies the time limit of each integration. @default 1 */
  readonly timeLimitFactor?: number | undefined;
  readonly onResponse?: ResponseObserver | undefined;
}

export interface Gateway {
  readonly baseUrl: string;
  /** Accepts no more requests, waits up to `STOP_GRACE_MS` for open requests, then closes all connections. */
  stop(): Promise<void>;
}

/** Maximum time that a stop waits for open requests, in ms. */
const STOP_GRACE_MS = 2000;

const IDLE_POLL_MS = 20;

/**
 * A body of up to this size never makes the event larger than `MAX_PAYLOAD_BYTES`. In JSON, a byte of the body becomes at most
 * six bytes. The rest of the event contains at most 16 KB of headers.
 */
const SURELY_FITS_BYTES = 512 * 1024;

/** Time from the response until the gateway closes the connection of a caller that is still sending, in ms. */
const DISCARD_MS = 5000;

/** Headers that are forbidden over plain HTTP (RFC 6797, section 7.2). */
const OVER_TLS_ALONE: ReadonlySet<string> = new Set(['strict-transport-security']);

/** Serves a REST API on 127.0.0.1 as API Gateway does. @throws Error with code EADDRINUSE if the port is in use */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const report = options.report ?? reportToStderr;
  const tree = new RouteTree(options.api.routes);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const call = readCall(request, tree);
    respond(request, response, call, options)
      .catch((error: unknown) => {
        // The caller has closed the connection, so no response is possible.
        if (request.socket.destroyed) return undefined;
        report(`gateway: ${error instanceof Error ? error.message : String(error)}`);
        if (!response.headersSent) return write(response, ownResponse('INTEGRATION_FAILURE', call.context, options));
        response.destroy();
        return undefined;
      })
      .then((statusCode) => {
        const { startedAt, match, context } = call;
        if (statusCode === undefined || match.kind !== 'found') return;
        const { method = 'GET', headers } = request;
        const durationMs = performance.now() - startedAt;
        const path = shownPath(match.resource, match.parameters);
        options.onResponse?.({ method, path, statusCode, durationMs, requestId: context.requestId, headers });
      });
  };
  const server = createServer({ ...keepsIdleConnections, requireHostHeader: false }, listener);
  // Without this listener, Node would send `100 Continue` for a body that is too large.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_PAYLOAD_BYTES) response.writeContinue();
    listener(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    write(response, refused(expectationProblem(), contextOf(request), options, 417));
  });
  server.on('clientError', (error: Error, socket: Socket) => refuseBrokenRequest(error, socket, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // After a response, a connection stays open for the next request. The server can stop only after these connections close.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

/** Data of a request before its body is read. */
interface Call {
  readonly startedAt: number;
  readonly context: TemplateContext;
  readonly path: string;
  readonly query: string;
  readonly match: ReturnType<RouteTree['match']>;
}

function readCall(incoming: IncomingMessage, tree: RouteTree): Call {
  const { path, query } = splitTarget(incoming.url ?? '/');
  const match = tree.match(incoming.method ?? 'GET', path);
  return { startedAt: performance.now(), context: contextOf(incoming), path, query, match };
}

/** Responds to a request. @returns the response status */
async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  { context, path, query, match }: Call,
  options: GatewayOptions,
): Promise<number> {
  const wrongHost = hostProblem(incoming);
  if (wrongHost !== undefined) return write(response, refused(wrongHost, context, options));
  const body = await readBody(incoming, MAX_PAYLOAD_BYTES);
  if (body.kind === 'too-long') {
    if (!body.isSent) cutOff(incoming, response);
    return write(response, ownResponse('REQUEST_TOO_LARGE', context, options));
  } else if (match.kind === 'malformed') {
    return write(response, ownResponse('BAD_REQUEST_PARAMETERS', context, options));
  } else if (match.kind === 'unknown') {
    return write(response, ownResponse('MISSING_AUTHENTICATION_TOKEN', context, options));
  } else if (match.integration.kind === 'mock') {
    return write(response, mocked(match.integration, incoming, context, options));
  } else {
    const request: GatewayRequest = {
      method: incoming.method ?? 'GET',
      path,
      query,
      rawHeaders: incoming.rawHeaders,
      body: body.bytes,
      sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
      port: incoming.socket.localPort ?? 0,
    };
    const frame = { resource: match.resource, parameters: match.parameters, ...context };
    const proxiedResponse = await proxied(match.integration, request, frame, options);
    const { minimumCompressionBytes } = options.api;
    const reply = await compressed(proxiedResponse, incoming.headers['accept-encoding'], minimumCompressionBytes);
    return write(response, reply);
  }
}

async function proxied(
  integration: ProxyIntegration,
  request: GatewayRequest,
  frame: TemplateContext & { readonly resource: string; readonly parameters: Readonly<Record<string, string>> },
  options: GatewayOptions,
): Promise<WrittenResponse> {
  const { apiId, stage, timeLimitFactor = 1 } = options;
  const event = proxyEvent(request, { ...frame, apiId, stage }, new Date());
  if (event === undefined) return ownResponse('BAD_REQUEST_PARAMETERS', frame, options);
  // The invocation limit applies to the event as JSON. For example, JSON doubles the size of a body that contains only quotes.
  if (request.body.length > SURELY_FITS_BYTES && Buffer.byteLength(JSON.stringify(event)) > MAX_PAYLOAD_BYTES)
    return ownResponse('REQUEST_TOO_LARGE', frame, options);
  await options.invoker.ready?.();
  const invoked = options.invoker.invoke(integration.functionKey, event);
  const limitMs = integration.timeoutMs * timeLimitFactor;
  const result = await withLimit(invoked, limitMs, () => timedOut('Endpoint request timed out'));
  if (!result.ok)
    return ownResponse(result.reason === 'timeout' ? 'INTEGRATION_TIMEOUT' : 'INTEGRATION_FAILURE', frame, options);
  return proxyResponse(result.payload, frame.requestId) ?? ownResponse('INTEGRATION_FAILURE', frame, options);
}

function mocked(
  mock: MockIntegration,
  incoming: IncomingMessage,
  context: TemplateContext,
  options: GatewayOptions,
): WrittenResponse {
  const response = mockResponse(mock, incoming.headers['content-type'], {
    ...context,
    headers: sentHeaders(incoming.rawHeaders),
  });
  return response ?? ownResponse('UNSUPPORTED_MEDIA_TYPE', context, options);
}

/** Returns the last value of each header, by name as sent. */
function sentHeaders(raw: readonly string[]): Record<string, string> {
  return Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [])));
}

function ownResponse(type: GatewayResponseType, context: TemplateContext, { api }: GatewayOptions): WrittenResponse {
  return gatewayResponse(type, api.gatewayResponses, context);
}

function refused(
  problem: Problem,
  context: TemplateContext,
  options: GatewayOptions,
  statusCode?: number,
): WrittenResponse {
  const { headers } = ownResponse('BAD_REQUEST_PARAMETERS', context, options);
  return refusedRequest(problem, context, { headers, ...(statusCode !== undefined && { statusCode }) });
}

/**
 * Returns a new request id, and the API's URL from the `Host` header. Without a valid `Host`, the URL is the local address.
 * `headers` is absent if the request could not be parsed.
 */
function contextOf({ socket, headers }: Pick<IncomingMessage, 'socket'> & Partial<IncomingMessage>): TemplateContext {
  const own = `http://127.0.0.1:${socket.localPort}`;
  const address = `http://${headers?.host}`;
  const baseUrl = headers?.host !== undefined && URL.canParse(address) ? new URL(address).origin : own;
  return { requestId: randomUUID(), baseUrl };
}

/** Returns path and query as sent. Removes the origin of a request target in absolute form. */
function splitTarget(url: string): { readonly path: string; readonly query: string } {
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const question = relative.indexOf('?');
  const path = question < 0 ? relative : relative.slice(0, question);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: question < 0 ? '' : relative.slice(question + 1),
  };
}

/** Sends a response. @returns the response status */
function write(response: ServerResponse, reply: WrittenResponse): number {
  for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
  // If the function returned an invalid header, `setHeader` throws here, before the gateway sends anything.
  for (const [name, value] of Object.entries(reply.headers))
    if (!OVER_TLS_ALONE.has(name.toLowerCase()))
      response.setHeader(name, typeof value === 'string' ? value : [...value]);
  response.statusCode = reply.statusCode;
  response.end(reply.body);
  return reply.statusCode;
}

/** Closes the connection of a caller that is still sending. First waits `DISCARD_MS` so that the caller can read the response. */
function cutOff(incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  incoming.resume();
  const cut = setTimeout(() => incoming.socket.destroy(), DISCARD_MS);
  incoming.socket.once('close', () => clearTimeout(cut));
}

/** Responds to invalid HTTP, or to headers larger than Node's limit. */
function refuseBrokenRequest(error: Error, socket: Socket, options: GatewayOptions): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { statusCode, headers, body } = refused(parserProblem(error), contextOf({ socket }), options);
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n');
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? 'Error'}\r\n${head}\r\n\r\n${body.toString()}`);
}
