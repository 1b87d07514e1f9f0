import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program to be run to its end. */
export interface Program {
  /** Names its log file, after a number. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its environment, in addition to PATH and the common variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default the repository */
  readonly cwd?: string;
}

/** A program that did not end with 0. The message gives its last lines, and where all of them are. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

/** The programs of a run, each with a log. All of them end with the run. */
export class Programs {
  readonly #running = new Set<number>();
  readonly #settings: { readonly folder: string; readonly logs: string; readonly home: string };
  #count = 0;
  #isStopped = false;

  /** @param settings the working folder of programs, the folder of logs, and an empty home folder */
  constructor(settings: { readonly folder: string; readonly logs: string; readonly home: string }) {
    this.#settings = settings;
  }

  /** Runs a program to its end. @returns its standard output @throws ProgramFailed, or Error if it cannot be started or the run is over */
  async succeed({ name, command, args, environment = {}, cwd }: Program): Promise<string> {
    if (this.#isStopped) throw new Error('interrupted');
    this.#count += 1;
    const logFile = join(this.#settings.logs, `${this.#count}-${name}.log`);
    const errorFile = logFile.replace(/log$/, 'errors.log');
    const [out, err] = [openSync(logFile, 'w', 0o600), openSync(errorFile, 'w', 0o600)];
    // A separate process group, so that its children end with it.
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
    throw new ProgramFailed(`${name} ended with ${code ?? 'a signal'}: ${last} (${logFile}, and errors next to it)`);
  }

  /** Ends the running programs, and starts no more. */
  stop(): void {
    this.#isStopped = true;
    for (const pid of this.#running) {
      try {
        process.kill(-pid, 'SIGTERM');
      } catch {
        // It has ended by itself.
      }
    }
  }
}
