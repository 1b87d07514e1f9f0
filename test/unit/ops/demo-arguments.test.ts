import { describe, expect, it } from 'vitest';
import { demoTarget, readDemoArguments } from '#scripts/demo/demo-options';

describe('the command line of the demo', () => {
  it('goes before the environment', () => {
    const environment = { RAMP_BASE_URL: 'http://127.0.0.1:1', RAMP_API_KEY: 'from environment' };
    expect(readDemoArguments([], environment)).toEqual({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'from environment',
    });
    expect(readDemoArguments(['--base-url', 'https://example.com', '--key', 'given'], environment)).toEqual({
      baseUrl: 'https://example.com',
      apiKey: 'given',
    });
    expect(readDemoArguments([], { RAMP_BASE_URL: '', RAMP_API_KEY: '' })).toEqual({});
  });
});

it('a given key and address need no running stack', async () => {
  const given = { baseUrl: 'https://example.com', apiKey: 'given' };
  expect(await demoTarget(given, { RAMP_WEBHOOK_SECRET: 'whsec_x' })).toEqual({
    ...given,
    partner: 'that of the given key',
    webhookSecret: 'whsec_x',
  });
});
