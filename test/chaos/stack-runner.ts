import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { killAll, processTree } from '#local/processes/process-tree';

const ROOT = resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 120_000;

const readyLine = z.object({
  baseUrl: z.string(),
  endpoint: z.string(),
  tableName: z.string(),
  apiKey: z.string(),
});
export type Ready = z.infer<typeof readyLine>;

export interface RunnerOptions {
  /** Templates whose bundles pass crash points. */
  readonly cdkOut: string;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** One life of the stack. */
export interface StackRun {
  readonly ready: Ready;
  /** Resolves when the process has gone, however it went. */
  readonly ended: Promise<void>;
  /** Kills the process and all it has started. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the stack as a separate process on a folder of data.
 * @param crash where it kills itself, `point:count`
 * @returns `undefined` when it was killed before it was ready
 */
export async function startStackRun(
  { cdkOut, dataDir, settings }: RunnerOptions,
  port: number,
  crash = '',
): Promise<StackRun | undefined> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/chaos/stack-process.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment(),
      ...settings,
      DATA_DIR: dataDir,
      PORT: String(port),
      CHAOS_CDK_OUT: cdkOut,
      CHAOS_CRASH: crash,
    },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The stack could not be started');
  const output = { errors: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors = (output.errors + text).slice(-4000);
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const ready = await Promise.race([readReadyLine(child), ended, timeout()]);
  // Its child processes cannot be found once it is gone, so they are noted while it runs.
  const tree = processTree(pid);
  const kill = async () => {
    await killAll([...new Set([...tree, ...processTree(pid)])]);
    await ended;
  };
  if (ready === undefined) {
    const killed = child.signalCode === 'SIGKILL';
    await kill();
    if (killed) return undefined;
    throw new Error(`The stack did not start: ${output.errors}`);
  }
  return {
    ready,
    ended,
    kill,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, new Promise((done) => setTimeout(done, 10_000).unref())]);
      await kill();
    },
  };
}

/** This process's own variables, without those that would point the stack to other services. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(AWS_|TABLE_NAME|VITEST|NODE_OPTIONS)/.test(name)),
  );
}

function readReadyLine(child: ChildProcess): Promise<Ready> {
  return new Promise((done) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const line = /^READY (.+)$/m.exec(text)?.[1];
      if (line !== undefined) done(readyLine.parse(JSON.parse(line)));
    });
  });
}

function timeout(): Promise<undefined> {
  return new Promise((done) => setTimeout(() => done(undefined), READY_WITHIN_MS).unref());
}
