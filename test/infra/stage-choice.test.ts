import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStage } from '#infra/config/stages';

const REPOSITORY = resolve(import.meta.dirname, '../..');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-ramp-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the CDK command line runs it. */
function runApp(context: Record<string, string>) {
  return spawnSync(process.execPath, [join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs'), 'bin/app.ts'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: join(folder, 'cdk.out') },
  });
}

describe('bin/app.ts', () => {
  it.each([
    ['no stage', {}, 'No stage given: add --context env=sandbox or --context env=production\n'],
    [
      'an unknown stage',
      { env: 'moon' },
      'Unknown stage "moon": use --context env=sandbox or --context env=production\n',
    ],
    [
      'a file that is not there',
      { env: 'sandbox', config: 'infra/config/none.json' },
      'infra/config/none.json cannot be read\n',
    ],
  ])('ends with one line and status 1 for %s', (_case, context, line) => {
    const { status, stderr, stdout } = runApp(context);
    expect({ status, stderr, stdout }).toEqual({ status: 1, stderr: line, stdout: '' });
  });
});

describe('loadStage', () => {
  const file = (content: string): string => {
    const path = join(folder, 'stage.json');
    writeFileSync(path, content);
    return path;
  };
  const sandbox = loadStage({ env: 'sandbox' });
  const settings = (changes: Record<string, unknown>): string => {
    const { name: _name, ...shipped } = sandbox;
    return file(JSON.stringify({ ...shipped, ...changes }));
  };

  const domain = {
    name: 'api.example.org',
    certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-1111-4111-8111-111111111111',
  };
  const verification = {
    url: 'https://verification.example.com/v1',
    secretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:verification-AbCdEf',
  };
  const { url, secretArn } = verification;
  const providers = {
    verification,
    rates: { url, secretArn, maxAgeS: 30 },
    custody: { url, secretArn },
    banking: { url, secretArn },
    bankVerification: { url, secretArn },
    events: { secretArn },
  };

  it('reads the shipped sandbox', () => {
    expect(sandbox).toMatchObject({
      name: 'sandbox',
      webhookDelaysS: [0, 60, 300, 600, 900],
      protectData: false,
    });
  });

  it('protects the data of the shipped production example', () => {
    const example = loadStage({ env: 'production', configPath: 'infra/config/production.example.json' });
    expect(example).toMatchObject({ name: 'production', protectData: true });
  });

  it('prefers the file that the deployer names', () => {
    const configPath = settings({ quoteTtlS: 90, region: 'eu-west-1', providers });
    expect(loadStage({ env: 'production', configPath })).toMatchObject({
      name: 'production',
      quoteTtlS: 90,
      region: 'eu-west-1',
    });
  });

  it.each([[{ env: ['sandbox'] }], [{ env: true }], [{ env: 'Sandbox' }]])('refuses %j', (request) => {
    expect(() => loadStage(request)).toThrow(/^Unknown stage/);
  });

  it.each([
    [{ colour: 'red' }, /the file: Unrecognized key: "colour"/],
    [{ logLevel: 'loud' }, /logLevel: /],
    [{ webhookDelaysS: [0, 60] }, /webhookDelaysS: /],
    [{ webhookDelaysS: [0, 60, 300, 600, 901] }, /webhookDelaysS\.4: /],
    [{ rollout: 'slowly' }, /rollout: /],
    [{ rollout: undefined }, /rollout: /],
    [{ firewall: { requestsPerAddressPerMinute: 9 } }, /firewall\.requestsPerAddressPerMinute: /],
    [{ reservedConcurrency: { createUser: 5 } }, /reservedConcurrency\.createUser: /],
    [{ reservedConcurrency: { runStep: 0 } }, /reservedConcurrency\.runStep: /],
    [{ domain: { ...domain, name: 'localhost' } }, /domain\.name: must be a host name/],
    [{ domain: { ...domain, name: 'https://api.example.org' } }, /domain\.name: must be a host name/],
    [{ domain: { ...domain, certificateArn: 'arn:aws:acm:x' } }, /domain\.certificateArn: must be the ARN/],
    [{ domain: { ...domain, hostedZone: { id: 'example.org', name: 'x' } } }, /domain\.hostedZone\.id: /],
    [{ account: '12' }, /account: must have twelve digits/],
    [{ memoryMb: { endpoint: 512, functions: { createUsers: 256 } } }, /memoryMb\.functions\.createUsers: /],
    [
      {
        throttling: {
          default: { requestsPerS: 1, burst: 1 },
          routes: { runStep: { requestsPerS: 1, burst: 1 } },
        },
      },
      /throttling\.routes\.runStep: /,
    ],
  ])('names what is wrong with %j', (changes, message) => {
    const configPath = settings(changes);
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(message);
  });

  const needed = Object.keys(providers);

  it.each([undefined, {}])('refuses production with the providers %j', (none) => {
    const configPath = settings({ providers: none });
    const sentence = needed.map((part) => `providers.${part}: production needs one`).join('; ');
    expect(() => loadStage({ env: 'production', configPath })).toThrow(`stage.json: ${sentence}`);
    expect(loadStage({ env: 'sandbox', configPath }).providers?.verification).toBeUndefined();
  });

  it.each(needed)('refuses production without %s, and says so', (part) => {
    const configPath = settings({ providers: { ...providers, [part]: undefined } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(
      new RegExp(`: providers\\.${part}: production needs one$`),
    );
    expect(loadStage({ env: 'sandbox', configPath }).name).toBe('sandbox');
  });

  it.each([0, 301, 1.5, '30', undefined])('refuses rates that hold for %j s', (maxAgeS) => {
    const configPath = settings({ providers: { ...providers, rates: { url, secretArn, maxAgeS } } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(/providers\.rates\.maxAgeS: /);
  });

  it.each([
    [{ ...verification, url: 'http://verification.example.com' }, /providers\.verification\.url: /],
    [{ ...verification, url: 'verification' }, /providers\.verification\.url: /],
    [
      { ...verification, secretArn: verification.secretArn.replace(/-\w+$/, '') },
      /secretArn: must be the ARN/,
    ],
    [{ ...verification, secretArn: `${verification.secretArn}*` }, /secretArn: must be the ARN/],
    [{ ...verification, apiKey: 'in the settings' }, /providers\.verification: Unrecognized key/],
  ])('names what is wrong with the provider %j', (wrong, message) => {
    const configPath = settings({ providers: { verification: wrong } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(message);
  });

  it('says which file is not JSON', () => {
    const configPath = file('{');
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(/stage\.json is not JSON$/);
  });
});
