import type { GatewayResponse } from '#local/gateway/api-description';
import { renderMapping, renderTemplate, type TemplateContext } from '#local/gateway/mapping-template';

/** A response ready for sending. A header can have several values. */
export interface WrittenResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/**
 * Types of the gateway's own responses, with the status and message that API Gateway uses if the API defines no response:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const DEFAULT_RESPONSES = {
  MISSING_AUTHENTICATION_TOKEN: { statusCode: 403, message: 'Missing Authentication Token' },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Bad Request' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests' },
  UNSUPPORTED_MEDIA_TYPE: { statusCode: 415, message: 'Unsupported Media Type' },
  INTEGRATION_FAILURE: { statusCode: 502, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out' },
  API_CONFIGURATION_ERROR: { statusCode: 500, message: 'Internal server error' },
} as const;

export type GatewayResponseType = keyof typeof DEFAULT_RESPONSES;

/**
 * Returns one of the gateway's own responses. Uses the API's response for the type, otherwise the API's default response,
 * otherwise API Gateway's default.
 */
export function gatewayResponse(
  type: GatewayResponseType,
  responses: ReadonlyMap<string, GatewayResponse>,
  context: TemplateContext,
): WrittenResponse {
  const { statusCode, message } = DEFAULT_RESPONSES[type];
  const fallback = statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const response = responses.get(type) ?? responses.get(fallback);
  const template = response?.template ?? JSON.stringify({ message });
  return {
    statusCode: response?.statusCode ?? statusCode,
    headers: mappedHeaders(response?.headers ?? {}, context),
    body: renderTemplate(template, context),
  };
}

/** Returns the mapped headers, and the headers that every response of the gateway has. */
export function mappedHeaders(mappings: GatewayResponse['headers'], context: TemplateContext): Record<string, string> {
  const mapped = Object.entries(mappings).map(([name, expression]) => [name, renderMapping(expression, context)]);
  const own = { 'Content-Type': 'application/json', 'x-amzn-RequestId': context.requestId };
  return { ...own, ...Object.fromEntries(mapped) };
}
