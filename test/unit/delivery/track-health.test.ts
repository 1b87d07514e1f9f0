import { expect, it } from 'vitest';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { trackHealth } from '#functions/workers/deliver-webhook/dependencies';
import type { HealthSample } from '#shared/webhooks/domain/endpoint-health';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import type { Target } from '#shared/webhooks/slow-targets';
import { notification, ok, workerOn } from './fakes';

function recorder(fails = false) {
  const recorded: [string | undefined, string | null, number][] = [];
  const track = trackHealth(async ({ endpointId }: Target, { error, atMs }: HealthSample) => {
    recorded.push([endpointId, error, atMs]);
    if (fails) throw new Error('down');
  });
  return { recorded, track };
}

it('passes on a change at once and anything once a minute, by endpoint', async () => {
  const { recorded, track } = recorder();
  const [first, further] = [{ partnerId: 'p' }, { partnerId: 'p', endpointId: 'a' }];
  await Promise.all([track(first, { error: null, atMs: 0 }), track(first, { error: null, atMs: 1 })]);
  await track(further, { error: null, atMs: 2 });
  await track(first, { error: 'HTTP 500', atMs: 3 });
  await track(first, { error: 'HTTP 500', atMs: 60_002 });
  await track(first, { error: 'HTTP 500', atMs: 60_003 });
  expect(recorded).toEqual([
    [undefined, null, 0],
    ['a', null, 2],
    [undefined, 'HTTP 500', 3],
    [undefined, 'HTTP 500', 60_003],
  ]);
});

it('fails no delivery', async () => {
  const { recorded, track } = recorder(true);
  const item = notification(1);
  const { on, store } = workerOn([item], [ok], { trackHealth: track });
  expect(await deliver(on, nextAttemptMessage(item))).toBe('done');
  expect(store.get(item)).toMatchObject({ status: 'SENT' });
  expect(recorded).toHaveLength(1);
});

it('says nothing of an endpoint without a URL, which was not asked', async () => {
  const { recorded, track } = recorder();
  const item = notification(1);
  const targets = { forDelivery: async () => ({ kind: 'NONE', reason: 'No webhook URL', isFinal: false }) as const };
  const { on } = workerOn([item], [], { trackHealth: track, targets });
  await deliver(on, nextAttemptMessage(item));
  expect(recorded).toEqual([]);
});
