import { resolve } from 'node:path';
import { runProcess } from '#test/support/run-process';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs the Redocly command line from the repository's root. It calls no host but those that the arguments name.
 * @returns its exit code, and what it has printed
 */
export async function runRedocly(args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const program = resolve(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const { code, out, errors } = await runProcess([program, ...args], { cwd: ROOT, env });
  return { exitCode: code, output: out + errors };
}
