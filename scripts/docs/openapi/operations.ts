/** One OpenAPI operation per row of the endpoint table. */
import type * as z from 'zod/mini';
import { docsFor } from '#scripts/docs/endpoint-docs';
import { errorNotes } from '#scripts/docs/errors';
import { parameterNotes } from '#scripts/docs/parameters';
import type { EndpointRow } from '#shared/api/endpoints';
import { type ErrorCode, type Problem, statusFor } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';
import type { EndpointDocs } from '#shared/http/docs';
import { errorCodesFor } from './error-codes';
import { bodyComponentName, inlineSchema, type JsonObject, readProperties, reference } from './json-schema';

export function toOperation(row: EndpointRow): JsonObject {
  return row.scope === 'public' ? fileOperation(row) : partnerOperation(row, docsFor(row.id));
}

function partnerOperation(row: EndpointRow, docs: EndpointDocs): JsonObject {
  const { contract, description, example } = docs;
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description,
    parameters: [
      ...parametersIn('path', contract.params, docs),
      ...parametersIn('query', contract.query, docs),
      ...(row.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(contract.tagged === true ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      { $ref: '#/components/parameters/RequestId' },
    ],
    ...(contract.body === undefined ? {} : { requestBody: requestBody(contract, example.body) }),
    responses: {
      [contract.status]: success(row, docs),
      ...(contract.tagged === true ? { '304': unchanged } : {}),
      ...errorResponses(row, docs),
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined, docs: EndpointDocs): JsonObject[] {
  if (schema === undefined) return [];
  const whole = inlineSchema(schema);
  const required: readonly unknown[] = Array.isArray(whole.required) ? whole.required : [];
  const values = new Map<string, unknown>(Object.entries(docs.example[place] ?? {}));
  return Object.entries(readProperties(whole)).map(([name, property]) => {
    const note = docs.parameters?.[name] ?? parameterNotes[name];
    if (note === undefined) throw new Error(`${docs.contract.id}: the parameter ${name} has no note in docs.ts`);
    return {
      name,
      in: place,
      description: note,
      required: required.includes(name),
      // A list stands in one parameter, separated by commas.
      ...(property.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: property,
      ...(values.has(name) ? { example: shownValue(values.get(name), property) } : {}),
    };
  });
}

/** The example of a parameter as its schema has it: a list stands in the URL as text. */
function shownValue(value: unknown, { type }: JsonObject): unknown {
  return type === 'array' && typeof value === 'string' ? value.split(',') : value;
}

function requestBody(contract: Contract, example: unknown): JsonObject {
  return {
    required: contract.bodyOptional !== true,
    content: { 'application/json': { schema: reference(bodyComponentName(contract.id)), example } },
  };
}

const entityTagHeader = { etag: { $ref: '#/components/headers/EntityTag' } };
const requestIdHeader = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

const fileHeaders: JsonObject = {
  'content-disposition': { description: 'A name to keep the file under.', schema: { type: 'string' } },
  'x-document-sha256': { description: 'Hexadecimal SHA-256 of the file.', schema: { type: 'string' } },
};

const unchanged: JsonObject = {
  description: 'The caller holds this content already',
  headers: { ...requestIdHeader, ...entityTagHeader },
};

function success(row: EndpointRow, { contract, example }: EndpointDocs): JsonObject {
  const { status, file, response, tagged } = contract;
  return {
    description: status === 201 ? 'Created' : 'Done',
    headers: {
      ...requestIdHeader,
      ...(row.idempotent ? { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } : {}),
      ...(tagged === true ? entityTagHeader : {}),
      ...(file === undefined ? {} : fileHeaders),
    },
    content:
      file === undefined
        ? {
            'application/json': {
              schema: envelope(response),
              example: { success: true, data: example.data },
            },
          }
        : fileContent(file),
  };
}

/** OpenAPI 3.1 says nothing of bytes: the media type is all there is to know. */
function fileContent(type: string): JsonObject {
  return { [type]: {} };
}

function envelope(shape: string): JsonObject {
  return {
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, data: reference(shape) },
    required: ['success', 'data'],
    additionalProperties: false,
  };
}

/** Answers with a single code that say the same for every operation. */
const shared: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Unauthorized',
  INVALID_PARTNER_FLOW: 'InvalidPartnerFlow',
  PAYLOAD_TOO_LARGE: 'PayloadTooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
  TOO_MANY_REQUESTS: 'TooManyRequests',
  INTERNAL_SERVER_ERROR: 'InternalServerError',
  SERVICE_UNAVAILABLE: 'ServiceUnavailable',
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReused',
};

/** @throws Error for a refusal whose code the operation does not answer */
function errorResponses(row: EndpointRow, { contract, refusals = [] }: EndpointDocs): Record<string, JsonObject> {
  const codes = errorCodesFor(row, contract);
  for (const { code } of refusals)
    if (!codes.has(code)) throw new Error(`${row.id}: a refusal with ${code}, which its contract does not have`);
  const byStatus = new Map<string, [ErrorCode, ...ErrorCode[]]>();
  for (const code of codes) {
    const status = String(statusFor(code));
    const known = byStatus.get(status);
    if (known === undefined) byStatus.set(status, [code]);
    else known.push(code);
  }
  const responses = [...byStatus].map(([status, own]): [string, JsonObject] => {
    const name = own.length === 1 && !contract.errors.includes(own[0]) ? shared[own[0]] : undefined;
    return [status, name === undefined ? errorResponse(own, { refusals }) : { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries([...responses, ['504', { $ref: '#/components/responses/GatewayTimeout' }]]);
}

/** An error response with an example per code: the one of `refusals`, where there is one. */
export function errorResponse(
  codes: readonly ErrorCode[],
  { refusals = [], headers = {} }: { readonly refusals?: readonly Problem[]; readonly headers?: JsonObject } = {},
): JsonObject {
  const examples = codes.map((code): [string, JsonObject] => {
    const general = errorNotes[code].example;
    const { message } = refusals.find((refusal) => refusal.code === code) ?? general;
    const { errors = [] } = general.details;
    return [code, { value: { success: false, code, message, ...(errors.length === 0 ? {} : { errors }) } }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorNotes[code].meaning}`).join('\n\n'),
    headers: { ...requestIdHeader, ...headers },
    content: { 'application/json': { schema: reference('Error'), examples: Object.fromEntries(examples) } },
  };
}

/** The operations that answer with files, and need no key. */
const files: Readonly<
  Record<string, { readonly description: string; readonly contentType: string; readonly type: string }>
> = {
  getOpenApi: {
    description:
      'Returns this document. It needs no key and answers `If-None-Match` with 304 when nothing has changed.',
    contentType: 'application/json',
    type: 'object',
  },
  getReference: {
    description:
      'Returns the reference page, which draws this document. It needs no key and loads nothing from elsewhere.',
    contentType: 'text/html',
    type: 'string',
  },
  getReferenceAsset: {
    description: 'Returns a file of the reference page by its name. It needs no key; any other name answers 404.',
    contentType: 'text/javascript',
    type: 'string',
  },
};

/** @throws Error for a row that is not among the files */
function fileOperation(row: EndpointRow): JsonObject {
  const file = files[row.id];
  if (file === undefined) throw new Error(`${row.id} is not among the files of scripts/docs/openapi/operations.ts`);
  const { description, contentType, type } = file;
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description,
    security: [],
    parameters: [
      ...[...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        description: parameterNotes[name],
        required: true,
        schema: { type: 'string' },
        example: 'redoc.standalone.js',
      })),
      { $ref: '#/components/parameters/RequestId' },
    ],
    responses: {
      '200': {
        description: 'The file',
        headers: { ...requestIdHeader, ...entityTagHeader },
        content: { [contentType]: { schema: { type } } },
      },
      '304': unchanged,
      ...(row.path.includes('{') ? { '404': { $ref: '#/components/responses/RouteNotFound' } } : {}),
      '429': { $ref: '#/components/responses/TooManyRequests' },
      '500': { $ref: '#/components/responses/InternalServerError' },
    },
  };
}
