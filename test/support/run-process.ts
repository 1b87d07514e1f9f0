import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ProcessEnd {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

export interface ProcessOptions {
  readonly cwd?: string;
  /** @default environment of this process */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs Node.js until it exits. */
export async function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<ProcessEnd> {
  const { cwd, env = process.env, input = '' } = options;
  const child = spawn(process.execPath, args, { cwd, env });
  child.stdin.end(input);
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, errors };
}
