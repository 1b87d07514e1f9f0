/** The request that a form of the try-it console stands for. */
import type { TryIt } from '../reference/try-it-data';

/** Values that a person entered. */
export interface Entered {
  /** The partner key; `undefined` where the operation takes none. */
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly value: string }[];
  readonly body: string | undefined;
}

export interface PreparedRequest {
  /** From the root of the stage, with the query. */
  readonly path: string;
  readonly init: RequestInit;
  /** As a person reads it: method and path. */
  readonly requestLine: string;
}

/**
 * Builds a request. The key is in a header alone; query parameters that are empty are left out, and so is an empty body.
 * @throws TypeError for a key that holds characters which no header may have
 */
export function requestFor(
  { method, path: template }: TryIt,
  { key, idempotencyKey, parameters, body }: Entered,
): PreparedRequest {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)), template);
  const query = new URLSearchParams();
  for (const { name, in: place, value } of parameters) if (place === 'query' && value !== '') query.append(name, value);
  const path = query.size === 0 ? filled : `${filled}?${query}`;
  const hasBody = body !== undefined && body.trim() !== '';
  const headers = new Headers();
  if (key !== undefined && key !== '') headers.set('partner-api-key', key);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (hasBody) headers.set('content-type', 'application/json');
  return {
    path,
    requestLine: `${method} ${path}`,
    init: {
      ...{ method, headers, credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' },
      ...(hasBody ? { body } : {}),
    },
  };
}
