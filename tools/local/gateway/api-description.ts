/**
 * The parts of a REST API's OpenAPI document that the local gateway supports. The gateway does not start if the document contains
 * another feature. https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
import * as z from 'zod/mini';
import { isGatewayTemplate, isVelocity } from '#local/gateway/mapping-template';

const text = z.string();
const optional = z.exactOptional;
/** A property that the gateway ignores. */
const ignored = optional(z.unknown());

const statusCode = z.coerce.number().check(z.int(), z.gte(200), z.lte(599));
const headerMapping = text.check(z.regex(/^('.*'|context\.requestId)$/, 'is an unknown mapping'));

/**
 * Mapping expressions (`'literal'` or `context.requestId`) by header name.
 * @param place prefix of the header names in the document
 */
const headerMappings = (place: string) =>
  z.pipe(
    z.record(text.check(z.startsWith(place)), headerMapping),
    z.transform((parameters) =>
      Object.fromEntries(Object.entries(parameters).map(([target, mapping]) => [target.slice(place.length), mapping])),
    ),
  );

const gatewayTemplate = text.check(z.refine(isGatewayTemplate, 'is an unknown template'));
const velocity = text.check(z.refine(isVelocity, 'is an unknown template'));

const gatewayResponse = z.strictObject({
  statusCode: optional(statusCode),
  responseParameters: headerMappings('gatewayresponse.header.'),
  responseTemplates: z.strictObject({ 'application/json': gatewayTemplate }),
});

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const RESPONSE_TYPES = new Set([
  ...['ACCESS_DENIED', 'API_CONFIGURATION_ERROR', 'AUTHORIZER_CONFIGURATION_ERROR', 'AUTHORIZER_FAILURE'],
  ...['BAD_REQUEST_PARAMETERS', 'BAD_REQUEST_BODY', 'DEFAULT_4XX', 'DEFAULT_5XX', 'EXPIRED_TOKEN'],
  ...['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'INVALID_API_KEY', 'INVALID_SIGNATURE'],
  ...['MISSING_AUTHENTICATION_TOKEN', 'QUOTA_EXCEEDED', 'REQUEST_TOO_LARGE', 'RESOURCE_NOT_FOUND', 'THROTTLED'],
  ...['UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'WAF_FILTERED'],
]);

const FUNCTION = /:lambda:path\/[^/]+\/functions\/arn:[^/]+:function:([^:/]+)(?::[\w-]+)?\/invocations$/;

const proxyIntegration = z.strictObject({
  type: z.literal('aws_proxy'),
  // API Gateway invokes a function by POST for every method of a route.
  httpMethod: z.literal('POST'),
  uri: text.check(z.regex(FUNCTION, 'is not the invocation address of a function')),
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  timeoutInMillis: z.int().check(z.gte(50), z.lte(29_000)),
  passthroughBehavior: optional(z.literal('when_no_match')),
});

const mockIntegration = z.strictObject({
  type: z.literal('mock'),
  // With `never`, API Gateway rejects a media type without a template.
  passthroughBehavior: z.literal('never'),
  requestTemplates: z.record(text, text.check(z.regex(/^\{"statusCode": \d{3}\}$/))),
  responses: z.strictObject({
    default: z.strictObject({
      statusCode,
      responseParameters: headerMappings('method.response.header.'),
      responseTemplates: z.strictObject({ 'application/json': velocity }),
    }),
  }),
});

const operation = z.strictObject({
  operationId: ignored,
  parameters: ignored,
  responses: ignored,
  'x-amazon-apigateway-integration': z.discriminatedUnion('type', [proxyIntegration, mockIntegration]),
});

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'x-amazon-apigateway-any-method'] as const;

const api = z.strictObject({
  openapi: ignored,
  info: ignored,
  paths: z.record(text, z.partialRecord(z.enum(METHODS), operation)),
  'x-amazon-apigateway-gateway-responses': optional(
    z.record(text.check(z.refine((type) => RESPONSE_TYPES.has(type))), gatewayResponse),
  ),
});

/** A function that processes the requests of a path and method. */
export interface ProxyIntegration {
  readonly kind: 'proxy';
  readonly functionKey: string;
  /** Maximum time that the gateway waits for the function, in ms. */
  readonly timeoutMs: number;
}

/** A fixed response of the gateway to a path and method. The gateway accepts requests with one of these `mediaTypes`. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly mediaTypes: readonly string[];
  readonly response: GatewayResponse & { readonly statusCode: number };
}

export type Integration = ProxyIntegration | MockIntegration;

/** A response that the gateway sends without a function. */
export interface GatewayResponse {
  /** `undefined` for API Gateway's default status. */
  readonly statusCode: number | undefined;
  /** Mapping expressions by header name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string;
}

export interface Route {
  readonly path: string;
  /** Integrations by upper-case method. `ANY` applies to all methods without an entry. */
  readonly methods: ReadonlyMap<string, Integration>;
}

export interface ApiDescription {
  readonly routes: readonly Route[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  /** Minimum size of a function's response for compression; `undefined` disables compression. */
  readonly minimumCompressionBytes?: number | undefined;
}

/**
 * Reads the OpenAPI document of a REST API. The caller has already resolved its CloudFormation references.
 * @throws Error with the position of a feature that the local gateway does not support
 */
export function describeApi(document: unknown): ApiDescription {
  const { data, error } = api.safeParse(document);
  if (data === undefined) {
    const [issue] = error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const place = [...(issue?.path ?? []), ...unknown].join(' ');
    throw new Error(`The local gateway does not support ${place} of the API document: ${issue?.message}`);
  }
  const responses = Object.entries(data['x-amazon-apigateway-gateway-responses'] ?? {});
  return {
    routes: Object.entries(data.paths).map(([path, operations]) => ({
      path,
      methods: new Map(Object.entries(operations).map(([name, one]) => [methodOf(name), toIntegration(one)])),
    })),
    gatewayResponses: new Map(
      responses.map(([type, { statusCode, ...response }]) => [type, { statusCode, ...toResponse(response) }]),
    ),
  };
}

function methodOf(name: string): string {
  return name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase();
}

function toIntegration({ 'x-amazon-apigateway-integration': integration }: z.output<typeof operation>): Integration {
  if (integration.type === 'aws_proxy') {
    const [, functionKey = ''] = FUNCTION.exec(integration.uri) ?? [];
    return { kind: 'proxy', functionKey, timeoutMs: integration.timeoutInMillis };
  }
  const { statusCode, ...response } = integration.responses.default;
  const mediaTypes = Object.keys(integration.requestTemplates);
  return { kind: 'mock', mediaTypes, response: { statusCode, ...toResponse(response) } };
}

function toResponse(response: Pick<z.output<typeof gatewayResponse>, 'responseParameters' | 'responseTemplates'>) {
  return { headers: response.responseParameters, template: response.responseTemplates['application/json'] };
}
