import { expect, it } from 'vitest';
import { contract } from '#functions/allowed-addresses/get/contract';
import { handler } from '#functions/allowed-addresses/get/handler';
import { addressNotAllowed } from '#shared/api/problems';
import { allowAddresses } from '#shared/partners/api-keys/changes/repository';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}) });

it('returns what is stored now, while the process knows the key as it was', async () => {
  const world = await createWorld('getAllowedAddresses');
  const [key] = await readApiKeys(world.partner.id);
  const keyId = key?.keyId ?? '';
  expect((await world.call(handler)).body.data).toEqual({ keyId, allowedAddresses: null });
  const allowedCidrs = ['203.0.113.0/24'];
  await allowAddresses({ partnerId: world.partner.id, keyId, allowedCidrs, atMs: Date.now() });
  expect((await world.call(handler)).body.data).toEqual({ keyId, allowedAddresses: allowedCidrs });
});

it.each([
  ['as it is', {}],
  [
    'with the headers of another address',
    { headers: { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' } },
  ],
  ['with a query that would be refused', { query: { nothing: '1' } }],
])('refuses a call from elsewhere, which takes nothing of the rate of the partner: %s', async (_, request) => {
  const world = await createWorld('getAllowedAddresses');
  const [key] = await readApiKeys(world.partner.id);
  const allowed = { partnerId: world.partner.id, keyId: key?.keyId ?? '', allowedCidrs: ['198.51.100.0/24'] };
  expect((await world.call(handler)).status).toBe(200);
  await allowAddresses({ ...allowed, atMs: Date.now() });
  // The process caches the key for a minute. The first request after this minute reads the key again and counts against the rate
  // limit. A request that is refused with the cached key does neither.
  world.advance(61_000);
  expect(await world.call(handler)).toMatchObject(refusal(addressNotAllowed('203.0.113.7')));
  const before = world.table.calls.length;
  expect(await world.call(handler, request)).toMatchObject(refusal(addressNotAllowed('203.0.113.7')));
  expect(world.table.calls.slice(before)).toEqual([]);
});
