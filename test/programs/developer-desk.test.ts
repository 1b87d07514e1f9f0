import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = [
  ...['functions', 'shared', 'infra', 'tools', 'docs', 'sdk', 'test/clients', 'CHANGELOG.md'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'cdk.json'],
];
const WAIT = { timeout: 120_000, interval: 50 };

let folder: string;
let dev: ChildProcess;
let printed = '';
let baseUrl: string;
let apiKey: string;

/** Copies the project, because the test changes its source files. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'partner-ramp-dev-')));
  for (const source of SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  dev = spawn(process.execPath, ['--import', 'tsx', 'tools/local/start.ts', '--watch'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', DATA_DIR: '' },
  });
  for (const output of [dev.stdout, dev.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await vi.waitFor(() => expect(printed).toContain('Watching'), WAIT);
  const ready = /READY (.*)/.exec(printed)?.[1] ?? '';
  ({ baseUrl, partnerApiKey: apiKey } = z
    .object({ baseUrl: z.string(), partnerApiKey: z.string() })
    .parse(JSON.parse(ready)));
});

afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGINT');
    await once(dev, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function change(file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

async function messageWithoutKey(): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/partner/v2/users`);
  return z.object({ message: z.string() }).parse(await response.json()).message;
}

describe('npm run dev', () => {
  it('runs a changed source without a restart', async () => {
    expect(await messageWithoutKey()).toBe('API Key is missing');
    // The test does not change problems.ts: this would require a restart, because the OpenAPI document contains its texts.
    const other = "Object.assign(missingApiKey(), { message: 'API Key is not there' })";
    change('shared/handlers/partner-authentication.ts', 'missingApiKey()', other);
    await vi.waitFor(async () => expect(await messageWithoutKey()).toBe('API Key is not there'), WAIT);
    expect(printed).toMatch(/Replaced .+ and \d+ more in \d+ ms/);
    expect(printed).not.toContain('restart');
  });

  it('follows a file that an editor puts in the place of the old one, again and again', async () => {
    const file = join(folder, 'shared/handlers/partner-authentication.ts');
    for (const text of ['API Key is gone', 'API Key is lost', 'API Key is not there']) {
      writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace(/API Key is (not there|gone|lost)/, text));
      renameSync(`${file}.new`, file);
      await vi.waitFor(async () => expect(await messageWithoutKey()).toBe(text), WAIT);
    }
  });

  it('names the place of a mistake, and runs on as it was', async () => {
    change('functions/users/get/handler.ts', 'import', 'const mistake: = 1;\nimport');
    await vi.waitFor(() => expect(printed).toContain('The stack still runs the previous functions.'), WAIT);
    expect(printed).toContain('functions/users/get/handler.ts:1: ');
    expect(await messageWithoutKey()).toBe('API Key is not there');
    change('functions/users/get/handler.ts', 'const mistake: = 1;\n', '');
  });

  it('asks for a restart where the templates would be others', async () => {
    change('infra/config/sandbox.json', '"retentionDays": 30', '"retentionDays": 60');
    await vi.waitFor(() => expect(printed).toContain('Restart the stack to use them'), WAIT);
  });

  it('prints a line for each request', async () => {
    await fetch(`${baseUrl}/api/partner/v2/users?limit=1`, { headers: { 'partner-api-key': apiKey } });
    const line = /^[\d:.]{12} GET {4}\/api\/partner\/v2\/users 200 \d+ ms [\da-f-]{36} Local partner$/m;
    await vi.waitFor(() => expect(printed).toMatch(line), WAIT);
    expect(printed.replaceAll(/^READY .*$/gm, '')).not.toContain(apiKey);
  });
});
