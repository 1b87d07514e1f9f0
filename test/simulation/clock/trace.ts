import { createHash } from 'node:crypto';

const KEPT = 60;

/** Trace of a run: a hash of all lines, and the last lines. */
export class Trace {
  readonly #hash = createHash('sha256');
  readonly #latest: string[] = [];
  lines = 0;

  /** @param print receives every line */
  constructor(private readonly print?: (line: string) => void) {}

  readonly add = (line: string): void => {
    this.lines += 1;
    this.#hash.update(line).update('\n');
    this.print?.(line);
    this.#latest.push(line);
    if (this.#latest.length > 2 * KEPT) this.#latest.splice(0, KEPT);
  };

  /** The last lines. */
  tail(): readonly string[] {
    return this.#latest.slice(-KEPT);
  }

  /** Returns the SHA-256 of all lines so far (hex). */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
