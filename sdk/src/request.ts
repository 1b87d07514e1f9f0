import { operationFacts } from './generated/operations.js';
import type { OperationFacts } from './operation-facts.js';
import type { OperationId } from './operation-types.js';

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
 * @throws TypeError for an id that is no part of a path, and for headers that cannot be sent
 */
export function prepareRequest(
  baseUrl: string,
  { operation, input }: { readonly operation: OperationId; readonly input: LooseInput },
  headers: Readonly<Record<string, string | undefined>>,
): PreparedRequest {
  const facts: OperationFacts = operationFacts[operation];
  const url = new URL(baseUrl.replace(/\/+$/, '') + fillPath(facts.path, input.path ?? {}));
  for (const [name, value] of Object.entries(input.query ?? {})) {
    // A list of values goes as one parameter, with commas between.
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  if (body !== undefined) sent.set('content-type', 'application/json');
  return { url: url.href, method: facts.method, headers: sent, body, facts };
}

/** An empty id would lead to another operation, and `..` to another resource. */
function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`${name} is no id: ${JSON.stringify(id)}`);
    return encodeURIComponent(id);
  });
}
