import { beforeAll, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { documentClient, readItem } from '#shared/dynamodb/table';
import { startedForTests } from '#test/support/started-for-tests';

let requests = 0;
// The server never responds to the first request, and responds to later requests immediately.
const server = startedForTests(() =>
  startHttpServer((request, response) => {
    request.resume();
    requests += 1;
    if (requests === 1) return;
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ Item: { PK: { S: 'P' }, SK: { S: 'S' } } }));
  }),
);

beforeAll(() => {
  Object.assign(process.env, {
    TABLE_NAME: 'ramp',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: server().url,
  });
});

it('asks again when the table does not respond', async () => {
  expect(await readItem({ PK: 'P', SK: 'S' })).toEqual({ PK: 'P', SK: 'S' });
  expect(requests).toBe(2);
});

it('makes no copy of requests and responses for a log', () => {
  const middleware = documentClient().middlewareStack.identify().join();
  expect(middleware).toContain('retryMiddleware');
  expect(middleware).not.toMatch(/logger/i);
});
