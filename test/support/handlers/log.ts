import { vi } from 'vitest';

/** The JSON lines that handlers write, which do not reach the output of the tests. */
export class CapturedLog {
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  readonly #spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    this.lines.push(JSON.parse(String(chunk)));
    return true;
  });

  /** The lines with a message, in order. */
  withMessage(message: string): Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.message === message);
  }

  restore(): void {
    this.#spy.mockRestore();
  }
}
