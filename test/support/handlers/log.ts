import { vi } from 'vitest';

/** Captures the JSON log lines of handlers; the test output omits them. */
export class CapturedLog {
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  readonly #spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    this.lines.push(JSON.parse(String(chunk)));
    return true;
  });

  withMessage(message: string): Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.message === message);
  }

  restore(): void {
    this.#spy.mockRestore();
  }
}
