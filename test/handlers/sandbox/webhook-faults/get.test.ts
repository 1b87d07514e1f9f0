import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/webhook-faults/get/contract';
import { handler } from '#functions/sandbox/webhook-faults/get/handler';
import { saveFaultInjection } from '#shared/webhooks/endpoints/repository';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}) });

it('shows that nothing is injected until it is asked for', async () => {
  const world = await createWorld('getWebhookFaults');
  const { status, body } = await world.call(handler);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { mode: 'NONE', rate: 0 } } });
});

it("shows the partner's setting, and to no other partner", async () => {
  const world = await createWorld('getWebhookFaults');
  await saveFaultInjection(world.partner.id, { mode: 'REORDER', rate: 0.25 });
  const { status, body } = await world.call(handler);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { mode: 'REORDER', rate: 0.25 } } });
  const other = await world.call(handler, { partner: await world.newPartner() });
  expect(other).toMatchObject({ status: 200, body: { data: { mode: 'NONE' } } });
});
