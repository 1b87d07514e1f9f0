import { expect, it } from 'vitest';
import { contract } from '#functions/webhook-settings/get/contract';
import { handler } from '#functions/webhook-settings/get/handler';
import { ROTATION_OVERLAP_MS, secretsAfterRotation } from '#shared/webhooks/domain/signing-secrets';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({ contract, handler, request: () => ({}) });

const stored = (world: World) => readDefaultEndpoint({ partnerId: world.partner.id });

const at = '2026-01-15T12:00:00.000Z';
const unset = {
  ...{ id: expect.any(String), url: null, eventTypes: null, secretRotatedAt: null, previousSecretsExpireAt: [] },
  ...{ createdAt: at, updatedAt: at },
};

it('shows that nothing is set before the first change', async () => {
  const world = await createWorld('getWebhookSettings');
  const { body } = await world.call(handler);
  expect(body).toEqual({ success: true, data: { ...unset, partnerId: world.partner.id } });
});

it('shows what is set, and no secret', async () => {
  const world = await createWorld('getWebhookSettings');
  world.advance(1000);
  const { url } = await world.webhookTarget();
  const before = await stored(world);
  const after = { ...before.endpoint, eventTypes: ['COMPLETED_ON_RAMP'] };
  await saveEndpoint(before, after, { nowMs: Date.now() + 1000 });
  const { body } = await world.call(handler);
  const updatedAt = '2026-01-15T12:00:02.000Z';
  const data = { ...unset, partnerId: world.partner.id, url, eventTypes: ['COMPLETED_ON_RAMP'], updatedAt };
  expect(body).toEqual({ success: true, data });
});

it('shows how long replaced secrets still sign, until they do not', async () => {
  const world = await createWorld('getWebhookSettings');
  await world.webhookTarget();
  const before = await stored(world);
  const secrets = secretsAfterRotation(before.endpoint.secrets, { id: 's2', sealed: 'sealed' }, Date.now());
  await saveEndpoint(before, { ...before.endpoint, secrets, secretRotatedAt: at }, { nowMs: Date.now() });
  const rotation = async () => {
    const { secretRotatedAt, previousSecretsExpireAt } = (await world.call(handler)).body.data;
    return [secretRotatedAt, previousSecretsExpireAt];
  };
  expect(await rotation()).toEqual([at, ['2026-01-16T12:00:00.000Z']]);
  world.advance(ROTATION_OVERLAP_MS);
  expect(await rotation()).toEqual([at, []]);
});
