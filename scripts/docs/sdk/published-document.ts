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
  deprecated: z.optional(z.boolean()),
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.looseObject({ required: z.optional(z.boolean()) })),
  responses: z.record(z.string(), response),
});

/** The parts of the OpenAPI document that the SDK is written from. The others are kept. */
export const publishedDocument = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({}),
});

export type OpenApiDocument = z.output<typeof publishedDocument>;
export type OpenApiOperation = z.output<typeof operation>;
