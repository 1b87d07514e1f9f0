import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentClient, readItem } from '#shared/dynamodb/table';

let requests = 0;
// Never answers the first request, and every other at once.
const server = createServer((request, response) => {
  request.resume();
  requests += 1;
  if (requests === 1) return;
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ Item: { PK: { S: 'P' }, SK: { S: 'S' } } }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  Object.assign(process.env, {
    TABLE_NAME: 'ramp',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${toPort(address)}`,
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('asks again when the table does not answer', async () => {
  expect(await readItem({ PK: 'P', SK: 'S' })).toEqual({ PK: 'P', SK: 'S' });
  expect(requests).toBe(2);
});

it('makes no copy of requests and answers for a log', () => {
  const middleware = documentClient().middlewareStack.identify().join();
  expect(middleware).toContain('retryMiddleware');
  expect(middleware).not.toMatch(/logger/i);
});

function toPort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
