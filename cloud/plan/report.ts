import type { Outcome } from '#cloud/plan/state';

/** End of one step of a run. */
interface Result extends Omit<Outcome, 'startedAt'> {
  /** Empty where there is one run alone. */
  readonly run: string;
  readonly name: string;
}

/** Findings of a run, step by step: a line as each ends, and a table of all. */
export class Report {
  readonly #results: Result[] = [];
  readonly #write: (line: string) => void;

  /** @param write takes a line for the person who watches */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** True where every step so far ended well, or was left out with a reason. */
  get isGood(): boolean {
    return this.#results.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped');
  }

  /** Takes the end of a step. */
  end(result: Result): void {
    this.#results.push(result);
    const { outcome, seconds, answer } = result;
    const time = `${seconds.toFixed(1).padStart(7)} s`;
    this.#write(`${outcome.padEnd(7)} ${time}  ${labelOf(result)}${answer === '' ? '' : `: ${answer}`}`);
  }

  /**
   * Does one step that others need. `summary` turns its result into the answer.
   * @throws Error when it failed, which is in the report then
   */
  async needed<T>(run: string, name: string, work: () => Promise<T>, summary?: (result: T) => string): Promise<T> {
    const startedMs = performance.now();
    const end = (outcome: Outcome['outcome'], answer: string) =>
      this.end({ run, name, seconds: (performance.now() - startedMs) / 1000, outcome, answer });
    try {
      const result = await work();
      end('passed', summary?.(result) ?? (typeof result === 'string' ? result : ''));
      return result;
    } catch (error) {
      end('FAILED', error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Does one step whose failure lets the others go on. @returns its result, where it ended well */
  async phase<T>(run: string, name: string, work: () => Promise<T>): Promise<T | undefined> {
    return await this.needed(run, name, work).catch(() => undefined);
  }

  /** Lists all steps, with their times. */
  table(): string {
    const width = Math.max(...this.#results.map((result) => labelOf(result).length));
    return this.#results
      .map((result) => {
        const label = labelOf(result).padEnd(width);
        return `${label}  ${result.seconds.toFixed(1).padStart(6)} s  ${result.outcome}`;
      })
      .join('\n');
  }
}

const labelOf = ({ run, name }: Result): string => (run === '' ? name : `${run}  ${name}`);
