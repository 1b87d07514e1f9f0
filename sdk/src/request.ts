import { checkBody, queryText } from './content.js';
import { operationFacts } from './generated/operations.js';
import { describeGiven } from './given.js';
import type { OperationFacts } from './operation-facts.js';
import type { OperationId } from './operation-types.js';
import { checkQuery } from './options.js';

/** Input of an operation, of any type. */
export interface LooseInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** A request as each attempt sends it. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly facts: OperationFacts;
}

/**
 * Makes the request of a call once, so that every attempt sends the same bytes.
 * @throws TypeError for an id that is no part of a path, for values that a request cannot carry, and for headers that cannot be sent
 */
export function prepareRequest(
  baseUrl: string,
  { operation, input }: { readonly operation: OperationId; readonly input: LooseInput },
  headers: Readonly<Record<string, string | undefined>>,
): PreparedRequest {
  const facts: OperationFacts = operationFacts[operation];
  const url = new URL(baseUrl + fillPath(facts.path, input.path ?? {}));
  const query = input.query ?? {};
  checkQuery(query);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, queryText(value, `query.${name}`));
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
  if (input.body !== undefined) checkBody(input.body);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  if (body !== undefined) sent.set('content-type', 'application/json');
  return { url: url.href, method: facts.method, headers: sent, body, facts };
}

/** Text that is not an id: empty, `..`, or what a template makes of a value that is missing. */
const NO_ID = /^\s*(\.{0,2}|undefined|null|NaN|\[object \w+\])\s*$/;

/** An empty id would lead to another operation, and `..` to another resource. */
function fillPath(path: string, ids: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' || NO_ID.test(id))
      throw new TypeError(`${name} must be a UUID, got ${describeGiven(id)}`);
    return encodeURIComponent(id);
  });
}
