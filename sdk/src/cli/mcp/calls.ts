/** API calls of an AI model: which calls are allowed, the request data, and the part of the response that the model receives. */
import { RampConnectionError, RampError } from '../../errors.js';
import { operationFacts } from '../../generated/operations.js';
import type { OperationFacts } from '../../operation-facts.js';
import type { OperationId } from '../../operation-types.js';
import type { RampResponse } from '../../ramp-promise.js';
import type { LooseInput } from '../../request.js';
import type { Transport } from '../../transport.js';
import { isRecord } from '../account/private-file.js';
import { poll } from '../poll.js';
import { type ApiDocument, isOperation, type Json } from './document.js';
import { MASK, masked } from './masking.js';

/** Maximum number of list items in one result. */
const MAX_ITEMS = 20;

/**
 * Maximum durations of an API call and of a wait for a status. Each is shorter than 60 seconds, because most MCP clients then
 * cancel a tool call.
 */
const MAX_CALL_MS = 25_000;
const MAX_WAIT_MS = 30_000;

/** Final statuses of a transaction or a verification: a further wait does not change them. */
const FINAL: readonly unknown[] = ['COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VERIFIED', 'REJECTED'];

/** Arguments of `call_operation`. */
export interface CallArguments {
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Json | undefined;
  readonly body?: Json | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cursor?: string | undefined;
  readonly waitFor?: string | undefined;
}

export interface CallSettings {
  readonly transport: Transport;
  readonly isSandbox: boolean;
  /** Allows operations that change data. */
  readonly allowsWrites: boolean;
  readonly showsPersonal: boolean;
}

/** The result of a tool, and a flag that is true for an error. */
export interface ToolResult {
  readonly isError: boolean;
  readonly value: Json;
}

export function refused(message: string): ToolResult {
  return { isError: true, value: { refused: message } };
}

/** Calls an operation. If the call is not allowed or fails, the function returns a result with `isError`. */
export async function callOperation(
  call: CallArguments,
  { transport, showsPersonal, ...policy }: CallSettings,
  { document, signal }: { readonly document: ApiDocument; readonly signal: AbortSignal },
): Promise<ToolResult> {
  const { operation, idempotencyKey } = call;
  if (!isOperation(operation)) return refused('Unknown operation. Find operations with search_docs');
  const reason = refusalOf(operation, policy, document) ?? inputRefusalOf(call);
  if (reason !== undefined) return refused(reason);
  const from = Number(/^item:(\d{1,9})$/.exec(call.cursor ?? '')?.[1] ?? 0);
  const input: LooseInput = {
    ...(call.path && { path: call.path }),
    query: pageOf(call, from),
    ...(call.body && { body: call.body }),
  };
  const options = { signal, timeoutMs: MAX_CALL_MS, ...(idempotencyKey && { idempotencyKey }) };
  const send = () => transport.sendAny(operation, input, options).withResponse();
  try {
    const { data, ...facts } = await (call.waitFor === undefined ? send() : wait(send, call.waitFor, signal));
    const { part, next } = cut(data, from);
    const { status, requestId, replayed, idempotencyKey: sentKey } = facts;
    const value = { status, requestId, ...(sentKey && { idempotencyKey: sentKey, replayed }) };
    return {
      isError: false,
      value: { ...value, ...(next && { nextCursor: next }), data: masked(part, showsPersonal) },
    };
  } catch (error) {
    return { isError: true, value: { error: masked(errorOf(error), showsPersonal) } };
  }
}

/** Returns the reason to reject an operation, or `undefined` if the operation is allowed. */
function refusalOf(
  operation: OperationId,
  { allowsWrites }: Pick<CallSettings, 'allowsWrites'>,
  document: ApiDocument,
): string | undefined {
  const { method }: OperationFacts = operationFacts[operation];
  if (operation === 'getOpenApi') return 'Use describe_operation, which reads this document';
  if (document.operation(operation) === undefined) return `This stage does not have ${operation}`;
  if (document.returnsSecret(operation))
    return `${operation} can return a secret, which this server never shows. A person must call the operation`;
  if (method !== 'GET' && !allowsWrites)
    return `${operation} changes data, but this server can only read. A person can restart the server with --allow-writes`;
  return undefined;
}

function inputRefusalOf({ operation, path, query, body, waitFor }: CallArguments): string | undefined {
  if (JSON.stringify([path, query, body]).includes(MASK)) return `The input contains "${MASK}", which is not a value`;
  const isRead = isOperation(operation) && operationFacts[operation].method === 'GET';
  return waitFor !== undefined && !isRead ? 'waitFor requires an operation that only reads (GET)' : undefined;
}

/**
 * Builds the query for one page, with at most `MAX_ITEMS` items. A cursor `item:…` comes from `cut` and is not sent to the API.
 */
function pageOf({ query = {}, cursor }: CallArguments, from: number): Json {
  const limit = Number(query.limit) > MAX_ITEMS ? { limit: MAX_ITEMS } : {};
  return { ...query, ...limit, ...(cursor === undefined || from > 0 ? {} : { cursor }) };
}

/**
 * Repeats a request until the status in its response equals `wanted` or is final, for at most `MAX_WAIT_MS`.
 * @returns the last response
 */
async function wait(
  send: () => Promise<RampResponse<unknown>>,
  wanted: string,
  signal: AbortSignal,
): Promise<RampResponse<unknown>> {
  let last = await send();
  const isDone = () => isRecord(last.data) && [wanted, ...FINAL].includes(last.data.status);
  const look = async () => {
    if (!isDone()) last = await send();
    return isDone() || undefined;
  };
  await poll(look, MAX_WAIT_MS, signal);
  return last;
}

/**
 * Shortens the lists in a response to `MAX_ITEMS` items. The next cursor is the API's cursor or, for a list that was shortened
 * here, the number of its next item.
 */
function cut(data: unknown, from: number): { readonly part: unknown; readonly next?: string } {
  if (data instanceof Uint8Array) return { part: { bytes: data.length } };
  const members = Array.isArray(data) ? [data] : Object.values(Object(data)).filter(Array.isArray);
  const isLonger = members.some((list) => list.length > from + MAX_ITEMS);
  const partOf = (value: unknown) => (Array.isArray(value) ? value.slice(from, from + MAX_ITEMS) : value);
  const part = isRecord(data)
    ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, partOf(value)]))
    : partOf(data);
  if (isLonger) return { part, next: `item:${from + MAX_ITEMS}` };
  return isRecord(data) && typeof data.nextCursor === 'string' ? { part, next: data.nextCursor } : { part };
}

/** Describes an error in separate fields, so that an AI model does not take other people's text for ours (prompt injection). */
function errorOf(error: unknown): Json {
  if (error instanceof RampError) {
    const { status, code, reason, apiMessage, errors, details, docUrl, requestId } = error;
    return { status, code, reason, message: apiMessage, errors, details, docUrl, requestId };
  }
  if (error instanceof RampConnectionError) {
    const { idempotencyKey, requestId } = error;
    const message =
      'No response arrived. If the call changes data, the change may have happened: repeat the call with the same idempotencyKey';
    return { code: 'NO_RESPONSE', message, idempotencyKey, requestId };
  }
  return { code: 'INVALID_INPUT', message: error instanceof Error ? error.message : String(error) };
}
