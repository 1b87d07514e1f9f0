/** Runs the operator tool's console as a separate program, because the local stack must not import code of the operator tool. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Start of the line that the console prints when ready for requests. */
const START = '{"consoleUrl":';

export interface StackConsole {
  readonly consoleUrl: string;
  stop(): void;
}

/**
 * Starts the console, possibly before the stack: at each call, the console looks up the stack's state file in `dataDir`.
 * @throws Error if the console ends before its server is ready
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
