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
    const configPath = settings({ quoteTtlS: 90, region: 'eu-west-1' });
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

  it('says which file is not JSON', () => {
    const configPath = file('{');
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(/stage\.json is not JSON$/);
  });
});
