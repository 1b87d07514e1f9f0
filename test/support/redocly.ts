import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface RedoclyRun {
  readonly exitCode: number | null;
  /** Both streams as they came. */
  readonly output: string;
}

/** Runs the Redocly command line from the repository's root. It calls no host but those that the arguments name. */
export function runRedocly(args: readonly string[]): Promise<RedoclyRun> {
  const child = spawn(process.execPath, [resolve(ROOT, 'node_modules/@redocly/cli/bin/cli.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => chunks.push(chunk));
  }
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (exitCode) => done({ exitCode, output: chunks.join('') }));
  });
}
