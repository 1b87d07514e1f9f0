import type { operations } from './generated/openapi.js';
import type { operationFacts } from './generated/operations.js';
import type { Listing, Paged } from './listing.js';

/** An operation by its `operationId` in the OpenAPI document. */
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

/** Response of an operation: `data` of its envelope, or the file that it sends. */
export type Data<O extends OperationId> =
  Success<O> extends { 'application/json': infer J }
    ? J extends { data: infer D }
      ? D
      : J
    : Success<O> extends { 'application/pdf': unknown }
      ? Uint8Array
      : string;

/** Input of an operation. */
export type Input<O extends OperationId> = (Parameters<O>['path'] extends object
  ? { readonly path: Readonly<Parameters<O>['path']> }
  : unknown) & {
  readonly query?: Query<O> | undefined;
  readonly body?: Body<O> | undefined;
};

/** The list that an operation returns, by its pages and its items. */
export type ListingOf<O extends OperationId> =
  Data<O> extends { data: readonly (infer I)[] } ? Listing<Data<O> & Paged<I>, I> : never;
