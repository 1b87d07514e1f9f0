import { expect, it } from 'vitest';
import { handler } from '#functions/docs/asset/handler';
import { routeNotFound } from '#shared/api/problems';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { placeFiles } from '#test/support/handlers/files-beside';
import { createWorld } from '#test/support/handlers/world';

const contents = {
  'openapi-for-generators.json': '{}',
  'redoc.standalone.js': 'const Redoc = 1;',
  'redoc.standalone.js.LICENSE.txt': 'MIT',
};
placeFiles(contents);

it.each([
  ['redoc.standalone.js', 'text/javascript; charset=utf-8', contents['redoc.standalone.js']],
  ['openapi-for-generators.json', 'application/json; charset=utf-8', '{}'],
  ['redoc.standalone.js.LICENSE.txt', 'text/plain; charset=utf-8', 'MIT'],
])('serves %s', async (asset, contentType, content) => {
  const world = await createWorld('getReferenceAsset');
  expect(await world.call(handler, { path: { asset } })).toMatchObject({
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    text: content,
  });
});

it('may be kept for good under an address with its version', async () => {
  const world = await createWorld('getReferenceAsset');
  const request = { path: { asset: 'redoc.standalone.js' }, query: { v: '2.5.0' } };
  const { headers } = await world.call(handler, request);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const again = await world.call(handler, { ...request, headers: { 'If-None-Match': String(headers.etag) } });
  expect(again).toMatchObject({ status: 304, text: '' });
});

it.each(['index.js', 'package.json', '../openapi/openapi.json', '..%2findex.js', 'constructor', ''])(
  'serves no other file: %s',
  async (asset) => {
    const world = await createWorld('getReferenceAsset');
    expect(await world.call(handler, { path: { asset } })).toMatchObject(refusal(routeNotFound()));
  },
);
