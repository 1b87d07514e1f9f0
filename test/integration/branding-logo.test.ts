import { expect, it } from 'vitest';
import { aPng } from '#test/support/pictures';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();

it('gives everyone the logo that a partner has set, at the address of its branding', async () => {
  const partner = await service.newPartner();
  const set = await partner.put('/branding', { logo: aPng(240, 96).toString('base64') });
  expect(set.status).toBe(200);
  const response = await fetch(set.body.data.logoUrl);
  expect([response.status, response.redirected, response.headers.get('content-type')]).toEqual([
    200,
    true,
    'image/png',
  ]);
  const picture = Buffer.from(await response.arrayBuffer());
  // Width and height of a PNG: https://www.w3.org/TR/png-3/#11IHDR
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([240, 96]);
});
