/** The console of the stack: the operator tool, as a separate program. The stack imports nothing of the tools above it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Beginning of the line that the program prints once it serves. */
const START = '{"consoleUrl":';

export interface StackConsole {
  readonly consoleUrl: string;
  stop(): void;
}

/**
 * Starts the console, which finds the stack at each of its calls, so that it may be started before it.
 * @param root the project's folder
 * @param dataDir folder of the stack's state file
 * @throws Error when it ends before it serves
 */
export async function startConsole(root: string, dataDir: string): Promise<StackConsole> {
  const program = ['--import', 'tsx', 'tools/ops/ops.ts', 'console', 'open', '--json', '--data-dir', dataDir];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(START)) continue;
    const { consoleUrl }: { readonly consoleUrl: string } = JSON.parse(line);
    return { consoleUrl, stop: () => void child.kill() };
  }
  throw new Error('the console did not start');
}
