import { describe, expect, it } from 'vitest';
import { configuredTargets } from '#shared/webhooks/targets';
import { additionalEndpoint, Clock, defaultEndpoint, MemoryStore, PARTNER, START_MS } from './fakes';

const noUrl = { kind: 'NONE', reason: 'No webhook URL', isFinal: false };

function world() {
  const [store, clock] = [new MemoryStore(), new Clock()];
  const opened: string[] = [];
  const endpoints = configuredTargets({
    readEndpoint: store.readEndpoint.bind(store),
    openSecret: async (sealed, partnerId) => {
      opened.push(sealed);
      if (sealed === 'broken') throw new Error('does not open');
      return `whsec_${sealed}_${partnerId}`;
    },
    now: clock.now,
  });
  return { store, clock, endpoints, opened };
}

describe('the endpoint of a partner', () => {
  it('is read each time; a secret is decrypted once', async () => {
    const { store, endpoints, opened } = world();
    const [first] = await Promise.all([
      endpoints.forDelivery({ partnerId: PARTNER }),
      endpoints.forDelivery({ partnerId: PARTNER }),
    ]);
    expect(first).toEqual({
      kind: 'URL',
      url: 'https://partner.example/hooks',
      secrets: [`whsec_sealed-1_${PARTNER}`],
    });
    store.defaultEndpoint = defaultEndpoint({ url: 'https://partner.example/new-path' });
    expect(await endpoints.forDelivery({ partnerId: PARTNER })).toMatchObject({
      url: 'https://partner.example/new-path',
    });
    store.defaultEndpoint = defaultEndpoint({ url: null });
    expect(await endpoints.forDelivery({ partnerId: PARTNER })).toEqual(noUrl);
    expect(opened).toEqual(['sealed-1']);
  });

  it('has the live secrets in their order, until each ends', async () => {
    const { store, clock, endpoints } = world();
    const at = (ms: number) => new Date(START_MS + ms).toISOString();
    store.defaultEndpoint = defaultEndpoint({
      secrets: [
        { id: 'a', sealed: 'new' },
        { id: 'b', sealed: 'old', expiresAt: at(5000) },
        { id: 'c', sealed: 'broken', expiresAt: at(-1) },
      ],
    });
    expect(await endpoints.forDelivery({ partnerId: PARTNER })).toMatchObject({
      secrets: [`whsec_new_${PARTNER}`, `whsec_old_${PARTNER}`],
    });
    clock.ms += 5000;
    expect(await endpoints.forDelivery({ partnerId: PARTNER })).toMatchObject({ secrets: [`whsec_new_${PARTNER}`] });
  });

  it('is absent without settings or URL, and then no secret is decrypted', async () => {
    const { store, endpoints } = world();
    store.defaultEndpoint = defaultEndpoint({ url: null, secrets: [{ id: 'a', sealed: 'broken' }] });
    expect(await endpoints.forDelivery({ partnerId: 'a' })).toEqual(noUrl);
    store.defaultEndpoint = undefined;
    expect(await endpoints.forDelivery({ partnerId: 'b' })).toEqual(noUrl);
  });

  it('is an event bus where it has one, for which no secret is decrypted', async () => {
    const { store, endpoints, opened } = world();
    const eventBusArn = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';
    store.endpoints.set('bus', additionalEndpoint('bus', { url: null, eventBusArn, secrets: [] }));
    const delivery = { partnerId: PARTNER, endpointId: 'bus' };
    expect(await endpoints.forDelivery(delivery)).toEqual({ kind: 'EVENT_BUS', eventBusArn });
    expect(opened).toEqual([]);
  });

  it('does not cache a failure', async () => {
    const { store, endpoints } = world();
    store.defaultEndpoint = defaultEndpoint({ secrets: [{ id: 'a', sealed: 'broken' }] });
    await expect(endpoints.forDelivery({ partnerId: PARTNER })).rejects.toThrow('does not open');
    store.defaultEndpoint = defaultEndpoint();
    expect(await endpoints.forDelivery({ partnerId: PARTNER })).toMatchObject({
      secrets: [`whsec_sealed-1_${PARTNER}`],
    });
  });

  it('drops the oldest of a thousand secrets', async () => {
    const { endpoints, opened } = world();
    for (let index = 0; index <= 1000; index += 1) await endpoints.forDelivery({ partnerId: `p-${index}` });
    await endpoints.forDelivery({ partnerId: 'p-1000' });
    expect(opened).toHaveLength(1001);
    await endpoints.forDelivery({ partnerId: 'p-0' });
    expect(opened).toHaveLength(1002);
  });
});
