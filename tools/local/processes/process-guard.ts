import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Makes sure that nothing of this run is left when this process is killed. */
export interface ProcessGuard {
  /** The engine to end, by its process id, which is also its group's; undefined once it has ended. */
  watch(pid: number | undefined): void;
  /** Ends the guard, which removes the temporary folder. */
  release(): Promise<void>;
}

/**
 * Starts a second small process that holds a pipe from here. When the pipe closes, because this process let go
 * of it or was killed, it ends the engine it was given and removes the temporary folder.
 */
export function startProcessGuard(temporaryFolder: string | undefined): ProcessGuard {
  const guard = spawn(process.execPath, [fileURLToPath(new URL('./guard-process.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Out of the terminal's process group, or Ctrl-C would end the guard before the engine.
    detached: true,
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  guard.stdin.on('error', () => {}); // The guard has gone: nothing to tell it any more.
  const tell = (pid: number | undefined) => guard.stdin.write(`${JSON.stringify({ pid, folder: temporaryFolder })}\n`);
  tell(undefined);

  return {
    watch(pid) {
      tell(pid);
    },
    async release() {
      guard.stdin.end();
      await ended;
    },
  };
}
