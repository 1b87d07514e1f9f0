import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { RequestEvent } from '#shared/handlers/request-event';

type Given = Pick<APIGatewayProxyEvent, 'httpMethod' | 'resource'> & Partial<APIGatewayProxyEvent>;

/** Builds an API Gateway event for a function. */
export function gatewayEvent(given: Given): RequestEvent {
  const headers = given.headers ?? {};
  return {
    path: given.resource,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? '']])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    ...given,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod: given.httpMethod,
      identity: {
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
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: null,
        userArn: null,
      },
      path: given.resource,
      stage: 'sandbox',
      requestId: '11111111-1111-4111-8111-111111111111',
      requestTimeEpoch: 0,
      resourceId: 'r',
      resourcePath: given.resource,
    },
    state: { requestId: '', startedMs: 0, caller: undefined, body: undefined, headers: {} },
  };
}

/** Builds an invocation context with the fields that handlers read. */
export function lambdaContext(): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:test',
    memoryLimitInMB: '512',
    awsRequestId: '22222222-2222-4222-8222-222222222222',
    logGroupName: 'test',
    logStreamName: 'test',
    getRemainingTimeInMillis: () => 10_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
