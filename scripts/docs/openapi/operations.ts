/** One OpenAPI operation per row of the endpoint table. */
import type * as z from 'zod/mini';
import {
  type ContractId,
  contractFor,
  type DocumentationId,
  documentationIds,
  isContractId,
} from '#scripts/docs/contracts';
import { exampleFor } from '#scripts/docs/examples/examples';
import { descriptions } from '#scripts/docs/notes/descriptions';
import { errorNotes, messageFor } from '#scripts/docs/notes/errors';
import { parameterNotes } from '#scripts/docs/notes/parameters';
import type { EndpointRow } from '#shared/api/endpoints';
import { type ErrorCode, statusByCode } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';
import { bodyComponentName, inlineSchema, type JsonObject, readProperties, reference } from './json-schema';

/** @throws Error when the row has no contract here and is no documentation route */
export function toOperation(row: EndpointRow): JsonObject {
  const { id } = row;
  if (isContractId(id)) return partnerOperation(row, contractFor(id), descriptionFor(id));
  const page = documentationIds.find((known) => known === id);
  if (page !== undefined) return documentationOperation(row, page);
  throw new Error(`${id} is in the endpoint table and not in scripts/docs/contracts.ts`);
}

function descriptionFor(id: ContractId): string {
  const description: string | undefined = descriptions[id];
  if (description === undefined)
    throw new Error(`${id} has no description in scripts/docs/notes/descriptions.ts`);
  return description;
}

function partnerOperation(row: EndpointRow, contract: Contract, description: string): JsonObject {
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description,
    parameters: toParameters(row, contract),
    ...(contract.body === undefined ? {} : { requestBody: requestBody(row, contract) }),
    responses: {
      [contract.status]: success(row, contract),
      ...(contract.tagged === true ? { '304': unchanged } : {}),
      ...errorResponses(row, contract),
    },
  };
}

function toParameters(row: EndpointRow, contract: Contract): JsonObject[] {
  const example: { path?: object; query?: object } = isContractId(row.id) ? exampleFor(row.id) : {};
  return [
    ...parametersIn('path', contract.params, example.path),
    ...parametersIn('query', contract.query, example.query),
    ...(row.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(contract.tagged === true ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    { $ref: '#/components/parameters/RequestId' },
  ];
}

function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  example: object = {},
): JsonObject[] {
  if (schema === undefined) return [];
  const whole = inlineSchema(schema);
  const required: readonly unknown[] = Array.isArray(whole.required) ? whole.required : [];
  const values = new Map<string, unknown>(Object.entries(example));
  return Object.entries(readProperties(whole)).map(([name, property]) => {
    const note = parameterNotes[name];
    if (note === undefined)
      throw new Error(`The parameter ${name} has no note in scripts/docs/notes/parameters.ts`);
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

function requestBody(row: EndpointRow, contract: Contract): JsonObject {
  return {
    required: contract.bodyOptional !== true,
    content: {
      'application/json': {
        schema: reference(bodyComponentName(row.id)),
        ...(isContractId(row.id) ? { example: exampleFor(row.id).body } : {}),
      },
    },
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

function success(row: EndpointRow, contract: Contract): JsonObject {
  return {
    description: contract.status === 201 ? 'Created' : 'Done',
    headers: {
      ...requestIdHeader,
      ...(row.idempotent
        ? { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }
        : {}),
      ...(contract.tagged === true ? entityTagHeader : {}),
      ...(contract.file === undefined ? {} : fileHeaders),
    },
    content: contract.file === undefined ? envelopeContent(row, contract) : fileContent(contract.file),
  };
}

function envelopeContent(row: EndpointRow, contract: Contract): JsonObject {
  return {
    'application/json': {
      schema: envelope(contract.response),
      ...(isContractId(row.id) ? { example: { success: true, data: exampleFor(row.id).data } } : {}),
    },
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

/** Codes that any operation with a key can answer. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'INVALID_PARTNER_FLOW',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** Codes that any operation with a body can answer. */
const withBody: readonly ErrorCode[] = [
  'INVALID_USER_INPUT_ERROR',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Codes that any operation with an idempotency key can answer. */
const withIdempotencyKey: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'IDEMPOTENCY_KEY_REUSED'];

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

function errorResponses(row: EndpointRow, contract: Contract): Record<string, JsonObject> {
  const codes = new Set([
    ...contract.errors,
    ...everywhere,
    ...(contract.body === undefined ? [] : withBody),
    ...(row.idempotent ? withIdempotencyKey : []),
  ]);
  const byStatus = new Map<string, [ErrorCode, ...ErrorCode[]]>();
  for (const code of codes) {
    const status = String(statusByCode[code]);
    const known = byStatus.get(status);
    if (known === undefined) byStatus.set(status, [code]);
    else known.push(code);
  }
  const responses = [...byStatus].map(([status, own]): [string, JsonObject] => {
    const name = own.length === 1 && !contract.errors.includes(own[0]) ? shared[own[0]] : undefined;
    return [
      status,
      name === undefined ? errorResponse(own, row.id) : { $ref: `#/components/responses/${name}` },
    ];
  });
  return Object.fromEntries([...responses, ['504', { $ref: '#/components/responses/GatewayTimeout' }]]);
}

/** An error response with an example per code. */
export function errorResponse(
  codes: readonly ErrorCode[],
  operationId: string,
  headers: JsonObject = {},
): JsonObject {
  const examples = codes.map((code): [string, JsonObject] => {
    const { field } = errorNotes[code];
    const errors = field === undefined ? {} : { errors: [field] };
    return [code, { value: { success: false, code, message: messageFor(code, operationId), ...errors } }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorNotes[code].meaning}`).join('\n\n'),
    headers: { ...requestIdHeader, ...headers },
    content: { 'application/json': { schema: reference('Error'), examples: Object.fromEntries(examples) } },
  };
}

const files: Readonly<Record<DocumentationId, readonly [contentType: string, schema: JsonObject]>> = {
  getOpenApi: ['application/json', { type: 'object' }],
  getReference: ['text/html', { type: 'string' }],
  getReferenceAsset: ['text/javascript', { type: 'string' }],
};

function documentationOperation(row: EndpointRow, id: DocumentationId): JsonObject {
  const [contentType, schema] = files[id];
  return {
    operationId: id,
    tags: [row.tag],
    summary: row.summary,
    description: descriptions[id],
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
        content: { [contentType]: { schema } },
      },
      '304': unchanged,
      ...(row.path.includes('{') ? { '404': { $ref: '#/components/responses/RouteNotFound' } } : {}),
      '429': { $ref: '#/components/responses/TooManyRequests' },
      '500': { $ref: '#/components/responses/InternalServerError' },
    },
  };
}
