import { describe, expect, it } from 'vitest';
import { describeApi } from '#local/gateway/api-description';
import { isVelocity } from '#local/gateway/mapping-template';
import { mockResponse } from '#local/gateway/mock-response';
import { proxyResponse } from '#local/gateway/proxy-response';
import type { JsonObject } from '#local/template/json';

const uri =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations';

const proxy = { type: 'aws_proxy', httpMethod: 'POST', uri, timeoutInMillis: 200 };

function withOperation(operation: JsonObject): JsonObject {
  return { openapi: '3.0.1', paths: { '/a': { get: operation } } };
}

function withIntegration(changes: JsonObject): JsonObject {
  return withOperation({ 'x-amazon-apigateway-integration': { ...proxy, ...changes } });
}

const template = { 'application/json': '{}' };

function withResponse(type: string, changes: JsonObject): JsonObject {
  const response = { responseParameters: {}, responseTemplates: template, ...changes };
  return { paths: {}, 'x-amazon-apigateway-gateway-responses': { [type]: response } };
}

describe('the API document', () => {
  it.each<[name: string, body: JsonObject, message: string]>([
    ['an extension', { openapi: '3.0.1', paths: {}, 'x-amazon-apigateway-policy': {} }, 'x-amazon-apigateway-policy'],
    ['a method', { paths: { '/a': { trace: {} } } }, 'paths /a trace'],
    ['an authorizer', withOperation({ security: [{ key: [] }], 'x-amazon-apigateway-integration': proxy }), 'security'],
    [
      'another integration',
      withOperation({ 'x-amazon-apigateway-integration': { type: 'http_proxy', uri: 'https://x.test' } }),
      'paths /a get x-amazon-apigateway-integration type',
    ],
    ['an integration setting', withIntegration({ cacheNamespace: 'x' }), 'cacheNamespace'],
    ['a template before a function', withIntegration({ requestTemplates: {} }), 'requestTemplates'],
    ['a function invoked by GET', withIntegration({ httpMethod: 'GET' }), 'httpMethod'],
    ['too short a timeout', withIntegration({ timeoutInMillis: 49 }), 'timeoutInMillis'],
    ['too long a timeout', withIntegration({ timeoutInMillis: 29_001 }), 'timeoutInMillis'],
    ['a response type', withResponse('OUT_OF_TEA', {}), 'OUT_OF_TEA'],
    [
      'a template of another media type',
      withResponse('THROTTLED', { responseTemplates: { ...template, 'text/html': '<p>' } }),
      'text/html',
    ],
    [
      'an address that is no function',
      withIntegration({ uri: 'arn:aws:apigateway:x:sqs:path/q' }),
      'is not the invocation address of a function',
    ],
    [
      'a template language',
      withResponse('THROTTLED', { responseTemplates: { 'application/json': '#set($a = 1)' } }),
      'is an unknown template',
    ],
    [
      'a mapping',
      withResponse('THROTTLED', { responseParameters: { 'gatewayresponse.header.a': 'method.request.path.a' } }),
      'gatewayresponse.header.a of the API document: is an unknown mapping',
    ],
  ])('refuses unsupported %s', (_name, body, message) => {
    expect(() => describeApi(body)).toThrow(message);
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
      mediaTypes: ['application/json'],
      response: { statusCode: 405, headers: { 'X-ID': 'context.requestId' }, template: echo },
    } as const;
    const response = mockResponse(mock, undefined, { requestId: 'r', headers, baseUrl: 'http://localhost:3000' });
    const sent = Object.entries(response?.headers ?? {}).filter(([name]) => name.toLowerCase() === 'x-id');
    expect([sent.map(([, value]) => value), response?.body]).toEqual([[id], 'r']);
  });

  it('are refused when they are invalid', () => {
    expect(isVelocity('#if($a')).toBe(false);
  });

  it.each([
    '$input.body',
    "$input.json('$')",
    '$context.identity.sourceIp',
    '$!{context.stage}',
    '$util.urlEncode($a)',
    '$stageVariables.a',
  ])('are refused with %s, which is not here', (reference) => {
    expect(isVelocity(`#set($a = 1)${reference}`)).toBe(false);
  });
});

describe('responses of functions', () => {
  it.each<[name: string, payload: unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no status', { body: 'x' }],
    ['a status out of range', { statusCode: 42 }],
    ['a body that is not text', { statusCode: 200, body: {} }],
    ['headers that are not an object', { statusCode: 200, headers: 'x' }],
  ])('are refused with %s', (_name, payload) => {
    expect(proxyResponse(payload, 'r')).toBeUndefined();
  });

  it('get a content type when they name none', () => {
    expect(proxyResponse({ statusCode: 204 }, 'r')).toEqual({
      statusCode: 204,
      headers: { 'x-amzn-RequestId': 'r', 'Content-Type': 'application/json' },
      body: '',
    });
  });

  it('have some headers renamed or dropped, and lists kept', () => {
    const payload = {
      statusCode: 200,
      headers: { 'WWW-Authenticate': 'x', Connection: 'close' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    };
    expect(proxyResponse(payload, 'r')?.headers).toEqual({
      'x-amzn-Remapped-www-authenticate': 'x',
      'Set-Cookie': ['a=1', 'b=2'],
      'x-amzn-RequestId': 'r',
      'Content-Type': 'application/json',
    });
  });
});
