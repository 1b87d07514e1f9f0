import { afterAll, expect, it } from 'vitest';
import { describeApi } from '#local/gateway/api-description';
import { startGateway } from '#local/gateway/server';
import { failureKind, type InvocationResult } from '#local/lambda/invocation';
import { failureLines } from '#local/start/failure-lines';

const USER = '0b0e7b6e-9c1f-4f43-8a50-3f7a5d2f6c11';
const TOKEN = 'Yk3fJp0TqBz8Vw1nXc5RgHs7LmAd2EuK4oI6yQrStUv';
const QUERY = '?email=ana@example.com';

const integration = (timeoutInMillis: number) => ({
  get: {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations',
      timeoutInMillis,
    },
  },
});
const paths = ['/users/{userId}', '/users/{userId}/documents/{name}', '/pay/{token}', '/docs/{page}'];
const description = {
  openapi: '3.0.1',
  paths: Object.fromEntries(paths.map((path) => [path, integration(path === '/docs/{page}' ? 50 : 20_000)])),
};

let respond: () => Promise<InvocationResult>;
const reports: string[] = [];
const lines: string[] = [];
const gateway = await startGateway({
  api: describeApi(description),
  apiId: 'local',
  stage: 'sandbox',
  invoker: { invoke: () => respond() },
  port: 0,
  report: (line) => void reports.push(line),
  ...failureLines((line) => lines.push(line)),
});
afterAll(gateway.stop);

const fails = async (): Promise<InvocationResult> => ({
  ok: false,
  reason: 'error',
  message: 'TypeError: ana@example.com\n    at handler',
});
const responses = (payload: unknown) => async (): Promise<InvocationResult> => ({ ok: true, payload });
const never = () => new Promise<InvocationResult>(() => {});

it.each<[name: string, path: string, invoke: () => Promise<InvocationResult>, shown: string]>([
  ['a function that throws', `/users/${USER}`, fails, `/users/${USER} 502`],
  ['a token in the path', `/pay/${TOKEN}`, fails, '/pay/{token} 502'],
  ['a name in the path', `/users/${USER}/documents/ana`, fails, `/users/${USER}/documents/{name} 502`],
  ['an address in place of an id', '/users/ana@example.com', fails, '/users/{userId} 502'],
  ['a status of the function', `/users/${USER}`, responses({ statusCode: 503, body: '' }), `/users/${USER} 503`],
  ['a payload that is no response', `/users/${USER}`, responses('text'), `/users/${USER} 502`],
  [
    'a header that HTTP forbids',
    `/pay/${TOKEN}`,
    responses({ statusCode: 200, headers: { 'x-a': 'é\n' } }),
    '/pay/{token} 502',
  ],
  ['a timeout', '/docs/a', never, '/docs/{page} 504'],
])('%s is one line', async (_, path, invoke, shown) => {
  respond = invoke;
  lines.length = 0;
  const response = await fetch(`${gateway.baseUrl}${path}${QUERY}`);
  expect(lines).toEqual([expect.stringContaining(`GET    ${shown} `)]);
  expect(lines[0]).toMatch(new RegExp(`^[^\\n]* ms ${response.headers.get('x-amzn-requestid')}\\n$`));
  expect([...lines, ...reports].join()).not.toMatch(/ana|Yk3f/);
});

it('a request that succeeds or is refused is no line', async () => {
  lines.length = 0;
  for (const statusCode of [200, 404, 499]) {
    respond = responses({ statusCode, body: '' });
    await fetch(`${gateway.baseUrl}/users/${USER}`);
  }
  await fetch(`${gateway.baseUrl}/nowhere`);
  expect(lines).toEqual([]);
});

it.each<[InvocationResult & { readonly ok: false }, string]>([
  [{ ok: false, reason: 'error', message: 'TypeError: ana@example.com is broken\n    at x' }, 'TypeError'],
  [{ ok: false, reason: 'error', message: 'ana@example.com' }, 'error'],
  [{ ok: false, reason: 'timeout', message: 'Task timed out after 1.00 seconds' }, 'timeout'],
])('the failure of a worker is shown by its kind alone', (result, kind) => {
  expect(failureKind(result)).toBe(kind);
});
