import { describe, expect, it } from 'vitest';
import { shims, unusedShims } from '#infra/build/shims';
import { loggerMiddleware } from '#shared/platform/config/shims/call-log';
import { loadSharedConfigFiles } from '#shared/platform/config/shims/config-files';
import { resolveEndpointDiscoveryConfig } from '#shared/platform/config/shims/endpoint-discovery';
import { EventStreamSerde, eventStreamSerdeProvider } from '#shared/platform/config/shims/event-streams';
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

  it('read no configuration files, discover nothing, and pass calls on', async () => {
    expect(await loadSharedConfigFiles()).toEqual({ configFile: {}, credentialsFile: {} });
    const settings = { region: 'us-east-1' };
    expect(resolveEndpointDiscoveryConfig(settings)).toBe(settings);
    const next = async () => 'answer';
    expect(loggerMiddleware()(next)).toBe(next);
  });

  it('recognize a web stream by its class', () => {
    expect(new globalThis.ReadableStream()).toBeInstanceOf(ReadableStream);
    expect({}).not.toBeInstanceOf(ReadableStream);
  });
});
