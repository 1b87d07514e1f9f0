/**
 * Documentation of an endpoint for partners, next to its contract. `npm run docs` reads it; a handler never imports it.
 */
import type * as z from 'zod/mini';
import type { Problem } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import type { ResponseData } from '#shared/contract/response-schemas';

/** Body as a caller sends it, before it is checked. */
type BodyInput<C extends Contract> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;

/** The field names of a schema for objects. */
type Field<S> = S extends z.ZodMiniType ? Extract<keyof z.input<S>, string> : never;

/** Notes on the fields of an object schema whose names do not say it all; `about` is on the object as a whole. */
export type Notes<Name extends string = string> = { readonly about?: string } & ParameterNotes<Name>;

type ParameterNotes<Name extends string = string> = { readonly [N in Name]?: string | undefined };

/** A part of the body that is a separate component, since it is large or stands in several places. */
export interface BodyPart {
  readonly schema: z.ZodMiniType;
  readonly notes?: Notes;
}

export type SdkMethod = readonly [name: `${string}.${string}`, comment: string];

interface Texts {
  /** Its method in the SDK, as `resource.method`, and a sentence that begins with a verb: `npm run docs` writes the method. */
  readonly sdk: SdkMethod;
  /** The method that downloads the file, if the contract has one next to JSON. */
  readonly sdkFile?: SdkMethod;
  /** Effect of the operation, and the rules that a caller has to know. Markdown. */
  readonly description: string;
  /** Refusals shown instead of the ones that their codes have in general. */
  readonly refusals?: readonly Problem[];
  readonly parts?: Readonly<Record<string, BodyPart>>;
}

interface Places {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All examples tell one story: test/contract/openapi-examples.test.ts plays it and compares every response. */
type Example<C extends Contract> = Places & {
  readonly data: ResponseData<C['response']>;
} & (C['body'] extends z.ZodMiniType ? { readonly body: BodyInput<C> } : { readonly body?: undefined });

/** The docs of any endpoint, for code that goes over all of them. */
export interface EndpointDocs extends Texts {
  readonly contract: Contract;
  readonly example: Places & { readonly body?: unknown; readonly data: unknown };
  /** Notes on query and path parameters, by name, if tools/docs/openapi/operations.ts has none that fits. */
  readonly parameters?: ParameterNotes;
  readonly body?: Notes;
}

/** Ties the docs of an endpoint to its contract. */
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

/** A list that one page shows whole. */
export function wholeList<T>(...data: T[]): { count: number; total: number; data: T[] } {
  return { count: data.length, total: data.length, data };
}
