import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program to run until it exits. */
export interface Program {
  /** Part of the log file name, after a number. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables in addition to PATH, HOME, CI and NO_COLOR. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default the working folder of `Programs` */
  readonly cwd?: string;
}

/** A program exited with an error. The message contains the last lines of the program's output and the path of its log. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

/** Runs programs, each with a log file. `stop` ends all of them. */
export class Programs {
  readonly #running = new Set<number>();
  readonly #settings: { readonly folder: string; readonly logs: string; readonly home: string };
  #count = 0;
  #isStopped = false;

  /** @param settings working folder, log folder, and home folder of the programs */
  constructor(settings: { readonly folder: string; readonly logs: string; readonly home: string }) {
    this.#settings = settings;
  }

  /**
   * Runs a program until it exits, and returns its standard output.
   * @throws ProgramFailed if the program exits with an error
   * @throws Error if the program cannot start, or `stop` was called
   */
  async succeed({ name, command, args, environment = {}, cwd }: Program): Promise<string> {
    if (this.#isStopped) throw new Error('interrupted');
    this.#count += 1;
    const logFile = join(this.#settings.logs, `${this.#count}-${name}.log`);
    const errorFile = logFile.replace(/log$/, 'errors.log');
    const [out, err] = [openSync(logFile, 'w', 0o600), openSync(errorFile, 'w', 0o600)];
    // A separate process group, so that `stop` can end the program together with its child processes.
    const child = spawn(command, args, {
      cwd: cwd ?? this.#settings.folder,
      detached: true,
      stdio: ['ignore', out, err],
      env: { PATH: process.env.PATH, HOME: this.#settings.home, CI: '1', NO_COLOR: '1', ...environment },
    });
    const { pid } = child;
    if (pid !== undefined) this.#running.add(pid);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    }).finally(() => {
      if (pid !== undefined) this.#running.delete(pid);
      closeSync(out);
      closeSync(err);
    });
    const stdout = readFileSync(logFile, 'utf8');
    if (code === 0) return stdout;
    const output = stdout + readFileSync(errorFile, 'utf8');
    const last = output.trim().split('\n').slice(-3).join(' / ');
    throw new ProgramFailed(`${name} ended with ${code ?? 'a signal'}: ${last} (${logFile}, and its error log)`);
  }

  /** Stops the running programs and starts no more. */
  stop(): void {
    this.#isStopped = true;
    for (const pid of this.#running) {
      try {
        process.kill(-pid, 'SIGTERM');
      } catch {
        // The process has already ended.
      }
    }
  }
}
