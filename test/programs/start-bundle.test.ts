import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { temporaryFolder } from '#test/support/lifetime';
import { runProcess } from '#test/support/run-process';

const ROOT = resolve(import.meta.dirname, '../..');

/** Creates a project: the source file prints `sources`, and its bundle prints `bundle`. The start command runs one of them. */
function project(listed: Readonly<Record<string, unknown>> = {}): string {
  const root = temporaryFolder();
  for (const folder of ['tools/local/start', '.local/start']) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  copyFileSync(join(ROOT, 'tools/local/start/start.mjs'), join(root, 'tools/local/start/start.mjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'tools/local/start.ts'), "console.log('sources'); process.exit();");
  writeFileSync(join(root, '.local/start/start.mjs'), "console.log('bundle');");
  const sources = [['tools/local/start.ts', statSync(join(root, 'tools/local/start.ts')).mtimeMs]];
  const list = JSON.stringify({ node: process.version, root, sources, ...listed });
  writeFileSync(join(root, '.local/start/sources.json'), list);
  return root;
}

const start = (root: string) => runProcess(['tools/local/start/start.mjs'], { cwd: root, env: process.env });

it('runs the bundle while no source has changed', async () => {
  expect(await start(project())).toEqual({ code: 0, out: 'bundle\n', errors: '' });
});

it.each<[string, string]>([
  ['a changed source', changed(({ source }) => utimesSync(source, 1, 1))],
  ['a lost list of sources', changed(({ listed }) => rmSync(listed))],
  ['another version of Node', project({ node: 'v1.0.0' })],
  ['another folder', project({ root: '/elsewhere' })],
])('runs the sources after %s', async (_, root) => {
  expect(await start(root)).toMatchObject({ code: 0, out: 'sources\n' });
});

function changed(change: (files: { readonly source: string; readonly listed: string }) => void): string {
  const root = project();
  change({ source: join(root, 'tools/local/start.ts'), listed: join(root, '.local/start/sources.json') });
  return root;
}

it('bundles the service for the next start', async () => {
  const made = join(ROOT, '.local/start/sources.json');
  rmSync(made, { force: true });
  expect(
    await runProcess(['--import', 'tsx', 'tools/local/start/make-start.ts'], { cwd: ROOT, env: process.env }),
  ).toMatchObject({
    code: 0,
  });
  expect(existsSync(made)).toBe(true);
  const bundle = join(ROOT, '.local/start/start.mjs');
  const child = spawn(process.execPath, ['tools/local/start/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PORT: '0', DATA_DIR: temporaryFolder() },
  });
  try {
    let out = '';
    for await (const chunk of child.stdout) {
      out += String(chunk);
      if (/^READY .*\n/m.test(out)) break;
    }
    const { baseUrl } = z.object({ baseUrl: z.string() }).parse(JSON.parse(/^READY (.*)$/m.exec(out)?.[1] ?? ''));
    for (const page of ['/docs', '/guide'])
      expect([page, (await fetch(`${baseUrl}${page}`)).status]).toEqual([page, 200]);
    expect((await fetch(`${baseUrl}/api/partner/v2/users`)).status).toBe(401);
  } finally {
    child.kill('SIGKILL');
  }
  const { code, errors } = await runProcess([bundle], { cwd: ROOT, env: { ...process.env, PORT: 'eighty' } });
  expect([code, errors]).toEqual([2, 'PORT must be a whole number from 0 to 65535, not "eighty".\n']);
});
