/** Types of an endpoint's docs.ts, the documentation for partners. `npm run docs` reads docs.ts; handlers never import it. */
import type * as z from 'zod/mini';
import type { Problem } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import type { ResponseData } from '#shared/contract/response-schemas';

/** Type of the body as the caller sends it, before validation. */
type BodyInput<C extends Contract> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;

/** Field names of an object schema. */
type Field<S> = S extends z.ZodMiniType ? Extract<keyof z.input<S>, string> : never;

/** Descriptions of fields whose names are not self-explanatory. `about` describes the whole object. */
export type Notes<Name extends string = string> = { readonly about?: string } & ParameterNotes<Name>;

type ParameterNotes<Name extends string = string> = { readonly [N in Name]?: string | undefined };

/** Part of a body that becomes a separate OpenAPI component, because the part is large or used in several operations. */
export interface BodyPart {
  readonly schema: z.ZodMiniType;
  readonly notes?: Notes;
}

export type SdkMethod = readonly [name: `${string}.${string}`, comment: string];

interface Texts {
  /**
   * SDK method of the operation: its name, as `resource.method`, and its doc comment. The doc comment begins with a verb. `npm
   * run docs` generates the method.
   */
  readonly sdk: SdkMethod;
  /** SDK method that downloads the file, if the contract has `alsoFile`. */
  readonly sdkFile?: SdkMethod;
  /** Effect of the operation, and the rules for callers. Markdown. */
  readonly description: string;
  /** Error examples for this operation, instead of the general example of the same error code. */
  readonly refusals?: readonly Problem[];
  readonly parts?: Readonly<Record<string, BodyPart>>;
}

interface Places {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Example request and response. All examples together are one sequence of calls: test/contract/openapi-examples.test.ts runs the
 * calls and compares every response.
 */
type Example<C extends Contract> = Places & {
  readonly data: ResponseData<C['response']>;
} & (C['body'] extends z.ZodMiniType ? { readonly body: BodyInput<C> } : { readonly body?: undefined });

/** Documentation of any endpoint, without the exact types of its contract. */
export interface EndpointDocs extends Texts {
  readonly contract: Contract;
  readonly example: Places & { readonly body?: unknown; readonly data: unknown };
  /** Descriptions of query and path parameters by name, if tools/docs/openapi/operations.ts has no suitable description. */
  readonly parameters?: ParameterNotes;
  readonly body?: Notes;
}

/** Checks the documentation of an endpoint against the types of its contract. */
export function defineDocs<const C extends Contract>(
  contract: C,
  docs: Texts & {
    readonly example: Example<C>;
    readonly parameters?: ParameterNotes<Field<C['params']> | Field<C['query']>>;
    readonly body?: Notes<Field<C['body']>>;
  },
): EndpointDocs {
  return { contract, ...docs };
}

/** Returns an example of a list that fits on one page. */
export function wholeList<T>(...data: T[]): { count: number; total: number; data: T[] } {
  return { count: data.length, total: data.length, data };
}
