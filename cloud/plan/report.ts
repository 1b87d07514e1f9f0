/** How one phase ended. */
interface PhaseResult {
  readonly run: string;
  readonly name: string;
  readonly seconds: number;
  readonly outcome: 'ok' | 'FAILED' | 'not run';
  readonly detail: string;
}

/** A phase failed that others need. */
class PhaseFailed extends Error {}

/** What a run found, phase by phase: a line as each ends, and a table of all. */
export class Report {
  readonly #results: PhaseResult[] = [];
  readonly #write: (line: string) => void;

  /** @param write takes a line for the person who watches */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Whether every phase so far ended well. */
  get isGood(): boolean {
    return this.#results.every(({ outcome }) => outcome === 'ok');
  }

  /**
   * Does one phase that others need. `summary` turns its result into what the report says.
   * @throws PhaseFailed when it failed, which is in the report then
   */
  async needed<T>(run: string, name: string, work: () => Promise<T>, summary?: (result: T) => string): Promise<T> {
    const startedMs = performance.now();
    const end = (outcome: PhaseResult['outcome'], detail: string) => {
      const result = { run, name, seconds: (performance.now() - startedMs) / 1000, outcome, detail };
      this.#results.push(result);
      this.#write(toLine(result));
    };
    try {
      const result = await work();
      end('ok', summary?.(result) ?? (typeof result === 'string' ? result : ''));
      return result;
    } catch (error) {
      if (error instanceof PhaseFailed) {
        end('not run', 'a phase before it failed');
        throw error;
      }
      end('FAILED', error instanceof Error ? error.message : String(error));
      throw new PhaseFailed(name, { cause: error });
    }
  }

  /** Does one phase whose failure lets the others go on. @returns its result, where it ended well */
  async phase<T>(run: string, name: string, work: () => Promise<T>): Promise<T | undefined> {
    return await this.needed(run, name, work).catch(() => undefined);
  }

  /** All phases, with their times. */
  table(): string {
    const width = Math.max(...this.#results.map(({ run, name }) => run.length + name.length)) + 2;
    return this.#results
      .map(({ run, name, seconds, outcome }) => {
        const label = `${run}  ${name}`.padEnd(width);
        return `${label}  ${seconds.toFixed(1).padStart(6)} s  ${outcome}`;
      })
      .join('\n');
  }
}

function toLine({ run, name, seconds, outcome, detail }: PhaseResult): string {
  const time = `${seconds.toFixed(1).padStart(6)} s`;
  return `${outcome.padEnd(7)} ${time}  ${run}  ${name}${detail === '' ? '' : `: ${detail}`}`;
}
