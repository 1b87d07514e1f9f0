import type { operations } from './generated/openapi.js';
import type { operationFacts } from './generated/operations.js';
import type { Listing, Paged } from './listing.js';

/** The `operationId` of an operation in the OpenAPI document. */
export type OperationId = keyof typeof operationFacts;

type Parameters<O extends OperationId> = operations[O]['parameters'];

/** Query parameters of an operation. */
export type Query<O extends OperationId> = NonNullable<Parameters<O>['query']>;

/** JSON body of an operation. */
export type Body<O extends OperationId> = operations[O] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;

type Success<O extends OperationId> = {
  [S in keyof operations[O]['responses']]: operations[O]['responses'][S] extends { content: infer C } ? C : never;
}[keyof operations[O]['responses']];

/** Type of an operation's result: `data` of the response object, other JSON, or the returned file. */
export type Data<O extends OperationId> =
  Success<O> extends { 'application/json': infer J }
    ? J extends { data: infer D }
      ? D
      : J
    : Success<O> extends { 'application/pdf': unknown }
      ? Uint8Array
      : string;

/** Path parameters, query and body of an operation. */
export type Input<O extends OperationId> = (Parameters<O>['path'] extends object
  ? { readonly path: Readonly<Parameters<O>['path']> }
  : unknown) & {
  readonly query?: Query<O> | undefined;
  readonly body?: Body<O> | undefined;
};

/** Type of the list that an operation returns, with the types of its pages and items. */
export type ListingOf<O extends OperationId> =
  Data<O> extends { data: readonly (infer I)[] } ? Listing<Data<O> & Paged<I>, I> : never;
