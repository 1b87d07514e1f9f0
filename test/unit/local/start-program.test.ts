import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

function start(variables: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables },
    });
    let out = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, out, errors }));
  });
}

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
        errors: `Port ${port} is in use: stop what listens there, or choose another with PORT (PORT=0 picks a free one).\n`,
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
