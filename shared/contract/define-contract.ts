/**
 * Type of an endpoint's contract: request and response. Handlers validate requests with the contract. The OpenAPI document and
 * the table-driven tests are generated from it.
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/api/problems';
import type { ResponseName } from '#shared/contract/response-schemas';

type Schema = z.ZodMiniType;

export interface Contract {
  readonly id: string;
  /** Set for an endpoint that exists only in the sandbox (`stages` in endpoints.ts). In production, the handler returns 404. */
  readonly stages?: 'sandbox';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly bodyOptional?: boolean;
  /** True if the request body contains a file. The size limit is then higher; see `limitBodySize`. */
  readonly carriesFile?: boolean;
  /** True if a missing `userId` in the body returns a specific error, before any other validation error. */
  readonly requiresUserId?: boolean;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** True if the response has an `ETag`. A request with the current tag in `If-None-Match` gets 304. */
  readonly tagged?: boolean;
  /** Media type if the response is a file. Error responses are still JSON. */
  readonly file?: 'application/pdf';
  /** Media type of a file that callers get instead of JSON if their `Accept` header requests this type. */
  readonly alsoFile?: 'application/pdf' | 'text/csv';
  readonly status: 200 | 201 | 202;
  readonly response: ResponseName;
  /** Error codes of this endpoint. tools/docs/openapi/error-responses.ts adds the codes of all endpoints, inputs and methods. */
  readonly errors: readonly ErrorCode[];
}

export type Params<C extends Contract> = C['params'] extends Schema ? z.infer<C['params']> : Record<string, never>;
export type Query<C extends Contract> = C['query'] extends Schema ? z.infer<C['query']> : Record<string, never>;
export type Body<C extends Contract> = C['body'] extends Schema ? z.infer<C['body']> : undefined;

type Defaults = Pick<Contract, 'status' | 'errors'>;

/** Returns a contract with the exact types of its schemas. Defaults: status 200, no additional errors. */
export function defineContract<const C extends Omit<Contract, keyof Defaults> & Partial<Defaults>>(
  contract: C,
): C & Defaults {
  return { status: 200, errors: [], ...contract };
}
