import { expect, it } from 'vitest';
import { contract } from '#functions/allowed-addresses/get/contract';
import { handler } from '#functions/allowed-addresses/get/handler';
import { allowAddresses } from '#shared/partners/api-keys/changes/repository';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint({ contract, handler, request: () => ({}) });

it('answers what is stored now, while the process knows the key as it was', async () => {
  const world = await createWorld('getAllowedAddresses');
  const [key] = await readApiKeys(world.partner.id);
  const keyId = key?.keyId ?? '';
  expect((await world.call(handler)).body.data).toEqual({ keyId, allowedAddresses: null });
  const allowedCidrs = ['203.0.113.0/24'];
  await allowAddresses({ partnerId: world.partner.id, keyId, allowedCidrs, atMs: Date.now() });
  expect((await world.call(handler)).body.data).toEqual({ keyId, allowedAddresses: allowedCidrs });
});
