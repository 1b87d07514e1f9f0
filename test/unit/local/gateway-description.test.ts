import { describe, expect, it } from 'vitest';
import { describeApi } from '#local/gateway/api-description';
import { gatewayAnswer } from '#local/gateway/gateway-response';
import { checkVelocity } from '#local/gateway/mapping-template';
import { mockAnswer } from '#local/gateway/mock-answer';
import { proxyAnswer } from '#local/gateway/proxy-answer';
import type { JsonObject } from '#local/template/json';

const uri =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations';

function withOperation(operation: JsonObject): JsonObject {
  return { openapi: '3.0.1', paths: { '/a': { get: operation } } };
}

function withIntegration(changes: JsonObject): JsonObject {
  return withOperation({
    'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri, ...changes },
  });
}

function withResponse(type: string, response: JsonObject): JsonObject {
  return { paths: {}, 'x-amazon-apigateway-gateway-responses': { [type]: response } };
}

describe('the API document', () => {
  it.each(['f', 'f:live', 'f:7'])('reads a method proxied to %s', (invoked) => {
    const api = describeApi(
      withOperation({
        'x-amazon-apigateway-integration': {
          type: 'aws_proxy',
          httpMethod: 'POST',
          uri: uri.replace(':f/', `:${invoked}/`),
          timeoutInMillis: 900,
        },
      }),
    );
    expect(api.routes).toEqual([
      { path: '/a', methods: new Map([['GET', { kind: 'proxy', functionKey: 'f', timeoutMs: 900 }]]) },
    ]);
  });

  it.each<[name: string, body: JsonObject, message: string]>([
    [
      'an extension',
      { openapi: '3.0.1', paths: {}, 'x-amazon-apigateway-policy': {} },
      'x-amazon-apigateway-policy is unknown',
    ],
    ['a method', { paths: { '/a': { trace: {} } } }, 'Path /a: trace is unknown'],
    ['an authorizer', withOperation({ security: [{ key: [] }] }), 'GET /a: security is unknown'],
    [
      'another integration',
      withOperation({ 'x-amazon-apigateway-integration': { type: 'http_proxy', uri: 'https://x.test' } }),
      'no integration of type http_proxy',
    ],
    ['an integration setting', withIntegration({ cacheNamespace: 'x' }), 'cacheNamespace is unknown'],
    ['a template before a function', withIntegration({ requestTemplates: {} }), 'requestTemplates is unknown'],
    ['a function invoked by GET', withIntegration({ httpMethod: 'GET' }), 'httpMethod of a function must be POST'],
    [
      'a function without a method',
      withIntegration({ httpMethod: undefined }),
      'httpMethod of a function must be POST',
    ],
    ['too short a timeout', withIntegration({ timeoutInMillis: 49 }), 'timeoutInMillis must be 50 to 29000'],
    ['too long a timeout', withIntegration({ timeoutInMillis: 29_001 }), 'timeoutInMillis must be 50 to 29000'],
    ['a broken timeout', withIntegration({ timeoutInMillis: 50.5 }), 'timeoutInMillis must be 50 to 29000'],
    ['a response type', withResponse('OUT_OF_TEA', {}), 'Gateway response OUT_OF_TEA: there is no such type'],
    [
      'a template of another media type',
      withResponse('THROTTLED', { responseTemplates: { 'text/html': '<p>' } }),
      'text/html is unknown',
    ],
    [
      'an address that is no function',
      withIntegration({ uri: 'arn:aws:apigateway:x:sqs:path/q' }),
      'is not the invocation address of a function',
    ],
    [
      'a template language',
      {
        paths: {},
        'x-amazon-apigateway-gateway-responses': {
          THROTTLED: { responseTemplates: { 'application/json': '#set($a = 1)' } },
        },
      },
      'does not understand the template',
    ],
    [
      'a mapping',
      {
        paths: {},
        'x-amazon-apigateway-gateway-responses': {
          THROTTLED: { responseParameters: { 'gatewayresponse.header.a': 'method.request.path.a' } },
        },
      },
      'does not know the mapping method.request.path.a',
    ],
  ])('refuses unsupported %s', (_name, body, message) => {
    expect(() => describeApi(body)).toThrow(message);
  });
});

describe('answers of the gateway itself', () => {
  const context = { requestId: 'r-1', baseUrl: 'http://localhost:3000' };
  const response = (statusCode: number | undefined, template: string) => ({
    statusCode,
    headers: { 'x-request-id': 'context.requestId', 'Content-Type': "'text/plain'" },
    template,
  });

  it('follow the template of their response type', () => {
    const responses = new Map([['MISSING_AUTHENTICATION_TOKEN', response(404, '{"id":"$context.requestId"}')]]);
    expect(gatewayAnswer('MISSING_AUTHENTICATION_TOKEN', responses, context)).toEqual({
      statusCode: 404,
      headers: { 'Content-Type': 'text/plain', 'x-amzn-RequestId': 'r-1', 'x-request-id': 'r-1' },
      body: '{"id":"r-1"}',
    });
  });

  it('fall back to the default of their class, with their own status', () => {
    const responses = new Map([['DEFAULT_4XX', response(undefined, 'any 4xx')]]);
    expect(gatewayAnswer('REQUEST_TOO_LARGE', responses, context)).toMatchObject({
      statusCode: 413,
      body: 'any 4xx',
    });
    expect(gatewayAnswer('INTEGRATION_TIMEOUT', responses, context)).toMatchObject({
      statusCode: 504,
      body: '{"message":"Endpoint request timed out"}',
    });
  });
});

describe('mock integrations', () => {
  const mock = {
    kind: 'mock',
    passthrough: 'never',
    requestTemplates: { 'application/json': '{"statusCode": 405}' },
    responses: [
      { selection: '4\\d\\d', statusCode: 405, headers: { Allow: "'GET'" }, template: 'no' },
      { selection: 'default', statusCode: 200, headers: {}, template: undefined },
    ],
  } as const;

  it.each<[contentType: string | undefined, outcome: unknown]>([
    [undefined, expect.objectContaining({ statusCode: 405, body: 'no' })],
    ['application/json; charset=utf-8', expect.objectContaining({ statusCode: 405 })],
    ['text/weird', 'unsupported-media-type'],
  ])('%s', (contentType, outcome) => {
    expect(mockAnswer(mock, contentType, { requestId: 'r', headers: {}, baseUrl: 'http://localhost:3000' })).toEqual(
      outcome,
    );
  });
});

describe('templates of integrations', () => {
  const echo =
    "#foreach($n in $input.params().header.keySet())#if($n.toLowerCase() == 'x-id' && $input.params().header.get($n).matches('[a-z]+'))" +
    '#set($context.responseOverride.header.x-id = $input.params().header.get($n))#end#end$context.requestId';

  it.each([
    ['its own where none was sent', { other: 'a' }, 'r'],
    ["the caller's, by any spelling of its name", { 'X-Id': 'mine' }, 'mine'],
    ['its own where the sent one is not what is asked for', { 'x-id': 'mine!' }, 'r'],
  ])('put into a header %s', (_what, headers, id) => {
    const mock = {
      kind: 'mock',
      passthrough: 'never',
      requestTemplates: { 'application/json': '{"statusCode": 405}' },
      responses: [{ selection: 'default', statusCode: 405, headers: { 'X-ID': 'context.requestId' }, template: echo }],
    } as const;
    const answer = mockAnswer(mock, undefined, { requestId: 'r', headers, baseUrl: 'http://localhost:3000' });
    if (typeof answer === 'string') throw new Error(answer);
    const sent = Object.entries(answer.headers).filter(([name]) => name.toLowerCase() === 'x-id');
    expect([sent.map(([, value]) => value), answer.body]).toEqual([[id], 'r']);
  });

  it('are refused when they are invalid', () => {
    expect(() => checkVelocity('#if($a', 'here')).toThrow('here: the local gateway does not understand');
  });

  it.each([
    '$input.body',
    "$input.json('$')",
    '$context.identity.sourceIp',
    '$!{context.stage}',
    '$util.urlEncode($a)',
    '$stageVariables.a',
  ])('are refused with %s, which is not here', (reference) => {
    expect(() => checkVelocity(`#set($a = 1)${reference}`, 'here')).toThrow('here: the local gateway does not know $');
  });
});

describe('answers of functions', () => {
  const request = { accept: undefined, requestId: 'r' };

  it.each<[name: string, payload: unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no status', { body: 'x' }],
    ['a status out of range', { statusCode: 42 }],
    ['a body that is not text', { statusCode: 200, body: {} }],
    ['headers that are not an object', { statusCode: 200, headers: 'x' }],
  ])('are refused with %s', (_name, payload) => {
    expect(proxyAnswer(payload, request, [])).toBeUndefined();
  });

  it('get a content type when they name none', () => {
    expect(proxyAnswer({ statusCode: 204 }, request, [])).toEqual({
      statusCode: 204,
      headers: { 'x-amzn-RequestId': 'r', 'Content-Type': 'application/json' },
      body: '',
    });
  });

  it('are decoded only for an API with that binary type', () => {
    const payload = {
      statusCode: 200,
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
    };
    expect(proxyAnswer(payload, { ...request, accept: 'image/png' }, ['image/*'])?.body).toEqual(Buffer.from([0, 255]));
    expect(proxyAnswer(payload, { ...request, accept: 'text/html' }, ['image/*'])?.body).toBe(payload.body);
  });

  it('have some headers renamed or dropped, and lists kept', () => {
    const payload = {
      statusCode: 200,
      headers: { 'WWW-Authenticate': 'x', Connection: 'close' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    };
    expect(proxyAnswer(payload, request, [])?.headers).toEqual({
      'x-amzn-Remapped-www-authenticate': 'x',
      'Set-Cookie': ['a=1', 'b=2'],
      'x-amzn-RequestId': 'r',
      'Content-Type': 'application/json',
    });
  });
});
