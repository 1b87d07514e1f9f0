/**
 * The handler builder of partner endpoints: request id, key, body, contract, envelope. An operation gets checked
 * values and either returns data or throws a Problem; it knows nothing of HTTP.
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

/** Bytes of a body that carries no file. */
export const MAX_BODY_BYTES = 65_536;

/**
 * Bytes of a body that carries one: an invoice of 4 MB in Base64 (5,592,408 characters), its line breaks as JSON writes
 * them, and the other fields. The synchronous limit of a function is 6 MB (6,291,456 bytes), counted on the escaped event:
 * a body beyond this bound may not pass it, so it is refused here, in the envelope.
 */
export const MAX_FILE_BODY_BYTES = 6_000_000;

/** Refuses a body beyond its operation's bound, before anything of it is read. */
export function limitBodySize({ carriesFile }: Contract): MiddlewareObj<RequestEvent> {
  const maxBytes = carriesFile === true ? MAX_FILE_BODY_BYTES : MAX_BODY_BYTES;
  return {
    before: ({ event }) => {
      if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > maxBytes)
        throw payloadTooLarge();
    },
  };
}

/** Responses that show a new transaction. */
const creationResponses: ReadonlySet<string> = new Set([
  'CrossRampTransaction',
  'OnRampTransaction',
  'OffRampTransaction',
]);

/**
 * Returns the id of the transaction in the path or in the body of a request, for its log line.
 * A malformed id is not logged.
 */
function findTransactionId(
  event: Pick<GatewayEvent, 'resource' | 'pathParameters'>,
  body: unknown,
): string | undefined {
  const found = event.resource?.includes('/transactions/{id}')
    ? event.pathParameters?.id
    : readText(body, 'transactionId');
  return found !== undefined && isUuid(found) ? found.toLowerCase() : undefined;
}

/** Returns the id of the transaction that a response shows as created, if it does. */
function findCreatedId({ response }: Contract, data: unknown): string | undefined {
  return creationResponses.has(response) ? readText(data, 'id') : undefined;
}

function readText(from: unknown, name: string): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined;
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' ? value : undefined;
}

/** A request as an operation sees it. */
export interface Request<C extends Contract> {
  readonly caller: Caller;
  readonly params: Params<C>;
  readonly query: Query<C>;
  readonly body: Body<C>;
  /** The caller's idempotency key with the hash of the request, on operations that take one. */
  readonly idempotency: IdempotencyKey | undefined;
  /** Media types that the caller accepts: the header `Accept`. @default any */
  readonly accept?: string | undefined;
  /** Address of the caller's connection; `undefined` if the gateway names none. */
  readonly sourceIp?: string | undefined;
  /** URL with which the caller reached the service: origin and stage, without a slash at the end. Links begin with it. */
  readonly baseUrl: string;
  /** The instant that every rule of this request compares, epoch ms. */
  readonly nowMs: number;
}

/** The response of an operation: data for the envelope, or a file. */
export type Reply<C extends Contract> = DataReply<ResponseData<C['response']>> | { readonly file: FileReply };

/** A text file: the gateway would return binary content only to callers that accept its type by name. */
export interface FileReply {
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Operation<C extends Contract> = (request: Request<C>) => Promise<Reply<C>>;

/** The handler of an endpoint that partners call with their key. */
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

/** Carries out a request, and charges its reads to the partner's rate, even if it fails. */
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

/** The response with data; 304 without data if the caller has this content already. */
function dataResponse(contract: Contract, event: RequestEvent, data: unknown): GatewayResult {
  if (contract.tagged !== true) return jsonResponse(contract.status, successBody(data));
  const { text, etag } = taggedText(data);
  const isUnchanged = matchesEntityTag(readIfNoneMatch(event), etag);
  return isUnchanged ? jsonResponse(304, '', { etag }) : jsonResponse(contract.status, text, { etag });
}

/** Text and tag of data that an operation may return again unchanged. */
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

/** Responds to every request: in the envelope, with its request id, one log line each, never a stack. */
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

/** Refuses a request that names an unknown version; the response to any other names the version that it got. */
function servedVersion(): MiddlewareObj<RequestEvent> {
  return {
    before: ({ event }) => {
      event.state.version = requireVersion(event);
    },
  };
}

/** Checks a request. The contract's types are tied to its schemas here, in one place. */
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
    // Members that are null are checked too: they are part of the fingerprint of an idempotency key.
    body: contract.body && parseInput(contract.body, bodyContent(event, body), unicodeErrors(body)),
    idempotency: readIdempotencyKey(contract, event, { params, query, body }),
    accept: header(event, 'accept'),
    sourceIp: readSourceIp(event),
    baseUrl: readBaseUrl(event),
    nowMs: nowMs(),
  };
}

/** The meaning of null in a body: on POST it counts as absent, on PATCH it clears, on PUT the contract decides. */
function bodyContent({ httpMethod }: RequestEvent, body: unknown): unknown {
  return httpMethod === 'POST' ? withoutNulls(body) : body;
}

function requireUserId(body: unknown): void {
  const userId = typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined;
  if (userId === undefined || userId === null || userId === '') {
    throw userIdRequired();
  }
}

/** The version that a request names, else the current one. @throws Problem for one that is unknown */
function requireVersion(event: GatewayEvent): string {
  const named = header(event, VERSION_HEADER);
  if (named === undefined) return CURRENT_VERSION;
  const known = API_VERSIONS.find((version) => version === named);
  if (known === undefined) throw unknownVersion();
  return known;
}

/** The header that names the version of a response. */
function versionHeader(version: string = CURRENT_VERSION): Readonly<Record<string, string>> {
  return { [VERSION_HEADER]: version };
}
