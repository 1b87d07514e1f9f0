/**
 * The edge of every endpoint: request id, key, body, contract, envelope. Behind it an operation sees checked
 * values and either returns data or throws a Problem; nothing of HTTP goes further in.
 */

import middy, { type MiddlewareObj } from '@middy/core';
import { Problem } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { nowMs } from '#shared/config/clock';
import type { Caller } from '#shared/domain/partners/partner';
import { withoutNulls } from '#shared/http/absent-fields';
import { partnerKey } from '#shared/http/authentication';
import { baseUrlOf } from '#shared/http/base-url';
import { boundedBody } from '#shared/http/body-bound';
import type { Body, Contract, Params, Query } from '#shared/http/contract';
import { entityTag, holdsTag } from '#shared/http/entity-tag';
import { type GatewayEvent, type GatewayResult, header, sourceIpOf } from '#shared/http/events';
import { type IdempotencyClaim, idempotencyClaim } from '#shared/http/idempotency-claim';
import { jsonBody } from '#shared/http/json-body';
import { checkedQuery } from '#shared/http/query';
import { requestIdOf } from '#shared/http/request-id';
import { requestRate } from '#shared/http/request-rate';
import { jsonAnswer, problemAnswer, successBody } from '#shared/http/responses';
import { apiHeaders } from '#shared/http/safe-headers';
import { transactionIdOf } from '#shared/http/subject';
import { unexpected } from '#shared/http/unexpected';
import { checked } from '#shared/http/validation';
import { logRequest } from '#shared/observability/request-line';

/** What the middlewares find out about a request on its way in. */
export interface EdgeEvent extends GatewayEvent {
  edge: {
    readonly requestId: string;
    readonly startedMs: number;
    caller: Caller | undefined;
    body: unknown;
    /** Go with the answer, whatever it is. */
    headers: Readonly<Record<string, string>>;
  };
}

/** A request as an operation sees it. */
export interface Request<C extends Contract> {
  readonly caller: Caller;
  readonly params: Params<C>;
  readonly query: Query<C>;
  readonly body: Body<C>;
  /** The caller's idempotency key with the hash of what it is used for, on operations that take one. */
  readonly idempotency: IdempotencyClaim | undefined;
  /** How the caller reached the service: origin and stage, without a slash at the end. Links begin with it. */
  readonly baseUrl: string;
  /** The instant that every rule of this request compares, epoch ms. */
  readonly nowMs: number;
}

/** What an operation answers: data for the envelope, a file, or the stored text of an answer. */
export type Reply<C extends Contract> =
  | { readonly data: Shape<C['response']> }
  | { readonly file: FileReply }
  | { readonly stored: { readonly status: number; readonly text: string }; readonly replayed: boolean };

/** A file as text: the gateway would pass other bytes only to callers who ask for them by name. */
export interface FileReply {
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Operation<C extends Contract> = (request: Request<C>) => Promise<Reply<C>>;

/** The handler of an endpoint that partners call with their key. */
export function endpoint<C extends Contract>(contract: C, operation: Operation<C>) {
  return middy<EdgeEvent, GatewayResult>()
    .use([
      answered(contract),
      partnerKey(),
      requestRate(),
      boundedBody(contract),
      ...(contract.body === undefined ? [] : [jsonBody()]),
    ])
    .handler(async (event) => {
      const reply = await operation(requestOf(contract, event));
      if ('data' in reply) return dataAnswer(contract, event, successBody(reply.data));
      if ('file' in reply) return fileAnswer(contract, reply.file);
      const headers = reply.replayed ? { 'idempotency-replayed': 'true' } : {};
      return jsonAnswer(reply.stored.status, reply.stored.text, headers);
    });
}

/** The answer with data; one whose content the caller holds already goes out without it. */
function dataAnswer(contract: Contract, event: EdgeEvent, text: string): GatewayResult {
  if (contract.tagged !== true) return jsonAnswer(contract.status, text);
  const etag = entityTag(text);
  const held = holdsTag(header(event, 'if-none-match'), etag);
  return held ? jsonAnswer(304, '', { etag }) : jsonAnswer(contract.status, text, { etag });
}

function fileAnswer({ status }: Contract, { contentType, body, headers }: FileReply): GatewayResult {
  return { statusCode: status, headers: { ...headers, 'content-type': contentType }, body };
}

/** Answers every request: in the envelope, with its request id, one log line each, never a stack. */
function answered(contract: Contract): MiddlewareObj<EdgeEvent, GatewayResult> {
  const finish = (event: EdgeEvent, response: GatewayResult, code?: string): GatewayResult => {
    const { requestId, startedMs, caller, body, headers } = event.edge;
    logRequest({
      requestId,
      endpoint: contract.id,
      partnerId: caller?.partnerId,
      sourceIp: sourceIpOf(event),
      transactionId: caller && transactionIdOf(contract, event, { body, answer: response.body }),
      status: response.statusCode,
      code,
      durationMs: Date.now() - startedMs,
    });
    return {
      ...response,
      headers: { ...apiHeaders(), ...headers, ...response.headers, 'x-request-id': requestId },
    };
  };
  return {
    before: ({ event }) => {
      event.edge = {
        requestId: requestIdOf(event),
        startedMs: Date.now(),
        caller: undefined,
        body: undefined,
        headers: {},
      };
    },
    after: (request) => {
      if (request.response) request.response = finish(request.event, request.response);
    },
    onError: (request) => {
      const { error, event } = request;
      const problem = error instanceof Problem ? error : unexpected(error, event.edge.requestId);
      request.response = finish(event, problemAnswer(problem), problem.code);
    },
  };
}

function requestOf<C extends Contract>(contract: C, event: EdgeEvent): Request<C> {
  const { caller, body } = event.edge;
  if (caller === undefined)
    throw new Problem('UNAUTHORIZED', 'Partner information is required for this operation');
  if (contract.requiresUserId === true) requireUserId(body);
  return parts(contract, event, caller, body);
}

/** The contract's types are tied to its schemas here, in one place. */
function parts<C extends Contract>(contract: C, event: EdgeEvent, caller: Caller, body: unknown): Request<C>;
function parts(contract: Contract, event: EdgeEvent, caller: Caller, body: unknown): unknown {
  const params = contract.params === undefined ? {} : checked(contract.params, event.pathParameters ?? {});
  const query = contract.query === undefined ? {} : checkedQuery(contract.query, event);
  return {
    caller,
    params,
    query,
    body: contract.body === undefined ? undefined : checked(contract.body, contentOf(event, body)),
    idempotency: idempotencyClaim(contract, event, { params, query, body }),
    baseUrl: baseUrlOf(event),
    nowMs: nowMs(),
  };
}

/** What a body says: on POST null says nothing, on PATCH it clears, and PUT leaves it to the contract. */
function contentOf({ httpMethod }: EdgeEvent, body: unknown): unknown {
  return httpMethod === 'POST' ? withoutNulls(body) : body;
}

function requireUserId(body: unknown): void {
  const userId = typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined;
  if (userId === undefined || userId === null || userId === '') {
    throw new Problem('REQUIRED_USER_ID_ERROR', 'This endpoint requires a user id to be provided');
  }
}
