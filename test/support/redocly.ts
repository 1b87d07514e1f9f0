import { resolve } from 'node:path';
import { runProcess } from '#test/support/run-process';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs the Redocly command line in the repository root. Redocly connects only to hosts in the arguments.
 * @returns its exit code and output
 */
export async function runRedocly(args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const program = resolve(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const { code, out, errors } = await runProcess([program, ...args], { cwd: ROOT, env });
  return { exitCode: code, output: out + errors };
}
