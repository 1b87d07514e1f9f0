import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '#test/support/run-program';

const EXAMPLE = resolve(import.meta.dirname, '../../../infra/config/production.example.json');
const preflight = (...args: readonly string[]) => runProgram(() => import('#cloud/preflight/main'), args);

afterEach(() => vi.unstubAllEnvs());

describe('npm run preflight', () => {
  it('ends with 1 for the example of production, and names the first thing to do in its last line', async () => {
    // The settings contain placeholders, so the program must not send a request. A request would fail: there are no credentials,
    // and no server responds.
    for (const name of ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID']) vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    const { code, out, error } = await preflight('--env', 'production', '--settings', EXAMPLE);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out.split('\n')[0]).toBe('FAULT  settings');
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^1 of 1 checks has failed, 8 were not run\. First \(settings\): copy infra\/config\/production\.example\.json to production\.json/,
    );
  });

  it('ends with 2 and its usage for an unknown stage', async () => {
    const { code, out, error } = await preflight('--env', 'staging');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(/Allowed choices are sandbox, production\.\n\nUsage: npm run preflight/);
  });
});
