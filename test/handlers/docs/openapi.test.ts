import { expect, it } from 'vitest';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { placeFiles } from '#test/support/handlers/files-beside';
import { createWorld } from '#test/support/handlers/world';

const withServer = (url: string) => JSON.stringify({ openapi: '3.1.0', servers: [{ url }], paths: {} });

// The handler module reads openapi.json when it is imported.
placeFiles({ 'openapi.json': withServer(LOCAL_SERVER) });
const { handler } = await import('#functions/docs/openapi/handler');

it('serves the document to every page, for five minutes', async () => {
  const world = await createWorld('getOpenApi');
  const { status, headers, text } = await world.call(handler);
  expect({ status, headers, text }).toEqual({
    status: 200,
    headers: {
      ...{ 'content-type': 'application/json; charset=utf-8', etag: expect.stringMatching(/^"[^"]+"$/) },
      ...{ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' },
      ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-request-id': expect.any(String) },
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    },
    text: expect.stringMatching(/"servers":\[\{"url":"https:\/\/[^"]+"\}\]/),
  });
});

it('is not sent again to a caller that has it', async () => {
  const world = await createWorld('getOpenApi');
  const etag = String((await world.call(handler)).headers.etag);
  const response = await world.call(handler, { headers: { 'If-None-Match': etag } });
  expect(response).toMatchObject({ status: 304, text: '', headers: { etag, 'access-control-allow-origin': '*' } });
});
