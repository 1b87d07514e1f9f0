import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { handler } from '#functions/docs/reference/handler';
import { createWorld } from '#test/support/handlers/world';

it('shows the reference page, which loads its document and its library from beside it', async () => {
  const world = await createWorld('getReference');
  const { status, headers, text } = await world.call(handler);
  expect({ status, headers }).toEqual({
    status: 200,
    headers: {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag: expect.any(String) },
      ...{ 'content-security-policy': expect.any(String), 'x-request-id': expect.any(String) },
      ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    },
  });
  expect(text).toContain("new URL('openapi.json', location.href)");
  expect(text).toMatch(/<script src="docs\/redoc\.standalone\.js\?v=\d+\.\d+\.\d+/);
});

it('allows its own scripts and no others', async () => {
  const world = await createWorld('getReference');
  const { headers, text } = await world.call(handler);
  const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'"]));
});

it('is not sent again to a browser that has it', async () => {
  const world = await createWorld('getReference');
  const etag = String((await world.call(handler)).headers.etag);
  expect(await world.call(handler, { headers: { 'If-None-Match': etag } })).toMatchObject({
    ...{ status: 304, text: '', headers: { etag } },
  });
  expect((await world.call(handler, { headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
});

it("answers with the caller's request id", async () => {
  const world = await createWorld('getReference');
  const { headers } = await world.call(handler, { headers: { 'x-request-id': 'my-call-1' } });
  expect(headers['x-request-id']).toBe('my-call-1');
});
