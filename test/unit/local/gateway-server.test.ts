import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayDefinition } from '#infra/constructs/gateway-definition';
import { describeApi } from '#local/gateway/api-description';
import { type Gateway, startGateway } from '#local/gateway/server';
import type { FunctionInvoker, InvocationResult } from '#local/lambda/invocation';
import { MAX_PAYLOAD_BYTES } from '#local/lambda/runtime';
import { CURRENT_VERSION } from '#shared/api/versions';
import { endpoints } from '#shared/contract/endpoints';

const JSON_TYPE = 'application/json; charset=utf-8';
const envelope = (code: string, message: string) => JSON.stringify({ success: false, code, message });

function own(statusCode: number, code: string, message: string) {
  return {
    statusCode: String(statusCode),
    responseParameters: {
      'gatewayresponse.header.Content-Type': `'${JSON_TYPE}'`,
      'gatewayresponse.header.x-request-id': 'context.requestId',
    },
    responseTemplates: { 'application/json': envelope(code, message) },
  };
}

const proxy = {
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations',
    timeoutInMillis: 200,
  },
};

const body = {
  openapi: '3.0.1',
  paths: {
    '/users': {
      get: proxy,
      post: proxy,
      'x-amazon-apigateway-any-method': {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'never',
          requestTemplates: { 'application/json': '{"statusCode": 405}' },
          responses: {
            default: {
              statusCode: '405',
              responseParameters: {
                'method.response.header.Allow': "'GET, POST'",
                'method.response.header.Content-Type': `'${JSON_TYPE}'`,
                'method.response.header.x-request-id': 'context.requestId',
              },
              responseTemplates: { 'application/json': envelope('METHOD_NOT_ALLOWED', 'Method not allowed') },
            },
          },
        },
      },
    },
    '/users/{userId}': { get: proxy },
  },
  'x-amazon-apigateway-gateway-responses': {
    MISSING_AUTHENTICATION_TOKEN: own(404, 'NOT_FOUND', 'Route not found'),
    REQUEST_TOO_LARGE: own(413, 'PAYLOAD_TOO_LARGE', 'Payload too large'),
    BAD_REQUEST_PARAMETERS: own(400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'),
    INTEGRATION_FAILURE: own(502, 'INTERNAL_SERVER_ERROR', 'Internal server error'),
    INTEGRATION_TIMEOUT: own(504, 'GATEWAY_TIMEOUT', 'The service did not respond in time'),
  },
};

let gateway: Gateway | undefined;
const reports: string[] = [];
afterEach(async () => {
  await gateway?.stop();
  reports.length = 0;
});

interface StartOptions {
  /** Size in bytes from which responses are compressed. @default no compression */
  readonly minimumCompressionBytes?: number;
  /** API that the gateway serves. @default the API of this file */
  readonly description?: Parameters<typeof describeApi>[0];
}

async function start(
  invoke: FunctionInvoker['invoke'],
  { minimumCompressionBytes, description = body }: StartOptions = {},
): Promise<Gateway> {
  const report = (line: string) => void reports.push(line);
  gateway = await startGateway({
    api: { ...describeApi(description), minimumCompressionBytes },
    apiId: 'local',
    stage: 'sandbox',
    invoker: { invoke },
    port: 0,
    report,
  });
  return gateway;
}

/** Returns the event of the invocation as the response body. */
async function echo(_key: string, event: unknown): Promise<InvocationResult> {
  return { ok: true, payload: { statusCode: 200, body: JSON.stringify(event) } };
}

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Uses node:http, because fetch cannot send a GET with a body, cannot repeat a header, and normalizes paths. */
function send(
  method: string,
  path: string,
  options: { headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const url = new URL(gateway?.baseUrl ?? '');
    const request = httpRequest(
      { host: url.hostname, port: url.port, method, path, headers: options.headers ?? {} },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk) => chunks.push(chunk));
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: reply.statusCode, headers: reply.headers, text: bytes.toString(), bytes });
        });
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(new URL(gateway?.baseUrl ?? '').port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

describe('compression', () => {
  const long = JSON.stringify({ text: 'peso '.repeat(300) });
  const responding = (payload: object) => async (): Promise<InvocationResult> => ({ ok: true, payload });
  const plain = { statusCode: 200, headers: { etag: '"1"' }, body: long };

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
    ['br;q=0.5, deflate', 'deflate', inflateSync],
  ])('of a caller that accepts %s is %s', async (accept, coding, decode) => {
    await start(responding(plain), { minimumCompressionBytes: 1400 });
    const { headers, bytes } = await send('GET', '/users', { headers: { 'Accept-Encoding': accept } });
    expect(headers).toMatchObject({ 'content-encoding': coding, etag: '"1"', 'content-length': String(bytes.length) });
    expect(bytes.length).toBeLessThan(long.length / 4);
    expect(decode(bytes).toString()).toBe(long);
  });

  it.each([
    ['no coding', {}, plain, 1400],
    ['any coding', { 'Accept-Encoding': '*' }, plain, 1400],
    ['first one that the gateway does not know', { 'Accept-Encoding': 'br, gzip' }, plain, 1400],
    ['none', { 'Accept-Encoding': 'identity' }, plain, 1400],
    ['gzip, for a shorter response', { 'Accept-Encoding': 'gzip' }, plain, long.length + 1],
    ['gzip, from an API that does not compress', { 'Accept-Encoding': 'gzip' }, plain, undefined],
    [
      'gzip, where the function has encoded it',
      { 'Accept-Encoding': 'gzip' },
      { ...plain, headers: { 'content-encoding': 'br' } },
      1400,
    ],
  ])('is left out for a caller that names %s', async (_case, headers, payload, minimum) => {
    await start(responding(payload), minimum === undefined ? {} : { minimumCompressionBytes: minimum });
    expect((await send('GET', '/users', { headers })).text).toBe(long);
  });
});

describe('the event of a proxied request', () => {
  it('is that of a REST API', async () => {
    await start(echo);
    const { text } = await send('GET', '/users/a%2Fb%20%E2%82%AC?x=1&x=2&y=a+b%26c&z', {
      headers: { 'X-Twice': ['one', 'two'], 'User-Agent': 'test' },
    });
    expect(JSON.parse(text)).toMatchObject({
      resource: '/users/{userId}',
      path: '/users/a%2Fb%20%E2%82%AC',
      httpMethod: 'GET',
      headers: { 'X-Twice': 'two', 'X-Forwarded-For': '127.0.0.1' },
      multiValueHeaders: { 'X-Twice': ['one', 'two'] },
      queryStringParameters: { x: '2', y: 'a b&c', z: '' },
      multiValueQueryStringParameters: { x: ['1', '2'], y: ['a b&c'], z: [''] },
      pathParameters: { userId: 'a/b €' },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {
        resourcePath: '/users/{userId}',
        httpMethod: 'GET',
        stage: 'sandbox',
        path: '/sandbox/users/a%2Fb%20%E2%82%AC',
        protocol: 'HTTP/1.1',
        apiId: 'local',
        accountId: '000000000000',
        identity: { sourceIp: '127.0.0.1', userAgent: 'test' },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        requestTimeEpoch: expect.any(Number),
      },
    });
  });

  it('carries the body of a POST and not that of a GET', async () => {
    await start(echo);
    const post = await send('POST', '/users', { body: '{"name":"Zoë"}' });
    expect(JSON.parse(post.text)).toMatchObject({ body: '{"name":"Zoë"}' });
    const get = await send('GET', '/users', { headers: { 'content-length': 2 }, body: '{}' });
    const noQuery = { queryStringParameters: null, multiValueQueryStringParameters: null };
    expect(JSON.parse(get.text)).toMatchObject({ ...noQuery, pathParameters: null, body: null });
  });

  it('treats unusual names of headers and queries as data', async () => {
    await start(echo);
    const { status, text } = await send('GET', '/users?__proto__=1&constructor=2', {
      headers: { ['__proto__']: 'x' },
    });
    expect(status).toBe(200);
    expect(text).toContain('"__proto__":"1"');
    expect(text).toContain('"constructor":"2"');
  });
});

describe('the response of a function', () => {
  it.each<[name: string, result: InvocationResult, status: number]>([
    ['a crash', { ok: false, reason: 'error', message: 'Error: secret' }, 502],
    ['a function past its limit', { ok: false, reason: 'timeout', message: 'late' }, 504],
    ['a malformed response', { ok: true, payload: { status: 200 } }, 502],
    ['a header that HTTP forbids', { ok: true, payload: { statusCode: 200, headers: { a: 'b\nc' } } }, 502],
  ])('is replaced by the envelope after %s', async (_name, result, status) => {
    await start(async () => result);
    const reply = await send('GET', '/users');
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({ 'content-type': JSON_TYPE, 'x-request-id': expect.any(String) });
    expect(JSON.parse(reply.text)).toMatchObject({ success: false });
    expect(reply.text).not.toContain('secret');
  });

  it('is waited for up to the limit of the integration', async () => {
    let release = () => {};
    await start(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ ok: true, payload: { statusCode: 200, body: 'late' } });
        }),
    );
    const reply = await send('GET', '/users');
    release();
    expect(reply).toMatchObject({
      status: 504,
      text: envelope('GATEWAY_TIMEOUT', 'The service did not respond in time'),
    });
  });
});

describe('a response of the gateway itself', () => {
  it.each([
    ['GET /nowhere', undefined, 'NOT_FOUND'],
    ['DELETE /api/partner/v2/changes', undefined, 'METHOD_NOT_ALLOWED'],
    ['DELETE /api/partner/v2/changes', `order-7/a'b"c\\d$e#f`, 'METHOD_NOT_ALLOWED'],
  ])(
    'names the request of %s with the id %s, and the place of its code, by the deployed templates',
    async (request, own, code) => {
      const definition = gatewayDefinition({
        ...{ title: 'test', timeoutMs: 200, baseUrl: 'https://$context.domainName/$context.stage' },
        rows: endpoints,
        integrationUri: () => proxy['x-amazon-apigateway-integration'].uri,
      });
      await start(echo, { description: definition });
      const [method = '', path = ''] = request.split(' ');
      const reply = await send(method, path, own === undefined ? {} : { headers: { 'X-Request-Id': own } });
      const requestId = own ?? expect.stringMatching(/^[0-9a-f-]{36}$/);
      const docUrl = `${gateway?.baseUrl}/guide/errors#${code}`;
      expect(JSON.parse(reply.text)).toMatchObject({ success: false, code, requestId, docUrl });
      expect(reply.headers).toMatchObject({ 'x-request-id': JSON.parse(reply.text).requestId });
      expect(reply.headers).toMatchObject({ 'partner-ramp-version': CURRENT_VERSION });
    },
  );

  it('returns HEAD without a body', async () => {
    await start(echo);
    expect(await send('HEAD', '/users')).toMatchObject({ status: 405, text: '' });
  });

  it('refuses an announced body before it is sent', async () => {
    await start(echo);
    const response = await sendRaw(
      `POST /users HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${MAX_PAYLOAD_BYTES + 1}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('responds to a caller that reads nothing before it has sent everything, on the same connection', async () => {
    await start(echo);
    for (let round = 0; round < 5; round += 1) {
      const response = await fetch(`${gateway?.baseUrl}/users`, {
        method: 'POST',
        body: 'x'.repeat(3 * MAX_PAYLOAD_BYTES),
      });
      expect([response.status, response.headers.get('connection')]).toEqual([413, 'keep-alive']);
      expect(await response.text()).toBe(envelope('PAYLOAD_TOO_LARGE', 'Payload too large'));
    }
    expect(reports).toEqual([]);
  });

  it('stops reading a body of unknown length at the limit', async () => {
    await start(echo);
    const chunk = 'x'.repeat(1024 * 1024);
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(7);
    const response = await sendRaw(
      `POST /users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each<[name: string, text: string, field: string, message: string]>([
    [
      'headers beyond the bound',
      `GET /users HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      'headers',
      'Must not be larger than 16 KB in total',
    ],
    ['an unknown method', 'FROB /users HTTP/1.1\r\nHost: x\r\n\r\n', 'method', 'Must be a method of HTTP'],
    ['an unknown version', 'GET /users HTTP/9.9\r\nHost: x\r\n\r\n', 'version', 'Must be HTTP/1.1'],
    [
      'a length and chunks',
      'POST /users HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding',
      'Must be chunked, and must not be sent together with Content-Length',
    ],
    [
      'chunks and a length',
      'POST /users HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
      'Content-Length',
      'Must be digits, and must not be sent together with Transfer-Encoding',
    ],
    ['two hosts', 'GET /users HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 'Host', 'Must be sent once'],
    ['no host', 'GET /users HTTP/1.1\r\n\r\n', 'Host', 'Must be sent once'],
    ['a control character', 'GET /users HTTP/1.1\r\nHost: x\r\nX: a\u0000\r\n\r\n', 'request', 'Must be valid HTTP'],
  ])('returns %s with 400 and keeps running', async (_name, text, field, message) => {
    await start(echo);
    const response = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('x-request-id: ');
    const body: unknown = JSON.parse(response.slice(response.indexOf('{')));
    const { port } = new URL(gateway?.baseUrl ?? '');
    expect(body).toMatchObject({ success: false, code: 'INVALID_USER_INPUT_ERROR', errors: [{ field, message }] });
    const host = field === 'Host' && text.includes('Host: x') ? 'x' : `127.0.0.1:${port}`;
    expect(body).toMatchObject({ docUrl: `http://${host}/guide/errors#INVALID_USER_INPUT_ERROR` });
    expect((await send('GET', '/users')).status).toBe(200);
  });

  it.each(['200-ok', 'pay-me'])('returns the expectation %s with 417', async (expectation) => {
    await start(echo);
    const response = await sendRaw(
      `POST /users HTTP/1.1\r\nHost: x\r\nExpect: ${expectation}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 417 /);
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
      ...{ success: false, code: 'BAD_REQUEST', reason: 'REQUEST_REFUSED', message: 'Expect must be 100-continue' },
    });
  });

  it('survives a caller that disconnects in the middle of a body', async () => {
    await start(echo);
    const socket = connect(Number(new URL(gateway?.baseUrl ?? '').port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    await new Promise((resolve) =>
      socket.write('POST /users HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc', resolve),
    );
    socket.destroy();
    expect((await send('GET', '/users')).status).toBe(200);
  });
});

describe('stopping', () => {
  it('finishes running requests and frees the port', async () => {
    let entered = () => {};
    const started = new Promise<void>((resolve) => {
      entered = resolve;
    });
    let finish = () => {};
    const { baseUrl } = await start(async () => {
      entered();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { ok: true, payload: { statusCode: 200, body: 'done' } };
    });
    const reply = send('POST', '/users', { body: '{}' });
    await started;
    const stopped = gateway?.stop();
    finish();
    expect((await reply).status).toBeOneOf([200, 504]);
    await stopped;
    await expect(fetch(`${baseUrl}/users`)).rejects.toThrow();
  });
});
