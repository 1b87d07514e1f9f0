/**
 * Builds the handlers of partner endpoints. A handler checks the API key and the request rate, validates the request against the
 * contract, and adds the response envelope.
 */

import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import {
  type ErrorCode,
  Problem,
  payloadTooLarge,
  routeNotFound,
  unknownVersion,
  userIdRequired,
} from '#shared/api/problems';
import { API_VERSIONS, CURRENT_VERSION, VERSION_HEADER } from '#shared/api/versions';
import type { ResponseData } from '#shared/contract/response-schemas';
import { ReadMeter } from '#shared/dynamodb/read-units';
import { openCursor, sealCursor } from '#shared/http/cursor';
import { errorResponse, finishRequest, startRequest } from '#shared/http/endpoint';
import { entityTag, matchesEntityTag, readIfNoneMatch } from '#shared/http/entity-tag';
import {
  type GatewayEvent,
  type GatewayResult,
  header,
  headerValues,
  readBaseUrl,
  readSourceIp,
} from '#shared/http/gateway-event';
import { type IdempotencyKey, readIdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import { type DataReply, jsonResponse, successBody } from '#shared/http/responses';
import { apiHeaders } from '#shared/http/security-headers';
import { parseInput, parseQuery, unicodeErrors, withoutNulls } from '#shared/http/validation';
import type { Caller } from '#shared/partners/domain/partner';
import { requestsForReads } from '#shared/partners/domain/request-rate';
import { chargeHeavyRequest } from '#shared/partners/request-rates/charge-heavy-request';
import { nowMs, stage } from '#shared/platform/config/environment';
import { inTrace, parseTraceparent } from '#shared/platform/observability/trace';
import { isUuid } from '#shared/values/ids';
import type { Body, Contract, Params, Query } from '../contract/define-contract';
import { declaredAsJson, jsonBody } from './json-body';
import { authenticatePartner, rateLimit } from './partner-authentication';
import type { RequestEvent } from './request-event';

/** Maximum size of a body without a file, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/**
 * Maximum size of a body with a file, in bytes: an invoice of 4 MB in Base64 (5,592,408 characters), escaped line breaks and
 * other fields. The limit is below Lambda's event limit (6,291,456 bytes), so that we can return the error in our envelope.
 */
export const MAX_FILE_BODY_BYTES = 6_000_000;

/** Rejects a body above the limit of the operation, before the body is parsed. */
export function limitBodySize({ carriesFile }: Contract): MiddlewareObj<RequestEvent> {
  const maxBytes = carriesFile === true ? MAX_FILE_BODY_BYTES : MAX_BODY_BYTES;
  return {
    before: ({ event }) => {
      if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > maxBytes)
        throw payloadTooLarge();
    },
  };
}

/** Response schemas that contain a new transaction. */
const creationResponses: ReadonlySet<string> = new Set([
  'CrossRampTransaction',
  'OnRampTransaction',
  'OffRampTransaction',
]);

/** Returns the transaction id in the path or body of a request, for the log line. Ignores a malformed id. */
function findTransactionId(
  event: Pick<GatewayEvent, 'resource' | 'pathParameters'>,
  body: unknown,
): string | undefined {
  const found = event.resource?.includes('/transactions/{id}')
    ? event.pathParameters?.id
    : readText(body, 'transactionId');
  return found !== undefined && isUuid(found) ? found.toLowerCase() : undefined;
}

/** Returns the id of a new transaction from the response; `undefined` for other responses. */
function findCreatedId({ response }: Contract, data: unknown): string | undefined {
  return creationResponses.has(response) ? readText(data, 'id') : undefined;
}

function readText(from: unknown, name: string): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined;
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' ? value : undefined;
}

/** Validated request of an operation. */
export interface Request<C extends Contract> {
  readonly caller: Caller;
  readonly params: Params<C>;
  readonly query: Query<C>;
  readonly body: Body<C>;
  /** Idempotency key with the hash of the request; `undefined` without a key, or if the operation does not accept keys. */
  readonly idempotency: IdempotencyKey | undefined;
  /** Media types that the caller accepts (header `Accept`). @default any type */
  readonly accept?: string | undefined;
  /** Source IP address of the caller; `undefined` if API Gateway does not provide the address. */
  readonly sourceIp?: string | undefined;
  /** URL of this API in the request: origin and stage, without a final slash. Links in responses start with this URL. */
  readonly baseUrl: string;
  /** Time of the request, epoch ms. All rules of the request use this time. */
  readonly nowMs: number;
}

/** Result of an operation: data for the envelope, or a file. */
export type Reply<C extends Contract> = DataReply<ResponseData<C['response']>> | { readonly file: FileReply };

/** Text file. Binary files are not possible: API Gateway returns binary content only if `Accept` contains the exact type. */
export interface FileReply {
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Operation<C extends Contract> = (request: Request<C>) => Promise<Reply<C>>;

/** Returns the handler of an endpoint that partners call with an API key. */
export function partnerEndpoint<C extends Contract>(contract: C, operation: Operation<C>) {
  const handle = middy<RequestEvent, GatewayResult>()
    .use([
      respond(contract),
      authenticatePartner(),
      rateLimit(),
      servedVersion(),
      limitBodySize(contract),
      declaredAsJson(),
      ...(contract.body === undefined ? [] : [jsonBody()]),
    ])
    .handler(async (event) => {
      const request = toRequest(contract, event);
      const reply = await chargingReads(request, operation);
      if ('file' in reply) return fileResponse(contract, reply.file);
      event.state.createdId = findCreatedId(contract, reply.data);
      const response = dataResponse(contract, event, sealCursor({ ...request, id: contract.id }, reply.data));
      return reply.replayed === true ? markReplayed(response) : response;
    });
  return (...call: Parameters<typeof handle>) =>
    inTrace(parseTraceparent(headerValues(call[0], 'traceparent')), () => handle(...call));
}

/** Runs the operation and counts its table reads towards the partner's request rate, also after a failure. */
async function chargingReads<C extends Contract>(request: Request<C>, operation: Operation<C>): Promise<Reply<C>> {
  const reads = new ReadMeter();
  try {
    return await reads.run(() => operation(request));
  } finally {
    await chargeHeavyRequest(request.caller.partnerId, requestsForReads(reads.units));
  }
}

function markReplayed(response: GatewayResult): GatewayResult {
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}

/** Returns the response with data, or 304 if the caller already has the current content. */
function dataResponse(contract: Contract, event: RequestEvent, data: unknown): GatewayResult {
  if (contract.tagged !== true) return jsonResponse(contract.status, successBody(data));
  const { text, etag } = taggedText(data);
  const isUnchanged = matchesEntityTag(readIfNoneMatch(event), etag);
  return isUnchanged ? jsonResponse(304, '', { etag }) : jsonResponse(contract.status, text, { etag });
}

/** Cache of the response text and entity tag, for operations that return the same object again. */
const taggedTexts = new WeakMap<object, { readonly text: string; readonly etag: string }>();

function taggedText(data: unknown): { readonly text: string; readonly etag: string } {
  const key = typeof data === 'object' && data !== null ? data : {};
  const known = taggedTexts.get(key);
  if (known !== undefined) return known;
  const text = successBody(data);
  const tagged = { text, etag: entityTag(text) };
  taggedTexts.set(key, tagged);
  return tagged;
}

function fileResponse({ status }: Contract, { contentType, body, headers }: FileReply): GatewayResult {
  return { statusCode: status, headers: { ...headers, 'content-type': contentType }, body };
}

/** Finishes every request: adds the envelope and request id, writes one log line, and hides stack traces. */
function respond(contract: Contract): MiddlewareObj<RequestEvent, GatewayResult> {
  const finish = (event: RequestEvent, response: GatewayResult, code?: ErrorCode): GatewayResult => {
    const { caller, body, createdId, version, headers } = event.state;
    const allHeaders = () => ({ ...apiHeaders(), ...versionHeader(version), ...headers });
    return finishRequest({ id: contract.id, headers: allHeaders }, event.state, {
      response,
      code,
      partnerId: caller?.partnerId,
      sourceIp: readSourceIp(event),
      transactionId: caller && (findTransactionId(event, body) ?? createdId),
    });
  };
  return {
    before: ({ event }) => {
      event.state = { ...startRequest(event), caller: undefined, body: undefined, headers: {} };
      if (contract.stages === 'sandbox' && stage() !== 'sandbox') throw routeNotFound();
    },
    after: (request) => {
      if (request.response) request.response = finish(request.event, request.response);
    },
    onError: (request) => {
      const { response, code } = errorResponse(request.error, request.event, request.event.state.requestId);
      request.response = finish(request.event, response, code);
    },
  };
}

/** Rejects a request with an unknown API version. Stores the version for the response header. */
function servedVersion(): MiddlewareObj<RequestEvent> {
  return {
    before: ({ event }) => {
      event.state.version = requireVersion(event);
    },
  };
}

/** Validates a request. The overload declares that the values have the contract's types. The compiler cannot check this. */
function toRequest<C extends Contract>(contract: C, event: RequestEvent): Request<C>;
function toRequest(contract: Contract, event: RequestEvent): unknown {
  const { caller, body } = event.state;
  if (caller === undefined)
    throw new Problem('UNAUTHORIZED', 'Partner information is required for this operation', { reason: 'KEY_MISSING' });
  if (contract.requiresUserId === true) requireUserId(body);
  const params = contract.params === undefined ? {} : parseInput(contract.params, event.pathParameters ?? {});
  const given = contract.query === undefined ? {} : parseQuery(contract.query, event);
  const query = openCursor({ id: contract.id, caller, params, query: given });
  return {
    caller,
    params,
    query,
    // Check the whole `body`: invalid Unicode, even in the name of a `null` field, can give two bodies the same idempotency hash.
    body: contract.body && parseInput(contract.body, bodyContent(event, body), unicodeErrors(body)),
    idempotency: readIdempotencyKey(contract, event, { params, query, body }),
    accept: header(event, 'accept'),
    sourceIp: readSourceIp(event),
    baseUrl: readBaseUrl(event),
    nowMs: nowMs(),
  };
}

/** Removes `null` fields from the body of a POST. In a PATCH, `null` clears the value. For a PUT, the contract defines `null`. */
function bodyContent({ httpMethod }: RequestEvent, body: unknown): unknown {
  return httpMethod === 'POST' ? withoutNulls(body) : body;
}

function requireUserId(body: unknown): void {
  const userId = typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined;
  if (userId === undefined || userId === null || userId === '') {
    throw userIdRequired();
  }
}

/**
 * Returns the API version of the request header; without a header, the current version. @throws Problem for an unknown version
 */
function requireVersion(event: GatewayEvent): string {
  const named = header(event, VERSION_HEADER);
  if (named === undefined) return CURRENT_VERSION;
  const known = API_VERSIONS.find((version) => version === named);
  if (known === undefined) throw unknownVersion();
  return known;
}

/** Returns the response header with the API version. */
function versionHeader(version: string = CURRENT_VERSION): Readonly<Record<string, string>> {
  return { [VERSION_HEADER]: version };
}
