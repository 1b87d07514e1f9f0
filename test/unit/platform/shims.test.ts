import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { edits, shims, unusedEdits, unusedShims } from '#infra/build/shims';
import { loggerMiddleware } from '#shared/platform/config/shims/call-log';
import { loadConfig } from '#shared/platform/config/shims/client-settings';
import { resolveEndpointDiscoveryConfig } from '#shared/platform/config/shims/endpoint-discovery';
import { EventStreamSerde, eventStreamSerdeProvider } from '#shared/platform/config/shims/event-streams';
import { isBlob, isReadableStream } from '#shared/platform/config/shims/stream-types';
import { userAgentMiddleware } from '#shared/platform/config/shims/user-agent';
import { ReadableStream } from '#shared/platform/config/shims/web-streams';

/** The header that the SDK itself writes. */
async function sentUserAgent(): Promise<string> {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  let sent = '';
  client.middlewareStack.add(
    () => async (call) => {
      const { request } = z.object({ request: z.object({ headers: z.record(z.string(), z.unknown()) }) }).parse(call);
      sent = String(request.headers['user-agent']);
      throw new Error('Not sent');
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('Not sent');
  return sent;
}

describe('the shims for parts of packages', () => {
  it('are replacements of modules that no bundle needs', () => {
    const used = Object.fromEntries(shims.map(({ path }) => [path, { bytes: 1, imports: [] }]));
    expect(unusedShims({ inputs: used })).toEqual([]);
    const [first, ...others] = shims;
    const without = Object.fromEntries(Object.entries(used).filter(([path]) => path !== first?.path));
    expect(others.length).toBeGreaterThan(3);
    expect(unusedShims({ inputs: without })).toEqual([first]);
  });

  it('edit modules that bundles have', () => {
    const [first, ...others] = edits;
    const inputs = Object.fromEntries(
      others.map(({ file }) => [`../other/node_modules/${file}`, { bytes: 1, imports: [] }]),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(unusedEdits({ inputs })).toEqual([first]);
  });

  it('name the calling program as the SDK does, and write it once', async () => {
    const { config } = new DynamoDBClient({ region: 'us-east-1' });
    const defaultUserAgentProvider = vi.fn(config.defaultUserAgentProvider);
    const seen: Record<string, string>[] = [];
    const call = async () => {
      const headers: Record<string, string> = {};
      await namedCall({ request: { headers } });
      seen.push(headers);
    };
    const namedCall = userAgentMiddleware({ defaultUserAgentProvider })(async () => 'answer');
    await call();
    await call();
    const byTheSdk = await sentUserAgent();
    expect(seen[0]?.['user-agent']).toBe(byTheSdk.replace(/ m\/\S*$/, ''));
    expect(seen[0]?.['user-agent']).toMatch(
      /^aws-sdk-js\/\S+ ua\/\S+ os\/\S+#\S+ lang\/js md\/nodejs#\S+ api\/dynamodb#\S+$/,
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(defaultUserAgentProvider).toHaveBeenCalledTimes(1);
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

  it('discover nothing, pass calls on, and take no body for one of the web', () => {
    const settings = { region: 'us-east-1' };
    expect(resolveEndpointDiscoveryConfig(settings)).toBe(settings);
    const next = async () => 'answer';
    expect(loggerMiddleware()(next)).toBe(next);
    expect([isReadableStream(), isBlob()]).toEqual([false, false]);
  });

  it('recognize a web stream by its class', () => {
    expect(new globalThis.ReadableStream()).toBeInstanceOf(ReadableStream);
    expect({}).not.toBeInstanceOf(ReadableStream);
  });
});
