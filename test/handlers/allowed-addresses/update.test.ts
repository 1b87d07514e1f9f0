import { expect, it } from 'vitest';
import { contract } from '#functions/allowed-addresses/update/contract';
import { handler } from '#functions/allowed-addresses/update/handler';
import { allowAddresses, rotateKey } from '#shared/partners/api-keys/changes/repository';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { findCaller } from '#shared/partners/api-keys/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

// The requests come from 203.0.113.7.
const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32'];

describeEndpoint(contract, handler, { request: () => ({ body: { allowedAddresses } }) });

const narrow = (world: World, ...ranges: string[]) => world.call(handler, { body: { allowedAddresses: ranges } });
const keysOf = ({ partner }: World) => readApiKeys(partner.id);
/** Returns the stored caller. The lookup uses a time after the cache's lifetime of a minute. */
const authenticated = ({ partner }: World) => findCaller(partner.apiKey, Date.now() + 60_000);

async function bound(...allowedCidrs: string[]) {
  const world = await createWorld('updateAllowedAddresses');
  const [key] = await keysOf(world);
  const order = { partnerId: world.partner.id, keyId: key?.keyId ?? '', atMs: Date.now() };
  await allowAddresses({ ...order, allowedCidrs });
  return { world, order };
}

it('sets the ranges in both items of the key, each once and as CIDR', async () => {
  const world = await createWorld('updateAllowedAddresses');
  const response = await narrow(world, '203.0.113.0/24', '2001:DB8::1', '203.0.113.0/24');
  const allowedCidrs = ['203.0.113.0/24', '2001:db8::1/128'];
  expect(response).toMatchObject({ status: 200, body: { data: { allowedAddresses: allowedCidrs } } });
  expect(await keysOf(world)).toMatchObject([{ allowedCidrs }]);
  expect(await authenticated(world)).toMatchObject({ allowedCidrs });
  expect(world.table.items('PARTNER')).toMatchObject([{ version: 2 }]);
});

it('returns the same again, and writes nothing', async () => {
  const { world } = await bound('203.0.113.0/24');
  await narrow(world, '203.0.113.0/28');
  const stored = world.table.items('PARTNER');
  expect(await narrow(world, '203.0.113.0/28')).toMatchObject({ status: 200 });
  expect(world.table.items('PARTNER')).toEqual(stored);
});

const LEFT_OUT = 'Must include the address of this request, 203.0.113.7';
const WIDER = 'Must lie within one of the ranges that the key has. To widen them, ask us';
const NO_RANGE = 'Must be a range such as 203.0.113.0/24 or 2001:db8::/32, or an address';

it.each([
  ['a wider range', ['203.0.112.0/23'], 'allowedAddresses.0', WIDER],
  ['one beside', ['203.0.113.0/24', '198.51.100.0/24'], 'allowedAddresses.1', WIDER],
  ['one across two', ['203.0.113.0/24', '2001:db8::/47'], 'allowedAddresses.1', WIDER],
  ['to leave out the caller', ['203.0.113.128/25'], 'allowedAddresses', LEFT_OUT],
  ['all addresses', ['0.0.0.0/0'], 'allowedAddresses.0', NO_RANGE],
  ['an IPv6 range with all of IPv4', ['::/64'], 'allowedAddresses.0', NO_RANGE],
  ['host bits', ['203.0.113.7', '203.0.113.7/24'], 'allowedAddresses.1', NO_RANGE],
  ['a name', ['example.com'], 'allowedAddresses.0', NO_RANGE],
  ['no range', [], 'allowedAddresses', expect.any(String)],
  ['null', null, 'allowedAddresses', expect.any(String)],
  ['21 of them', Array(21).fill('203.0.113.7'), 'allowedAddresses', expect.any(String)],
])('refuses %s, and changes nothing', async (_, asked, field, message) => {
  const { world } = await bound('203.0.113.0/24', '2001:db8::/48', '2001:db8:1::/48');
  const before = world.table.items('KEY_ROW');
  const response = await world.call(handler, { body: { allowedAddresses: asked } });
  const errors = [{ field, message }];
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR', errors } });
  expect(world.table.items('KEY_ROW')).toEqual(before);
});

it('checks against ranges that were set at the same time', async () => {
  const { world, order } = await bound('203.0.113.0/24');
  world.table.beforeNextWrite(() => allowAddresses({ ...order, allowedCidrs: ['203.0.113.0/28'] }));
  const response = await narrow(world, '203.0.113.0/25');
  expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'allowedAddresses.0', message: WIDER }] } });
  expect(await authenticated(world)).toMatchObject({ allowedCidrs: ['203.0.113.0/28'] });
});

it('hands the new ranges on to a successor that is made at the same time', async () => {
  const { world, order } = await bound('203.0.113.0/24');
  await world.useKey();
  world.table.beforeNextWrite(async () => {
    expect(await narrow(world, '203.0.113.7')).toMatchObject({ status: 200 });
  });
  await rotateKey({ ...order, stage: 'sandbox', graceMs: 0 });
  expect((await keysOf(world)).map(({ allowedCidrs }) => allowedCidrs)).toEqual([
    ['203.0.113.7/32'],
    ['203.0.113.7/32'],
  ]);
});

it('refuses all addresses in halves', async () => {
  const world = await createWorld('updateAllowedAddresses');
  const errors = [{ field: 'allowedAddresses', message: 'Must not be all addresses together' }];
  expect(await narrow(world, '0.0.0.0/1', '128.0.0.0/1')).toMatchObject({ status: 400, body: { errors } });
  expect((await keysOf(world)).map(({ allowedCidrs }) => allowedCidrs)).toEqual([undefined]);
});
