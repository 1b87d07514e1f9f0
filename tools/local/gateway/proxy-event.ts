import type { APIGatewayProxyEvent } from 'aws-lambda';
import { LOCAL_ACCOUNT } from '#local/engines/local-cloud';

/** A request as received. */
export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  /** Alternating names and values, as in Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
}

/** Values that the event contains in addition to the request. */
export interface EventFrame {
  readonly apiId: string;
  readonly stage: string;
  readonly requestId: string;
  readonly resource: string;
  readonly parameters: Readonly<Record<string, string>>;
}

type MultiValues = Record<string, string[]>;

/**
 * Returns the event of a REST API's Lambda proxy integration (payload version 1.0).
 * @returns `undefined` if the query is not valid percent-encoded UTF-8
 */
export function proxyEvent(request: GatewayRequest, frame: EventFrame, now: Date): APIGatewayProxyEvent | undefined {
  const query = queryValues(request.query);
  if (query === undefined) return undefined;
  const headers = headerValues(request, frame.requestId);
  const last = lastValues(headers);
  const host = find(last, 'host') ?? '';
  // The gateway ignores the body of a GET or HEAD request.
  const hasBody = request.body.length > 0 && request.method !== 'GET' && request.method !== 'HEAD';
  return {
    resource: frame.resource,
    path: request.path,
    httpMethod: request.method,
    headers: last,
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastValues(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull({ ...frame.parameters }),
    stageVariables: null,
    requestContext: {
      resourceId: 'local',
      resourcePath: frame.resource,
      httpMethod: request.method,
      extendedRequestId: frame.requestId,
      requestTime: requestTime(now),
      path: `/${frame.stage}${request.path}`,
      accountId: LOCAL_ACCOUNT,
      protocol: 'HTTP/1.1',
      stage: frame.stage,
      domainPrefix: frame.apiId,
      domainName: host,
      requestTimeEpoch: now.getTime(),
      requestId: frame.requestId,
      identity: {
        ...ANONYMOUS_IDENTITY,
        sourceIp: request.sourceIp,
        userAgent: find(last, 'user-agent') ?? null,
      },
      apiId: frame.apiId,
      authorizer: undefined,
    },
    body: hasBody ? request.body.toString() : null,
    // The API has no binary media types, so a body is never Base64.
    isBase64Encoded: false,
  };
}

/** Identity of a caller without authentication by the gateway. */
const ANONYMOUS_IDENTITY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
} as const;

function headerValues(request: GatewayRequest, requestId: string): MultiValues {
  const values: MultiValues = Object.create(null);
  const names = new Map<string, string>();
  const add = (name: string, value: string) => {
    // Use the first spelling of a header name for all its values.
    const known = names.get(name.toLowerCase()) ?? name;
    names.set(name.toLowerCase(), known);
    values[known] = [...(values[known] ?? []), value];
  };
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    add(request.rawHeaders[index] ?? '', request.rawHeaders[index + 1] ?? '');
  }
  add('X-Forwarded-For', request.sourceIp);
  add('X-Forwarded-Port', String(request.port));
  add('X-Forwarded-Proto', 'http');
  add('X-Amzn-Trace-Id', `Root=1-${requestId.slice(0, 8)}-${requestId.replaceAll('-', '').slice(8)}`);
  return values;
}

function queryValues(query: string): MultiValues | undefined {
  const values: MultiValues = Object.create(null);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = decodeForm(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function lastValues(values: MultiValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));
}

function find(headers: Readonly<Record<string, string>>, lowerName: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === lowerName)?.[1];
}

function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length > 0 ? values : null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats a time for the common log format, for example `21/Nov/2026:08:45:03 +0000`. */
function requestTime(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}
