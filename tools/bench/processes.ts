import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBirpc } from 'birpc';

const END_WITHIN_MS = 15_000;
const WITH_TSX = [process.execPath, '--import', 'tsx'];

/** Registers a clean-up. `withCleanUp` runs all clean-ups at its end, in reverse order. */
export type AtEnd = (close: () => Promise<void> | void) => void;

/**
 * Starts a program in a separate process, which ends when this process ends or crashes.
 * @param file a TypeScript file below bench
 * @returns `call` with the exported functions and `cpuMs`; a call rejects if its function throws or the program has ended
 */
export function startChild<Program extends object>(
  file: string,
  atEnd: AtEnd,
  { node: [command = '', ...flags] = WITH_TSX, environment = process.env } = {},
) {
  const child = spawn(command, [...flags, join(import.meta.dirname, 'child-process.ts'), file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...environment },
  });
  const ended = once(child, 'exit').then(([code, signal]) => new Error(`${file} has ended (${code ?? signal})`));
  atEnd(async () => {
    if (child.connected) child.disconnect();
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await ended;
    clearTimeout(late);
  });
  const post = (message: object) => child.send(message, () => undefined);
  const on = (listen: (message: unknown) => void) => child.on('message', listen);
  const call = createBirpc<Program & { cpuMs(): number }>({}, { post, on, timeout: -1 });
  void ended.then((error) => call.$close(error));
  return { call };
}

/** Runs `work`, and then all clean-ups that `work` has registered. */
export async function withCleanUp<T>(work: (atEnd: AtEnd) => Promise<T>): Promise<T> {
  const steps: Parameters<AtEnd>[0][] = [];
  try {
    return await work((close) => steps.push(close));
  } finally {
    for (const close of steps.toReversed()) await close();
  }
}

const folders: string[] = [];
process.once('exit', () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** Creates a temporary folder, which is removed when this process exits. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'partner-ramp-bench-'));
  folders.push(path);
  return path;
}
