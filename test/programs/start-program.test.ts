import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { temporaryFolder } from '#test/support/lifetime';
import { runProcess } from '#test/support/run-process';

const ROOT = resolve(import.meta.dirname, '../..');

const start = (variables: Readonly<Record<string, string>>) =>
  runProcess(['--import', 'tsx', 'tools/local/start.ts'], { cwd: ROOT, env: { ...process.env, ...variables } });

describe('npm start', () => {
  it('says in one sentence that the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      expect(await start({ PORT: String(port) })).toEqual({
        code: 1,
        out: '',
        errors: `Port ${port} is in use. Stop the program that uses it, or set PORT to another port (PORT=0 selects a free port).\n`,
      });
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  });

  it('says in one line what a setting must be', async () => {
    expect(await start({ PORT: 'eighty' })).toEqual({
      code: 2,
      out: '',
      errors: 'PORT must be a whole number from 0 to 65535, not "eighty".\n',
    });
  });
});

describe('the log of npm start', () => {
  it.each([
    ['is a folder', '.', (folder: string) => mkdirSync(join(folder, 'functions.log'))],
    ['would lie under a file', 'file', (folder: string) => writeFileSync(join(folder, 'file'), '')],
  ])('is refused in one line, before anything is built, where it %s', async (_, dataDir, prepare) => {
    const folder = temporaryFolder();
    prepare(folder);
    const { code, out, errors } = await start({ PORT: '0', DATA_DIR: join(folder, dataDir) });
    expect([code, out]).toEqual([2, '']);
    expect(errors).toMatch(/^The log cannot be written: .*\n$/);
  });
});

const readyShape = z.object({ baseUrl: z.string(), consoleUrl: z.string() });

/** Throws an uncaught error on SIGUSR2. */
const UNCAUGHT_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('left uncaught'); }));",
)}`;

/** Starts a stack with a data folder and waits until it is ready. @param take receives the output until then */
async function startedStack(take: (out: string) => void = () => {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', UNCAUGHT_ON_SIGNAL, 'tools/local/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', DATA_DIR: temporaryFolder() },
  });
  take(await untilReady(child));
  return child;
}

/** Resolves with the output of the process when it reports that it is ready. Continues to read, so that the pipes stay open. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let out = '';
    child.stderr?.resume();
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
      if (/^READY .*\n/m.test(out)) done(out);
    });
    child.once('exit', () => fail(new Error(`The stack ended before it was ready: ${out}`)));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a running local stack', () => {
  it('ends with exit code 1 and one message after an uncaught error', async () => {
    const child = await startedStack();
    try {
      let errors = '';
      child.stderr?.setEncoding('utf8').on('data', (chunk) => {
        errors += chunk;
      });
      child.kill('SIGUSR2');
      const [code] = await once(child, 'exit');
      expect(code).toBe(1);
      expect(errors.match(/left uncaught/g)).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('ends, and does not loop, when an error cannot be reported because the outputs are closed', async () => {
    const child = await startedStack();
    try {
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGUSR2');
      const [code] = await once(child, 'exit');
      expect(code).toBe(1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has a console that shows its partner, and ends with it, even where it is killed', async () => {
    let out = '';
    const child = await startedStack((printed) => {
      out = printed;
    });
    try {
      const { baseUrl, consoleUrl } = readyShape.parse(JSON.parse(/^READY (.*)$/m.exec(out)?.[1] ?? ''));
      const { origin, hash } = new URL(consoleUrl);
      const list = () =>
        fetch(`${origin}/verbs/partner/list`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json', 'console-token': hash.replace('#token=', '') },
          body: '{"options":{}}',
        });
      expect(await (await list()).json()).toMatchObject({ result: { partners: [{ name: 'Local partner' }] } });
      expect(new URL(baseUrl).hostname).toBe('127.0.0.1');
      expect(out).toMatch(/^ {2}Log {6}\/.*functions\.log$/m);
      child.kill('SIGKILL');
      await vi.waitFor(() => expect(list()).rejects.toThrow(), { timeout: 120_000, interval: 100 });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('does not outlive a parent that is killed', async () => {
    const program = `
      const { spawn } = require('node:child_process');
      const stack = spawn(process.execPath, ['--import', 'tsx', 'tools/local/start.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
      process.stdout.write('PID ' + stack.pid + '\\n');
    `;
    const parent = spawn(process.execPath, ['-e', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: '0', DATA_DIR: temporaryFolder() },
    });
    try {
      const pid = Number(/^PID (\d+)$/m.exec(await untilReady(parent))?.[1]);
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 120_000, interval: 100 });
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
