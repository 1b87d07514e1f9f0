import * as z from 'zod/mini';

const media = z.looseObject({
  schema: z.optional(z.looseObject({ properties: z.optional(z.record(z.string(), z.unknown())) })),
});

const response = z.looseObject({ content: z.optional(z.record(z.string(), media)) });

const parameter = z.looseObject({
  $ref: z.optional(z.string()),
  name: z.optional(z.string()),
  in: z.optional(z.string()),
  required: z.optional(z.boolean()),
});

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  deprecated: z.optional(z.boolean()),
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.looseObject({ required: z.optional(z.boolean()) })),
  responses: z.record(z.string(), response),
});

/** Parts of the OpenAPI document that the SDK generator reads. All other parts are kept. */
export const publishedDocument = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({}),
});

export type OpenApiDocument = z.output<typeof publishedDocument>;
export type OpenApiOperation = z.output<typeof operation>;

/** An operation with its method and path. */
export interface PlacedOperation {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/** Lists the operations that are not deprecated, in document order. */
export function currentOperations({ paths }: OpenApiDocument): PlacedOperation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return all.filter(({ operation }) => operation.deprecated !== true);
}

/** Returns true if an operation accepts an idempotency key. */
export function takesKey({ parameters = [] }: OpenApiOperation): boolean {
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
}
