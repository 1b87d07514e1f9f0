import { terminal } from '#scripts/terminal';

/** A step of the plan. */
export interface Step<Context> {
  /** Name on the command line and in the report. */
  readonly id: string;
  /** The property that the step proves, for the report. */
  readonly proves: string;
  /** Ends the plan if it fails: no later step makes sense without it. @default false */
  readonly isNeeded?: boolean;
  /** Runs on the emulator alone. @default false */
  readonly onEmulator?: boolean;
  /** Runs after a needed step failed too, since it removes what the plan has made. @default false */
  readonly isCleanUp?: boolean;
  /** @returns what was found, for the report @throws Error where the proof failed */
  run(context: Context): Promise<string>;
}

/** Cloud of a run, and the signal that ends it early. */
export interface RunOptions {
  readonly isEmulated: boolean;
  readonly signal: AbortSignal;
}

/** Runs the steps one after the other, with a line for each. @returns true if every step passed */
export async function runSteps<Context>(
  steps: readonly Step<Context>[],
  context: Context,
  { isEmulated, signal }: RunOptions,
): Promise<boolean> {
  const failed: string[] = [];
  let isOver = false;
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
  // The signal may come between two steps.
  interrupted.catch(() => undefined);
  for (const { id, isNeeded = false, onEmulator = false, isCleanUp = false, run } of steps) {
    if (signal.aborted) return false;
    if ((onEmulator && !isEmulated) || (isOver && !isCleanUp)) continue;
    const startedMs = performance.now();
    const report = (outcome: string, text: string) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
      terminal.out(`${outcome} ${seconds} s  ${id}: ${text}\n`);
    };
    try {
      report('passed', await Promise.race([run(context), interrupted]));
    } catch (error) {
      report('FAILED', error instanceof Error ? error.message : String(error));
      failed.push(id);
      isOver ||= isNeeded;
    }
  }
  terminal.out(failed.length === 0 ? '\nEvery step passed.\n' : `\nFAILED: ${failed.join(', ')}\n`);
  return failed.length === 0;
}
