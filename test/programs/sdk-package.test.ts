import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiClient, until } from '#local/partner/api-client';
import { freePort } from '#local/processes/free-port';
import { VERSION } from '#sdk/transport';
import { newFolder } from '#test/support/guide-programs';
import { temporaryFolder } from '#test/support/lifetime';
import { runProcess } from '#test/support/run-process';
import { buildSdkPackage, compileDocumentedPrograms } from '#test/support/sdk-package';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const ROOT = resolve(import.meta.dirname, '../..');

/** Maximum size of all exports of the package, bundled, minified and compressed, in bytes. */
const MAX_GZIP_BYTES = 15_000;

const service = await sharedStack();
const folder = await newFolder();
const built = await buildSdkPackage(folder);
execFileSync('npm', ['pack', '--silent', '--no-update-notifier', '--pack-destination', folder], { cwd: built });
/** The package file that is published. */
const tarball = join(folder, `partner-ramp-sdk-${VERSION}.tgz`);

describe('the package of the SDK', () => {
  const manifest = z
    .looseObject({ version: z.string(), dependencies: z.optional(z.unknown()), private: z.boolean() })
    .parse(JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8')));

  it('has no dependencies, stays private, and says its version in one voice', () => {
    expect([manifest.dependencies, manifest.private, manifest.version]).toEqual([undefined, true, VERSION]);
  });

  it('is small, and runs where Node.js does not', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(built, 'dist/index.js')],
      // With `platform: 'browser'`, esbuild rejects imports of Node.js modules.
      ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false, metafile: true },
    });
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(MAX_GZIP_BYTES);
  });
});

describe('the command line of the package', () => {
  // A folder outside of this project, so that Node.js does not find the project's packages.
  const installed = temporaryFolder();
  beforeAll(() => {
    execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--prefix', installed, tarball]);
  });

  async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') {
    // Node.js 18 has no global Web Crypto.
    const shape = ['--import', 'data:text/javascript,delete globalThis.crypto'];
    const bin = join(installed, 'node_modules/.bin/partner-ramp');
    const own = { PATH: process.env.PATH, PARTNER_RAMP_HOME: join(installed, 'home'), ...env };
    const { code, out, errors } = await runProcess([...shape, bin, ...args], { cwd: installed, env: own, input });
    return [code, out, errors] as const;
  }

  it('is called partner-ramp, and needs nothing but Node.js', async () => {
    const { apiKey, baseUrl } = await service.newPartner();
    const bin = join(installed, 'node_modules/.bin/partner-ramp');
    expect(execFileSync(bin, ['--version'], { encoding: 'utf8' })).toBe(`${VERSION}\n`);
    const [code, out, error] = await run(['login'], {}, `${baseUrl}\n${apiKey}\n`);
    expect([code, error]).toEqual([0, 'Base URL of the API: \nAPI key (not shown): \n']);
    expect(out).toMatch(/^The key works: sandbox at /);
    expect(await run(['open', 'reference', '--json'])).toEqual([
      0,
      `${JSON.stringify({ url: `${baseUrl}/docs`, opened: false })}\n`,
      '',
    ]);
    expect((await run(['trigger', 'CREATED_KYC']))[1]).toMatch(/^CREATED_KYC [\w-]{36}\n$/);
    expect((await run(['login'], {}, `${baseUrl}\n`))[2]).toContain('No key was entered. Nothing was stored.\n');
  });

  it('brings the page of its console, with the licenses of what is in it', async () => {
    const { apiKey, baseUrl } = await service.newPartner();
    const bin = join(installed, 'node_modules/.bin/partner-ramp');
    const env = { PATH: process.env.PATH, PARTNER_RAMP_API_KEY: apiKey, PARTNER_RAMP_BASE_URL: baseUrl };
    const running = spawn(bin, ['console', '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = await once(running.stdout, 'data');
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(printed)));
    const responses = await Promise.all(
      ['/', '/console.js', '/console.css', '/icon.svg', '/licenses.txt'].map((path) => fetch(new URL(path, url))),
    );
    expect(responses.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
      [200, 'image/svg+xml; charset=utf-8'],
      [200, 'text/plain; charset=utf-8'],
    ]);
    expect(await responses.at(-1)?.text()).toMatch(/preact\s+The MIT License[\s\S]+uplot\s+The MIT License/);
    running.kill('SIGINT');
    expect(await once(running, 'close')).toEqual([0, null]);
  });

  it('ends a listener by Ctrl-C with 0', async () => {
    const { apiKey, baseUrl } = await service.newPartner();
    const bin = join(installed, 'node_modules/.bin/partner-ramp');
    const env = { PATH: process.env.PATH, PARTNER_RAMP_API_KEY: apiKey, PARTNER_RAMP_BASE_URL: baseUrl };
    const listener = spawn(bin, ['listen'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    await once(listener.stderr, 'data');
    listener.kill('SIGINT');
    expect(await once(listener, 'close')).toEqual([0, null]);
  });
});

describe('the programs in sdk/README.md', () => {
  let partner: ApiClient;
  let programs: ReadonlyMap<string, string>;
  beforeAll(async () => {
    partner = await service.newPartner();
    programs = await compileDocumentedPrograms(join(folder, 'consumer'), built);
  });

  function run(heading: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
    const program = programs.get(heading) ?? `no program under ${heading}`;
    return spawn(process.execPath, [program], {
      env: { ...process.env, BASE_URL: service.baseUrl, PARTNER_API_KEY: partner.apiKey, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async function output(heading: string): Promise<string> {
    const child = run(heading);
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    return printed;
  }

  it('are all run here', () => {
    expect([...programs.keys()]).toEqual(['Quick start', 'Errors', 'Lists', 'The change feed', 'Webhooks', 'Money']);
  });

  it.each([
    ['Quick start', /^created PENDING \d+\.\d+\n$/],
    [
      'Errors',
      /^refused 400 INVALID_USER_INPUT_ERROR undefined sourceAmount\nconflicts with undefined undefined\nread http\S+#INVALID_USER_INPUT_ERROR or ask us about \S+\n$/,
    ],
    ['Lists', /^users true\n$/],
    ['The change feed', /^the change has come\n$/],
    ['Money', /^sum 0\.3 true 30n\nbody \{"sourceAmount":2000\.01\}\n$/],
  ])('%s', async (heading, expected) => {
    expect(await output(heading)).toMatch(expected);
  });

  it('Webhooks', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { body } = await partner.put('/webhook-settings', { url });
    const receiver = run('Webhooks', { PORT: String(port), WEBHOOK_SECRETS: `whsec_b3RoZXI= ${body.data.secret}` });
    let printed = '';
    receiver.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    try {
      await until(() =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status === 401,
          () => false,
        ),
      );
      await partner.post('/webhook-settings/test');
      await until(() => printed.includes('event TEST_EVENT'));
      expect(printed).toContain('not trusted MISSING_HEADER');
    } finally {
      const closed = once(receiver, 'close');
      receiver.kill();
      await closed;
    }
  });
});

describe('the quick start in docs/api.md', () => {
  it('goes from a key to a verified webhook, pasted into a shell as it is', async () => {
    const partner = await service.newPartner();
    const empty = temporaryFolder();
    const shell = spawn('sh', [], {
      cwd: empty,
      env: {
        ...{ PATH: process.env.PATH, HOME: empty, npm_config_offline: 'true' },
        ...{ BASE_URL: service.baseUrl, PARTNER_API_KEY: partner.apiKey, SDK_PACKAGE: tarball },
        PORT: String(await freePort()),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
      // A separate process group. If a code sample fails, the test can then also end the webhook receiver that a sample started.
      detached: true,
    });
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const closed = once(shell, 'close');
    shell.stdin.end(pastedFrom('Quick start'));
    const [code] = await once(shell, 'exit');
    if (code !== 0) process.kill(-(shell.pid ?? Number.NaN));
    await closed;
    expect(code, printed).toBe(0);
    const events = [...printed.matchAll(/^verified (\w+)$/gm)].map(([, event]) => event);
    expect(events.filter((event) => !event?.endsWith('ON_RAMP'))).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
    expect(events.filter((event) => event?.endsWith('ON_RAMP'))).toEqual([
      'CREATED_ON_RAMP',
      'FIAT_RECEIVED_ON_RAMP',
      'COMPLETED_ON_RAMP',
    ]);
    expect(printed).toMatch(/^created [\w-]{36} 10\.01 MXN to 0\.\d+ USDC at \d+\.\d+$/m);
    expect(printed).not.toContain('refused');
  });
});

it('the rotation in docs/api.md leaves no moment without a key, pasted into a shell as it is', async () => {
  const partner = await service.newPartner();
  const { apiKey, baseUrl } = partner;
  const { status, stdout, stderr } = spawnSync('sh', [], {
    ...{ input: pastedFrom('Rotate a key without downtime'), encoding: 'utf8' },
    env: { PATH: process.env.PATH, BASE_URL: baseUrl, PARTNER_API_KEY: apiKey },
  });
  expect([status, stderr]).toEqual([0, '']);
  const [, last4, ...statuses] = /"last4":"(.{4})".*\n(\d+)\n(\d+)\n$/.exec(stdout) ?? [];
  expect([last4, ...statuses]).toEqual([apiKey.slice(-4), '200', '200']);
  expect((await partner.get('/api-key')).body.data.expiresAt).not.toBeNull();
});

/** Returns the code samples of a section of the guide, in order. */
function pastedFrom(heading: string): string {
  const guide = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)^## `, 'm').exec(guide) ?? [];
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, snippet]) => snippet).join('');
}
