import { createHash } from 'node:crypto';

const KEPT = 60;

/** The events of a run, line by line: a hash of all of them, and the last ones. */
export class Trace {
  readonly #hash = createHash('sha256');
  readonly #latest: string[] = [];
  lines = 0;

  /** @param print receives every line, if one is given */
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

  /** Hex SHA-256 of all lines so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
