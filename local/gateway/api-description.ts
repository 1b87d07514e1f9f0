import type { GatewayResponse } from '#local/gateway/gateway-response';
import { checkTemplate, checkVelocity } from '#local/gateway/mapping-template';
import { asObject, asText, type JsonObject } from '#local/template/json';

/** Integration of a method of a path. */
export type Integration = ProxyIntegration | MockIntegration;

export interface ProxyIntegration {
  readonly kind: 'proxy';
  readonly functionKey: string;
  /** Time that the gateway waits, in milliseconds. */
  readonly timeoutMs: number;
}

export interface MockIntegration {
  readonly kind: 'mock';
  /** Templates by the media type of the request; each makes `{"statusCode": n}`. */
  readonly requestTemplates: Readonly<Record<string, string>>;
  readonly passthrough: 'when_no_match' | 'when_no_templates' | 'never';
  readonly responses: readonly MockResponse[];
}

export interface MockResponse {
  /** `default`, or the pattern that the mock's status matches. */
  readonly selection: string;
  readonly statusCode: number;
  /** Header name → mapping expression (`'literal'` or `context.requestId`). */
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string | undefined;
}

export interface Route {
  readonly path: string;
  /** By upper-case method; `ANY` answers for methods without an entry. */
  readonly methods: ReadonlyMap<string, Integration>;
}

export interface ApiDescription {
  readonly routes: readonly Route[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly binaryMediaTypes: readonly string[];
  /** Answers of integrations from this size on are compressed; undefined: none is. */
  readonly minimumCompressionBytes?: number | undefined;
}

/** 29 seconds: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const DEFAULT_TIMEOUT_MS = 29_000;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
const ANY_METHOD = 'x-amazon-apigateway-any-method';
const BODY_KEYS = new Set([
  'openapi',
  'info',
  'paths',
  'tags',
  'servers',
  'components',
  'x-amazon-apigateway-gateway-responses',
  'x-amazon-apigateway-binary-media-types',
]);
const OPERATION_KEYS = new Set([
  'operationId',
  'summary',
  'description',
  'tags',
  'parameters',
  'responses',
  'requestBody',
  'x-amazon-apigateway-integration',
]);
/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html */
const INTEGRATION_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  aws_proxy: new Set(['type', 'httpMethod', 'uri', 'timeoutInMillis', 'passthroughBehavior']),
  mock: new Set(['type', 'passthroughBehavior', 'requestTemplates', 'responses']),
};
/** Least time that an integration may be given, in milliseconds: the page of the default. */
const LEAST_TIMEOUT_MS = 50;
/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const RESPONSE_TYPES = new Set([
  ...['ACCESS_DENIED', 'API_CONFIGURATION_ERROR', 'AUTHORIZER_CONFIGURATION_ERROR', 'AUTHORIZER_FAILURE'],
  ...['BAD_REQUEST_PARAMETERS', 'BAD_REQUEST_BODY', 'DEFAULT_4XX', 'DEFAULT_5XX', 'EXPIRED_TOKEN'],
  ...['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'INVALID_API_KEY', 'INVALID_SIGNATURE'],
  ...['MISSING_AUTHENTICATION_TOKEN', 'QUOTA_EXCEEDED', 'REQUEST_TOO_LARGE', 'RESOURCE_NOT_FOUND', 'THROTTLED'],
  ...['UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'WAF_FILTERED'],
]);

/**
 * Reads the OpenAPI document of a REST API, its references resolved.
 * @throws Error when it uses an extension or integration that the local gateway does not have.
 */
export function describeApi(body: JsonObject): ApiDescription {
  only(body, BODY_KEYS, 'The API document');
  const routes = Object.entries(asObject(body.paths, 'paths')).map(([path, item]) => readRoute(path, item));
  const responses = asObject(body['x-amazon-apigateway-gateway-responses'] ?? {}, 'gateway responses');
  const binary = body['x-amazon-apigateway-binary-media-types'] ?? [];
  return {
    routes,
    gatewayResponses: new Map(
      Object.entries(responses).map(([type, value]) => [type, readGatewayResponse(type, value)]),
    ),
    binaryMediaTypes: Array.isArray(binary) ? binary.map((type) => asText(type, 'binary media type')) : [],
  };
}

function readGatewayResponse(type: string, value: unknown): GatewayResponse {
  const where = `Gateway response ${type}`;
  if (!RESPONSE_TYPES.has(type)) throw new Error(`${where}: there is no such type`);
  const response = asObject(value, where);
  only(response, new Set(['statusCode', 'responseParameters', 'responseTemplates']), where);
  const template = readTemplate(response.responseTemplates, where);
  if (template !== undefined) checkTemplate(template, where);
  return {
    statusCode: response.statusCode === undefined ? undefined : readStatusCode(response.statusCode, type),
    headers: headerMappings(asObject(response.responseParameters ?? {}, type), 'gatewayresponse.header.', where),
    template,
  };
}

/** The template of JSON, the one type of a response that is sent here. */
function readTemplate(templates: unknown, where: string): string | undefined {
  const byType = asObject(templates ?? {}, where);
  only(byType, new Set(['application/json']), where);
  const template = byType['application/json'];
  return template === undefined ? undefined : asText(template, where);
}

function readRoute(path: string, value: unknown): Route {
  const item = asObject(value, path);
  only(item, new Set([...METHODS, ANY_METHOD, 'parameters']), `Path ${path}`);
  const methods = new Map<string, Integration>();
  for (const name of [...METHODS, ANY_METHOD]) {
    const operation = item[name];
    if (operation === undefined) continue;
    const method = name === ANY_METHOD ? 'ANY' : name.toUpperCase();
    methods.set(method, readOperation(asObject(operation, `${method} ${path}`), `${method} ${path}`));
  }
  return { path, methods };
}

function readOperation(operation: JsonObject, where: string): Integration {
  only(operation, OPERATION_KEYS, where);
  const integration = asObject(operation['x-amazon-apigateway-integration'], `Integration of ${where}`);
  const type = asText(integration.type, `Integration type of ${where}`).toLowerCase();
  only(integration, INTEGRATION_KEYS[type] ?? new Set(Object.keys(integration)), `Integration of ${where}`);
  if (type === 'aws_proxy') {
    // A function is invoked by POST, whatever the method of the route.
    if (integration.httpMethod !== 'POST') throw new Error(`${where}: httpMethod of a function must be POST`);
    return {
      kind: 'proxy',
      functionKey: readFunctionKey(integration.uri, where),
      timeoutMs: readTimeout(integration, where),
    };
  }
  if (type === 'mock') return readMock(integration, where);
  throw new Error(`${where}: the local gateway has no integration of type ${type}`);
}

function readTimeout(integration: JsonObject, where: string): number {
  const value = integration.timeoutInMillis ?? DEFAULT_TIMEOUT_MS;
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && value >= LEAST_TIMEOUT_MS && value <= DEFAULT_TIMEOUT_MS) return value;
  throw new Error(`${where}: timeoutInMillis must be ${LEAST_TIMEOUT_MS} to ${DEFAULT_TIMEOUT_MS}`);
}

function readFunctionKey(uri: unknown, where: string): string {
  const match = /:lambda:path\/[^/]+\/functions\/arn:[^/]+:function:([^:/]+)(?::[\w-]+)?\/invocations$/.exec(
    asText(uri, `uri of ${where}`),
  );
  if (match?.[1] === undefined) throw new Error(`${where}: ${String(uri)} is not the invocation address of a function`);
  return match[1];
}

function readMock(integration: JsonObject, where: string): MockIntegration {
  const requestTemplates = textRecord(integration.requestTemplates ?? {}, where);
  for (const template of Object.values(requestTemplates)) checkVelocity(template, where);
  const responses = Object.entries(asObject(integration.responses ?? {}, where)).map(([selection, value]) => {
    const response = asObject(value, where);
    only(response, new Set(['statusCode', 'responseParameters', 'responseTemplates']), `Mock response of ${where}`);
    const template = readTemplate(response.responseTemplates, where);
    if (template !== undefined) checkVelocity(template, where);
    return {
      selection,
      statusCode: readStatusCode(response.statusCode, where),
      headers: headerMappings(asObject(response.responseParameters ?? {}, where), 'method.response.header.', where),
      template,
    };
  });
  return {
    kind: 'mock',
    requestTemplates,
    passthrough: readPassthrough(integration.passthroughBehavior, where),
    responses,
  };
}

function readPassthrough(value: unknown, where: string): MockIntegration['passthrough'] {
  const name = typeof value === 'string' ? value.toLowerCase() : 'when_no_match';
  if (name === 'when_no_match' || name === 'when_no_templates' || name === 'never') return name;
  throw new Error(`${where}: passthroughBehavior ${name} is unknown`);
}

function headerMappings(parameters: JsonObject, prefix: string, where: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [target, expression] of Object.entries(parameters)) {
    if (!target.startsWith(prefix)) throw new Error(`${where}: cannot map to ${target}`);
    const mapping = asText(expression, `${where} ${target}`);
    if (!/^'.*'$/.test(mapping) && mapping !== 'context.requestId') {
      throw new Error(`${where}: the local gateway does not know the mapping ${mapping}`);
    }
    headers[target.slice(prefix.length)] = mapping;
  }
  return headers;
}

function readStatusCode(value: unknown, where: string): number {
  const status = Number(value);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new Error(`${where}: ${String(value)} is not a status code`);
}

function textRecord(value: unknown, where: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asObject(value, where)).map(([key, text]) => [key, asText(text, `${where} ${key}`)]),
  );
}

function only(value: JsonObject, known: ReadonlySet<string>, where: string): void {
  for (const key of Object.keys(value)) {
    if (!known.has(key)) throw new Error(`${where}: ${key} is unknown to the local gateway`);
  }
}
