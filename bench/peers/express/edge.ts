import type { Request as Incoming, RequestHandler, Response } from 'express';
import { checked } from '#shared/http/input/validation';
import type { Operation, Request } from '#shared/http/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import { nowMs } from '#shared/platform/config/clock';
import type { Contract } from '../../../shared/http/contract';
import { successBody } from '../../../shared/http/responses';
import type { HeldClaim } from './idempotency';

/** What the middlewares know of a request. */
interface Edge {
  readonly requestId: string;
  endpoint: string;
  caller: Caller | undefined;
  claim: HeldClaim | undefined;
}

const edges = new WeakMap<Response, Edge>();

export function setEdge(response: Response, edge: Edge): void {
  edges.set(response, edge);
}

/** @throws Error when the request did not come in by the first middleware */
export function edgeOf(response: Response): Edge {
  const edge = edges.get(response);
  if (edge === undefined) throw new Error('The request has not been let in');
  return edge;
}

/** Checks a request by the operation's schemas, runs it and answers in the envelope. */
export function runs<C extends Contract>(contract: C, operation: Operation<C>): RequestHandler {
  return async (incoming, response) => {
    const edge = edgeOf(response);
    edge.endpoint = contract.id;
    const reply = await operation(requestOf(contract, incoming, edge.caller));
    if ('file' in reply) throw new Error('Files are not served here');
    const [status, text] =
      'data' in reply ? [contract.status, successBody(reply.data)] : [reply.stored.status, reply.stored.text];
    await edge.claim?.complete(status, text);
    response.status(status).type('application/json').send(text);
  };
}

function requestOf<C extends Contract>(
  contract: C,
  incoming: Incoming,
  caller: Caller | undefined,
): Request<C>;
function requestOf(contract: Contract, incoming: Incoming, caller: Caller | undefined): unknown {
  return {
    caller,
    params: contract.params === undefined ? {} : checked(contract.params, incoming.params),
    query: contract.query === undefined ? {} : checked(contract.query, incoming.query),
    body: contract.body === undefined ? undefined : checked(contract.body, incoming.body ?? {}),
    idempotency: undefined,
    baseUrl: `https://${incoming.hostname}`,
    nowMs: nowMs(),
  };
}
