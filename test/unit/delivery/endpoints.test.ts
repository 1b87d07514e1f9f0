import { describe, expect, it } from 'vitest';
import { configuredEndpoints } from '#shared/delivery/endpoints';
import { Clock, MemoryStore, PARTNER, START_MS, settings } from '#test/unit/delivery/fakes';

function world() {
  const [store, clock] = [new MemoryStore(), new Clock()];
  const opened: string[] = [];
  const endpoints = configuredEndpoints({
    readSettings: store.readSettings.bind(store),
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
  it('is the one of the moment; a secret is opened once', async () => {
    const { store, endpoints, opened } = world();
    const [first] = await Promise.all([endpoints.of(PARTNER), endpoints.of(PARTNER)]);
    expect(first).toEqual({ url: 'https://partner.example/hooks', secrets: [`whsec_sealed-1_${PARTNER}`] });
    store.settings = settings({ url: 'https://partner.example/moved' });
    expect((await endpoints.of(PARTNER)).url).toBe('https://partner.example/moved');
    store.settings = settings({ url: null });
    expect((await endpoints.of(PARTNER)).url).toBeNull();
    expect(opened).toEqual(['sealed-1']);
  });

  it('has the live secrets in their order, until each ends', async () => {
    const { store, clock, endpoints } = world();
    const at = (ms: number) => new Date(START_MS + ms).toISOString();
    store.settings = settings({
      secrets: [
        { id: 'a', sealed: 'new' },
        { id: 'b', sealed: 'old', expiresAt: at(5000) },
        { id: 'c', sealed: 'broken', expiresAt: at(-1) },
      ],
    });
    expect((await endpoints.of(PARTNER)).secrets).toEqual([`whsec_new_${PARTNER}`, `whsec_old_${PARTNER}`]);
    clock.ms += 5000;
    expect((await endpoints.of(PARTNER)).secrets).toEqual([`whsec_new_${PARTNER}`]);
  });

  it('is none without settings or URL, and then opens no secret', async () => {
    const { store, endpoints } = world();
    store.settings = settings({ url: null, secrets: [{ id: 'a', sealed: 'broken' }] });
    expect(await endpoints.of('a')).toEqual({ url: null, secrets: [] });
    store.settings = undefined;
    expect(await endpoints.of('b')).toEqual({ url: null, secrets: [] });
  });

  it('does not remember a failure', async () => {
    const { store, endpoints } = world();
    store.settings = settings({ secrets: [{ id: 'a', sealed: 'broken' }] });
    await expect(endpoints.of(PARTNER)).rejects.toThrow('does not open');
    store.settings = settings();
    expect((await endpoints.of(PARTNER)).secrets).toHaveLength(1);
  });

  it('forgets the oldest of a thousand secrets', async () => {
    const { endpoints, opened } = world();
    for (let index = 0; index <= 1000; index += 1) await endpoints.of(`p-${index}`);
    await endpoints.of('p-1000');
    expect(opened).toHaveLength(1001);
    await endpoints.of('p-0');
    expect(opened).toHaveLength(1002);
  });
});
