import { describe, expect, it, vi } from 'vitest';
import { shims, unusedShims } from '#infra/build/shims';
import { loadConfig } from '#shared/platform/config/shims/client-settings';
import { resolveEndpointDiscoveryConfig } from '#shared/platform/config/shims/endpoint-discovery';
import { EventStreamSerde, eventStreamSerdeProvider } from '#shared/platform/config/shims/event-streams';
import { isBlob, isReadableStream } from '#shared/platform/config/shims/stream-types';
import { ReadableStream } from '#shared/platform/config/shims/web-streams';

describe('the shims for parts of packages', () => {
  it('are replacements of modules that no bundle needs', () => {
    const used = Object.fromEntries(shims.map(({ path }) => [path, { bytes: 1, imports: [] }]));
    expect(unusedShims({ inputs: used })).toEqual([]);
    const [first, ...others] = shims;
    const without = Object.fromEntries(Object.entries(used).filter(([path]) => path !== first?.path));
    expect(others.length).toBeGreaterThan(3);
    expect(unusedShims({ inputs: without })).toEqual([first]);
  });

  it('fail for event streams', () => {
    const text = 'Event streams are not part of a bundle: see infra/build/shims.ts';
    expect(() => new EventStreamSerde()).toThrow(text);
    expect(() => eventStreamSerdeProvider()).toThrow(text);
  });

  it('read the settings of a client from the environment alone, once', async () => {
    const named = (name: string, byDefault: string | (() => Promise<string>)) =>
      loadConfig<string>({ environmentVariableSelector: (env) => env[name], default: byDefault });
    vi.stubEnv('A_SETTING', 'given');
    const given = named('A_SETTING', 'default');
    expect(await given()).toBe('given');
    vi.stubEnv('A_SETTING', 'changed');
    expect(await given()).toBe('given');
    expect(await named('NO_SETTING', 'default')()).toBe('default');
    expect(await named('NO_SETTING', async () => 'made')()).toBe('made');
    await expect(named('NO_SETTING', () => Promise.reject(new Error('Region is missing')))()).rejects.toThrow('Region');
    vi.unstubAllEnvs();
  });

  it('discover nothing, and take no body for one of the web', () => {
    const settings = { region: 'us-east-1' };
    expect(resolveEndpointDiscoveryConfig(settings)).toBe(settings);
    expect([isReadableStream(), isBlob()]).toEqual([false, false]);
  });

  it('recognize a web stream by its class', () => {
    expect(new globalThis.ReadableStream()).toBeInstanceOf(ReadableStream);
    expect({}).not.toBeInstanceOf(ReadableStream);
  });
});
