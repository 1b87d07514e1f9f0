import {
  compressedBody,
  errorDocUrl,
  methodNotAllowed,
  missingApiKey,
  payloadTooLarge,
  routeNotFound,
} from '#shared/api/problems';
import type { Reason } from '#shared/api/reasons';
import { CURRENT_VERSION, VERSION_HEADER } from '#shared/api/versions';
import { allPaths, type EndpointRow } from '#shared/contract/endpoints';

/**
 * The gateway as an OpenAPI 3.0.1 document that API Gateway imports (docs/adr/001). This document is not the API contract:
 * partners read the contract at /openapi.json.
 */

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

export interface GatewayDefinitionOptions {
  readonly title: string;
  readonly rows: readonly EndpointRow[];
  /** Returns the invocation URI of an endpoint's function. */
  readonly integrationUri: (row: EndpointRow) => string;
  /** Timeout of the gateway for a function, ms. */
  readonly timeoutMs: number;
  /** URL of the stage without a trailing slash; can contain `$context` variables. */
  readonly baseUrl: string;
}

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Headers of every response of the API; functions send the same headers (shared/http/security-headers.ts, api-version.ts). */
const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  [VERSION_HEADER]: CURRENT_VERSION,
};

/** Returns the header mappings of a response that the gateway creates: fixed headers, and the gateway's request id. */
function headerMappings(place: string, fixed: Readonly<Record<string, string>>): Record<string, string> {
  const all = { 'Content-Type': CONTENT_TYPE, ...COMMON_HEADERS, ...fixed };
  return Object.fromEntries([
    ...Object.entries(all).map(([name, value]) => [`${place}.header.${name}`, `'${value}'`]),
    [`${place}.header.x-request-id`, 'context.requestId'],
  ]);
}

/**
 * Part of the template for 405 responses. Replaces the gateway's request id by the caller's request id, in the header and as
 * `$requestId` in JSON (docs/adr/001). The gateway does not change the case of the caller's header names, so the template
 * compares lower-case names.
 */
const ECHO_REQUEST_ID = [
  '#set($requestId = $context.requestId)',
  '#set($headers = $input.params().header)',
  "#foreach($name in $headers.keySet())#if($name.toLowerCase() == 'x-request-id')#set($given = $headers.get($name))#end#end",
  "#if($given && $given.matches('[!-~]{1,128}'))#set($context.responseOverride.header.x-request-id = $given)",
  // JSON has no escape for an apostrophe, so this removes the escape that `escapeJavaScript` adds.
  `#set($requestId = $util.escapeJavaScript($given).replaceAll("\\\\'", "'"))#end`,
].join('');

/** Content types that a caller may send with an unsupported method; see `methodNotAllowedMock`. */
const BODY_TYPES = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'text/html',
  'text/plain',
  'text/xml',
];

/** Returns the OpenAPI document. @throws Error if two paths have different parameter names for the same segment */
export function gatewayDefinition(options: GatewayDefinitionOptions): JsonObject {
  checkParameterNames(options.rows);
  const paths = new Set(options.rows.flatMap(allPaths));
  return {
    openapi: '3.0.1',
    info: { title: options.title, version: '2' },
    paths: Object.fromEntries([...paths].map((path) => [path, pathItem(path, options)])),
    'x-amazon-apigateway-gateway-responses': gatewayResponses(options.baseUrl),
  };
}

function pathItem(path: string, options: GatewayDefinitionOptions): JsonObject {
  const rows = options.rows.filter((row) => allPaths(row).includes(path));
  const parameters = pathParameters(path);
  const operations = rows.map((row) => [
    row.method.toLowerCase(),
    // Operation ids must be unique, so only the endpoint's main path has the id, not its aliases.
    { ...(row.path === path && { operationId: row.id }), ...operation(row, parameters, options) },
  ]);
  const allowed = rows.map((row) => row.method).sort();
  return {
    ...Object.fromEntries(operations),
    'x-amazon-apigateway-any-method': methodNotAllowedMock(allowed.join(', '), parameters, options.baseUrl),
  };
}

function operation(row: EndpointRow, parameters: readonly JsonObject[], options: GatewayDefinitionOptions): JsonObject {
  return {
    parameters,
    responses: { '200': { description: 'Returned by the function' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      // API Gateway always invokes Lambda with POST, regardless of the caller's method.
      httpMethod: 'POST',
      uri: options.integrationUri(row),
      timeoutInMillis: options.timeoutMs,
      passthroughBehavior: 'when_no_match',
    },
  };
}

/**
 * Returns the response for every unsupported method of a path. The mock gets its status from a template for the content type of
 * the request. For a content type without a template, the gateway sends the response UNSUPPORTED_MEDIA_TYPE below.
 */
function methodNotAllowedMock(allow: string, parameters: readonly JsonObject[], baseUrl: string): JsonObject {
  const header = { schema: { type: 'string' } };
  return {
    parameters,
    responses: {
      '405': {
        description: notAllowed.message,
        headers: Object.fromEntries(
          ['Allow', 'Content-Type', ...Object.keys(COMMON_HEADERS), 'x-request-id'].map((name) => [name, header]),
        ),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(BODY_TYPES.map((type) => [type, '{"statusCode": 405}'])),
      responses: {
        default: {
          statusCode: '405',
          responseParameters: headerMappings('method.response', { Allow: allow }),
          responseTemplates: {
            'application/json': `${ECHO_REQUEST_ID}${notAllowedTemplate(baseUrl)}`,
          },
        },
      },
    },
  };
}

/** Returns the body of a 405. In this template language a `#` starts a directive, so the `#` is inserted from a variable. */
function notAllowedTemplate(baseUrl: string): string {
  const anchor = `#${notAllowed.code}`;
  const body = envelope(notAllowed, { baseUrl, requestId: '$requestId' });
  return `#set($anchor = '${anchor}')${body.replace(anchor, () => '$anchor')}`;
}

interface GatewayResponse {
  /** HTTP status. If absent, the gateway's default status for this response type. */
  readonly status?: number;
  readonly code: string;
  readonly reason?: Reason | undefined;
  readonly message: string;
  /** Seconds. */
  readonly retryAfterS?: number;
}

const internal = { code: 'INTERNAL_SERVER_ERROR', reason: 'UNEXPECTED', message: 'Internal server error' } as const;
const notFound = routeNotFound();
const notAllowed = methodNotAllowed();
const badRequest = { status: 400, code: 'INVALID_USER_INPUT_ERROR', message: 'Invalid User Input' };
const tooMany = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  reason: 'REQUEST_RATE',
  message: 'Too many requests',
  retryAfterS: 1,
} as const;
const forbidden = { status: 403, code: 'FORBIDDEN', message: 'Forbidden' };

/** Responses that the gateway itself creates, by gateway response type. */
const RESPONSES: Readonly<Record<string, GatewayResponse>> = {
  // For an unknown path, a REST API expects a signed request and therefore uses this type.
  MISSING_AUTHENTICATION_TOKEN: notFound,
  RESOURCE_NOT_FOUND: notFound,
  REQUEST_TOO_LARGE: payloadTooLarge(),
  THROTTLED: tooMany,
  QUOTA_EXCEEDED: tooMany,
  BAD_REQUEST_BODY: badRequest,
  BAD_REQUEST_PARAMETERS: badRequest,
  // The gateway sends this response if it cannot decode the Content-Encoding of a body. An unsupported method with a rare content
  // type also gets this response, because the 405 mocks have templates for `BODY_TYPES` only.
  UNSUPPORTED_MEDIA_TYPE: compressedBody(),
  WAF_FILTERED: forbidden,
  ACCESS_DENIED: forbidden,
  EXPIRED_TOKEN: forbidden,
  INVALID_API_KEY: forbidden,
  INVALID_SIGNATURE: forbidden,
  UNAUTHORIZED: missingApiKey(),
  INTEGRATION_FAILURE: { status: 502, ...internal },
  INTEGRATION_TIMEOUT: {
    status: 504,
    code: 'GATEWAY_TIMEOUT',
    message: 'The service did not respond in time',
  },
  API_CONFIGURATION_ERROR: { status: 500, ...internal },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, ...internal },
  AUTHORIZER_FAILURE: { status: 500, ...internal },
  DEFAULT_4XX: { code: 'BAD_REQUEST', reason: 'REQUEST_REFUSED', message: 'Bad request' },
  DEFAULT_5XX: { status: 500, ...internal },
};

function gatewayResponses(baseUrl: string): JsonObject {
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([type, response]) => [
      type,
      {
        ...(response.status !== undefined && { statusCode: String(response.status) }),
        responseParameters: headerMappings(
          'gatewayresponse',
          response.retryAfterS === undefined ? {} : { 'Retry-After': String(response.retryAfterS) },
        ),
        responseTemplates: { 'application/json': envelope(response, { baseUrl, requestId: '$context.requestId' }) },
      },
    ]),
  );
}

/**
 * Returns the body of an error response that the gateway or the firewall creates. The body repeats no data of the caller except
 * the request id, which the firewall does not know.
 */
export function envelope(
  { code, reason, message }: Pick<GatewayResponse, 'code' | 'reason' | 'message'>,
  { baseUrl, requestId }: { readonly baseUrl: string; readonly requestId?: string },
): string {
  return JSON.stringify({ success: false, code, reason, message, requestId, docUrl: errorDocUrl(baseUrl, code) });
}

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** Checks that each level of API Gateway's path tree has only one parameter name, because the import refuses a second name. */
function checkParameterNames(rows: readonly EndpointRow[]): void {
  const names = new Map<string, string>();
  for (const path of rows.flatMap(allPaths)) {
    const segments = path.split('/');
    for (const [depth, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      const parent = segments.slice(0, depth).join('/');
      const known = names.get(parent) ?? segment;
      if (known !== segment) throw new Error(`${path}: ${parent} already has the parameter ${known}`);
      names.set(parent, segment);
    }
  }
}
