/** Builds one OpenAPI operation per row of the endpoint table. */
import type * as z from 'zod/mini';
import { docsFor } from '#docs/endpoint-docs';
import type { Contract } from '#shared/contract/define-contract';
import type { EndpointDocs } from '#shared/contract/define-docs';
import type { EndpointRow } from '#shared/contract/endpoints';
import { premiumNote } from '#shared/quotes/examples';
import { commonHeaders, errorResponses, rateLimitHeaders } from './error-responses';
import { bodyComponentName, inlineSchema, type JsonObject, readProperties, reference } from './json-schema';

export function toOperation(row: EndpointRow): JsonObject {
  return row.scope === 'public' ? documentOperation(row) : partnerOperation(row, docsFor(row.id));
}

/** Builds the deprecated operation at the old path (alias) of an endpoint. */
export function toAliasOperation(row: EndpointRow): JsonObject {
  const description = `Alias of \`${row.method} ${row.path}\`. In new code, use the original path. ${scopeNote(row)}`;
  return { ...toOperation(row), operationId: `${row.id}Alias`, description, deprecated: true };
}

function partnerOperation(row: EndpointRow, docs: EndpointDocs): JsonObject {
  const { contract, description, example } = docs;
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description: `${description}\n\n${scopeNote(row)}`,
    'x-required-scope': row.keyScope,
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

/** Returns the sentence about the required scope for the description. Programs read `x-required-scope` instead. */
function scopeNote({ keyScope }: EndpointRow): string {
  return `Required scope: \`${keyScope}\`.`;
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
      // A list is one parameter, separated by commas.
      ...(property.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: property,
      ...(values.has(name) ? { example: shownValue(values.get(name), property) } : {}),
    };
  });
}

/** Converts a parameter's example to the type in its schema. The recorded example of a list is text, as in the URL. */
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

const fileHeaders: JsonObject = {
  'content-disposition': { description: 'File name for the download.', schema: { type: 'string', maxLength: 200 } },
  'x-document-sha256': { description: 'Hexadecimal SHA-256 of the file.', schema: { type: 'string', maxLength: 64 } },
};

const unchanged: JsonObject = {
  description: 'Your copy is current',
  headers: { ...commonHeaders, ...entityTagHeader },
};

function success(row: EndpointRow, { contract, example }: EndpointDocs): JsonObject {
  const { status, file, alsoFile, response, tagged } = contract;
  return {
    description: status === 201 ? 'Created' : 'Done',
    headers: {
      ...commonHeaders,
      ...rateLimitHeaders,
      ...(row.idempotent ? { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } : {}),
      ...(tagged === true ? entityTagHeader : {}),
      ...(file === undefined && alsoFile === undefined ? {} : fileHeaders),
    },
    content:
      file === undefined
        ? {
            'application/json': {
              schema: envelope(response),
              example: { success: true, data: example.data },
            },
            // OpenAPI 3.1 has no schema for bytes; a file has only a media type.
            ...(alsoFile === undefined ? {} : { [alsoFile]: {} }),
          }
        : { [file]: {} },
  };
}

function envelope(shape: string): JsonObject {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', description: 'True.' },
      data: { description: 'Result of the operation.', ...reference(shape) },
    },
    required: ['success', 'data'],
  };
}

function documentOperation(row: EndpointRow): JsonObject {
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description: 'Returns this document. No key is required. With the current `etag` in `If-None-Match`, returns 304.',
    security: [],
    parameters: [{ $ref: '#/components/parameters/RequestId' }],
    responses: {
      '200': {
        description: 'The file',
        headers: { ...commonHeaders, ...rateLimitHeaders, ...entityTagHeader },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      '304': unchanged,
      '429': { $ref: '#/components/responses/TooManyRequests' },
      '500': { $ref: '#/components/responses/InternalServerError' },
    },
  };
}

/** Notes about parameters of several operations, by name. Notes about other parameters are in the docs.ts of the operation. */
const parameterNotes: Readonly<Record<string, string>> = {
  skip: 'Number of items to skip. Past the end of the list, the page is empty. Above 10,000 in a longer list, or beyond the items that a filtered request scans, the response is 400. Use `cursor` instead.',
  limit: 'Maximum number of items on the page.',
  cursor:
    'The `nextCursor` of the previous page, with the same filters and sort order. Do not send `skip` together with `cursor`.',
  sortBy: 'Field to sort by. Only `createdAt`.',
  sortOrder: '`desc` (newest first) or `asc` (oldest first), in any letter case.',
  createdFrom: 'Items created at or after this ISO 8601 time. A date means the start of the day in UTC.',
  createdTo: 'Items created at or before this ISO 8601 time. A date means the start of the day in UTC.',
  id: 'Id of the resource.',
  userId: 'Id of a user.',
  type: 'Only items of this type.',
  status: 'Only items with this status.',
  fiatCurrency: 'Source or target currency.',
  premiumSpread: premiumNote,
  targetRail: 'Rail of the payout. Default: LOCAL.',
  language: 'Language of the receipt.',
  receiverId: 'Id of a receiver.',
  personId: 'Id of a person of the business.',
  country: 'Country code (ISO 3166-1 alpha-2).',
  rampType: 'Only this ramp type.',
};
