/**
 * The contract of an endpoint: what it takes and what it returns. Handlers check requests by it, the OpenAPI
 * document and the table-driven tests are made from it.
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/api/problems';
import type { ResponseName } from '#shared/contract/response-schemas';

type Schema = z.ZodMiniType;

export interface Contract {
  /** The row's id in the endpoint table. */
  readonly id: string;
  /** Served in the sandbox alone, as its row says: in another stage the handler returns 404. */
  readonly stages?: 'sandbox';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The request body may be left out. */
  readonly bodyOptional?: boolean;
  /** The request body carries a file, and may be larger than others; see `limitBodySize`. */
  readonly carriesFile?: boolean;
  /** A missing `userId` in the body has a separate error, reported before any other error of the input. */
  readonly requiresUserId?: boolean;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The response has an `ETag`. A caller that already has this content gets 304. */
  readonly tagged?: boolean;
  /** The response is a file of this type; errors come in the envelope nonetheless. */
  readonly file?: 'application/pdf';
  /** A caller whose `Accept` asks for this type gets a file of it instead of JSON. */
  readonly alsoFile?: 'application/pdf' | 'text/csv';
  readonly status: 200 | 201 | 202;
  /** Name of the public shape of `data`. */
  readonly response: ResponseName;
  /** Error codes in addition to those that follow from the request (tools/docs/openapi/error-responses.ts). */
  readonly errors: readonly ErrorCode[];
}

export type Params<C extends Contract> = C['params'] extends Schema ? z.infer<C['params']> : Record<string, never>;
export type Query<C extends Contract> = C['query'] extends Schema ? z.infer<C['query']> : Record<string, never>;
export type Body<C extends Contract> = C['body'] extends Schema ? z.infer<C['body']> : undefined;

type Defaults = Pick<Contract, 'status' | 'errors'>;

/** Keeps the exact types of a contract's schemas. Defaults: status 200, no additional errors. */
export function defineContract<const C extends Omit<Contract, keyof Defaults> & Partial<Defaults>>(
  contract: C,
): C & Defaults {
  return { status: 200, errors: [], ...contract };
}
