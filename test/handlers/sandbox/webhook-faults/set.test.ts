import { expect, it } from 'vitest';
import { contract } from '#functions/sandbox/webhook-faults/set/contract';
import { handler } from '#functions/sandbox/webhook-faults/set/handler';
import { invalidInput } from '#shared/api/problems';
import { faultModes } from '#shared/webhooks/domain/fault-injection';
import { readFaultInjection, saveFaultInjection } from '#shared/webhooks/endpoints/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({ body: { mode: 'DELAY', rate: 0.5 } }) });

it.each(faultModes)('stores what is to be injected: %s', async (mode) => {
  const world = await createWorld('setWebhookFaults');
  const { id: partnerId } = world.partner;
  const { status, body } = await world.call(handler, { body: { mode, rate: 0.5, unknown: 1 } });
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { mode, rate: 0.5 } } });
  const item = { entity: 'FAULT_INJECTION', partnerId, mode, rate: 0.5 };
  expect(world.table.items('FAULT_INJECTION')).toEqual([
    { PK: expect.stringContaining(partnerId), SK: expect.any(String), ...item },
  ]);
});

it('injects into every delivery by default', async () => {
  const world = await createWorld('setWebhookFaults');
  const response = await world.call(handler, { body: { mode: 'SLOW' } });
  expect(response).toMatchObject({ status: 200, body: { data: { mode: 'SLOW', rate: 1 } } });
});

it.each([
  ['no mode', {}, 'mode', `Must be one of ${faultModes.join(', ')}`],
  ['an unknown mode', { mode: 'FAST' }, 'mode', `Must be one of ${faultModes.join(', ')}`],
  ['a rate above all', { mode: 'SLOW', rate: 1.1 }, 'rate', 'Must be at most 1'],
  ['a rate below none', { mode: 'SLOW', rate: -0.1 }, 'rate', 'Must be at least 0'],
  ['a rate as text', { mode: 'SLOW', rate: '1' }, 'rate', 'Must be a number'],
])('refuses %s', async (_, body, field, message) => {
  const world = await createWorld('setWebhookFaults');
  expect(await world.call(handler, { body })).toMatchObject(refusal(invalidInput([{ field, message }])));
  expect(world.table.items('FAULT_INJECTION')).toEqual([]);
});

it('keeps the last of two at once', async () => {
  const world = await createWorld('setWebhookFaults');
  const { id } = world.partner;
  world.table.beforeNextWrite(() => saveFaultInjection(id, { mode: 'DELAY', rate: 1 }));
  expect(await world.call(handler, { body: { mode: 'NONE' } })).toMatchObject({ status: 200 });
  expect(await readFaultInjection(id)).toMatchObject({ mode: 'NONE' });
});
