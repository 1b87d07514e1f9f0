import { vi } from 'vitest';

/** Exit code and output of a program. */
export interface ProgramEnd {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs a program of the project inside the test, so that its imports can be mocked.
 * @param load imports its file: `() => import('#ops/ops')`
 */
export async function runProgram(load: () => Promise<unknown>, args: readonly string[]): Promise<ProgramEnd> {
  const { argv, exitCode } = process;
  const printed = { out: '', error: '' };
  const catching = (key: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[key] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(catching('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(catching('error')),
    vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => {
      printed.out += `${words.join(' ')}\n`;
    }),
  ];
  process.argv = [process.execPath, 'program', ...args];
  process.exitCode = undefined;
  vi.resetModules();
  try {
    await load();
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = argv;
    process.exitCode = exitCode;
  }
}
