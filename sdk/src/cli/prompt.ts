import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Lines of the standard input, asked for one by one. */
export class Prompt {
  readonly #lines: string[] = [];
  #interface: Interface | undefined;
  #isHidden = false;
  #hasEnded = false;
  #wake: (() => void) | undefined;

  /** @param onInterrupt called for Ctrl-C, which a terminal hands to the prompt while it asks */
  constructor(readonly onInterrupt: () => void) {}

  /** A line that is typed or piped in; `undefined` when the input has ended. A hidden one is not shown while it is typed. */
  async ask(question: string, { isHidden = false } = {}): Promise<string | undefined> {
    this.#open();
    process.stderr.write(question);
    this.#isHidden = isHidden;
    while (this.#lines.length === 0 && !this.#hasEnded) await new Promise<void>((wake) => (this.#wake = wake));
    this.#isHidden = false;
    if (isHidden || !process.stdin.isTTY) process.stderr.write('\n');
    return this.#lines.shift();
  }

  /** Lets the process end. */
  close(): void {
    this.#interface?.close();
  }

  #open(): void {
    if (this.#interface !== undefined) return;
    const isTerminal = process.stdin.isTTY === true;
    // A terminal's echo is written by the interface, to an output that keeps a hidden line to itself.
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isHidden) process.stderr.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input: process.stdin, output, terminal: isTerminal, historySize: 0 });
    const wake = () => this.#wake?.();
    lines.on('line', (line) => {
      this.#lines.push(line);
      wake();
    });
    lines.on('SIGINT', () => {
      this.onInterrupt();
      lines.close();
    });
    lines.on('close', () => {
      this.#hasEnded = true;
      wake();
    });
    this.#interface = lines;
  }
}
