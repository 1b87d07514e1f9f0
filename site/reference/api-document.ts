/** The parts of the OpenAPI document that the reference shows, with their types. */
import * as z from 'zod';

const schemaObject = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  uniqueItems: z.boolean().optional(),
  contentEncoding: z.string().optional(),
  required: z.array(z.string()).optional(),
  discriminator: z
    .object({ propertyName: z.string(), mapping: z.record(z.string(), z.string()).optional() })
    .optional(),
  // Getters, since a schema holds schemas.
  get properties() {
    return z.record(z.string(), schemaObject).optional();
  },
  get items() {
    return schemaObject.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaObject]).optional();
  },
  get propertyNames() {
    return schemaObject.optional();
  },
  get not() {
    return schemaObject.optional();
  },
  get if() {
    return schemaObject.optional();
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  get then() {
    return schemaObject.optional();
  },
  get else() {
    return schemaObject.optional();
  },
  get allOf() {
    return z.array(schemaObject).optional();
  },
  get anyOf() {
    return z.array(schemaObject).optional();
  },
  get oneOf() {
    return z.array(schemaObject).optional();
  },
});

/** A JSON Schema of the document. */
export type Schema = z.output<typeof schemaObject>;

/** The keywords of JSON Schema that the reference puts into words. */
export const shownKeywords: readonly string[] = Object.keys(schemaObject.shape);

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  description: z.string(),
  required: z.boolean().default(false),
  schema: schemaObject,
  example: z.unknown().optional(),
});

/** A parameter of an operation. */
export type Parameter = z.output<typeof parameter>;

const reference = z.object({ $ref: z.string() });

const media = z.object({
  schema: schemaObject.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});

const response = z.object({
  description: z.string(),
  headers: z
    .record(z.string(), z.union([reference, z.object({ description: z.string(), schema: schemaObject })]))
    .default({}),
  content: z.record(z.string(), media).default({}),
});

/** An answer to an operation. */
export type Answer = z.output<typeof response>;

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  deprecated: z.boolean().default(false),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(z.union([reference, parameter])).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});

type RawOperation = z.output<typeof operation>;

const document = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: operation })),
  components: z.object({
    securitySchemes: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), z.object({ description: z.string(), schema: schemaObject })),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), schemaObject),
  }),
});

/** An operation or a webhook with its parameters and answers at hand. */
export interface Operation {
  readonly id: string;
  /** Upper case, as in a request line. */
  readonly method: string;
  /** From the root of the stage, with its parameters in braces. */
  readonly path: string;
  readonly subject: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly needsKey: boolean;
  /** Each with the name of the component that it is, where it is one. */
  readonly parameters: readonly (Parameter & { readonly component?: string })[];
  readonly body: { readonly required: boolean; readonly schema: Schema; readonly example: unknown } | undefined;
  /** By status, each with the name of the component that it is, where it is one. */
  readonly answers: readonly (Answer & { readonly status: string; readonly component?: string })[];
}

/** A subject of the reference: a tag of the document. */
export interface Subject {
  readonly name: string;
  readonly description: string;
}

/** The document as the reference reads it. */
export interface ApiDocument {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly subjects: readonly Subject[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly headers: ReadonlyMap<string, { readonly description: string; readonly schema: Schema }>;
  readonly sharedAnswers: ReadonlyMap<string, Answer>;
}

/**
 * Reads the text of docs/openapi.json.
 * @throws ZodError when a part that the reference shows has another form; Error for a reference to no component
 */
export function readApiDocument(text: string): ApiDocument {
  const { info, tags, paths, webhooks, components } = document.parse(JSON.parse(text));
  const parameters = new Map(Object.entries(components.parameters));
  const sharedAnswers = new Map(Object.entries(components.responses));
  const read = (path: string, method: string, raw: RawOperation): Operation => ({
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    subject: raw.tags[0],
    ...{ summary: raw.summary, description: raw.description, deprecated: raw.deprecated },
    needsKey: raw.security === undefined || raw.security.length > 0,
    parameters: raw.parameters.map((given) => ('$ref' in given ? named(given.$ref, parameters) : given)),
    body: readBody(raw),
    answers: Object.entries(raw.responses).map(([status, given]) => ({
      status,
      ...('$ref' in given ? named(given.$ref, sharedAnswers) : given),
    })),
  });
  return {
    ...info,
    subjects: tags,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => read(path, method, raw)),
    ),
    webhooks: Object.entries(webhooks).map(([event, { post }]) => ({ ...read('', 'POST', post), id: event })),
    schemas: new Map(Object.entries(components.schemas)),
    parameters,
    headers: new Map(Object.entries(components.headers)),
    sharedAnswers,
  };
}

function readBody({ requestBody }: RawOperation): Operation['body'] {
  const json = requestBody?.content['application/json'];
  if (requestBody === undefined || json?.schema === undefined) return undefined;
  return { required: requestBody.required, schema: json.schema, example: json.example };
}

/** Returns the last part of a reference: the component's name. */
export function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function named<T extends object>(ref: string, components: ReadonlyMap<string, T>): T & { readonly component: string } {
  const component = componentName(ref);
  const found = components.get(component);
  if (found === undefined) throw new Error(`${ref} is not in the document`);
  return { ...found, component };
}

/** Lists the query parameters that an example call has. */
export function queryExamples(parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter(
    ({ in: place, required, example }) => place === 'query' && (required || example !== undefined),
  );
}

/** Writes the example of a parameter as a URL has it, lists with commas. */
export function exampleText({ name, example }: Parameter): string {
  if (example === undefined) return name;
  return Array.isArray(example) ? example.join(',') : String(example);
}
