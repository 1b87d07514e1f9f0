import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program to be run to its end. */
export interface Program {
  /** Names its log file, after a number. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its environment, beside PATH and what all get. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default the repository */
  readonly cwd?: string;
}

/** End of a program. */
export interface ProgramResult {
  /** File of its standard output; that of its errors is beside it. */
  readonly logFile: string;
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output, then standard error. */
  readonly output: string;
}

/** A program that did not end with 0. The message gives its last lines, and where all of them are. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

/** The programs of a run, each with a log, none of which outlives it. */
export class Programs {
  readonly #running = new Set<number>();
  readonly #settings: { readonly folder: string; readonly logs: string; readonly home: string };
  #count = 0;
  #isStopped = false;

  /** @param settings the folder that programs start in, that of the logs, and an empty one that they take for their user's */
  constructor(settings: { readonly folder: string; readonly logs: string; readonly home: string }) {
    this.#settings = settings;
  }

  /** Runs a program to its end, whatever that is. @throws Error when it cannot be started, or the run is over */
  async run({ name, command, args, environment = {}, cwd }: Program): Promise<ProgramResult> {
    if (this.#isStopped) throw new Error('interrupted');
    this.#count += 1;
    const logFile = join(this.#settings.logs, `${this.#count}-${name}.log`);
    const errorFile = logFile.replace(/log$/, 'errors.log');
    const [out, err] = [openSync(logFile, 'w', 0o600), openSync(errorFile, 'w', 0o600)];
    // A group of its own, so that what it starts ends with it.
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
    return { logFile, code, stdout, output: stdout + readFileSync(errorFile, 'utf8') };
  }

  /** The same for a program that has to succeed. @returns its standard output @throws ProgramFailed */
  async succeed(program: Program): Promise<string> {
    const { logFile, code, stdout, output } = await this.run(program);
    if (code === 0) return stdout;
    const last = output.trim().split('\n').slice(-3).join(' / ');
    throw new ProgramFailed(
      `${program.name} ended with ${code ?? 'a signal'}: ${last} (${logFile}, and errors beside it)`,
    );
  }

  /** Ends what runs, and starts nothing any more. */
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
