import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

export interface PromptStreams {
  /** Standard input: a terminal, a pipe or a file. */
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Receives questions, and echoes the typed text at a terminal. */
  readonly output: NodeJS.WritableStream;
  /** Called for Ctrl-C, which a terminal hands to the prompt while it asks. */
  readonly onInterrupt: () => void;
}

/** Lines of the input, asked for one by one. */
export class Prompt {
  readonly #lines: string[] = [];
  #interface: Interface | undefined;
  #isHidden = false;
  #hasEnded = false;
  #wake: (() => void) | undefined;

  readonly #streams: PromptStreams;

  constructor(streams: PromptStreams) {
    this.#streams = streams;
  }

  /** A line that is typed or piped in; `undefined` when the input has ended. A hidden one is not shown while it is typed. */
  async ask(question: string, { isHidden = false } = {}): Promise<string | undefined> {
    this.#open();
    const { input, output } = this.#streams;
    output.write(question);
    this.#isHidden = isHidden;
    while (this.#lines.length === 0 && !this.#hasEnded) await new Promise<void>((wake) => (this.#wake = wake));
    this.#isHidden = false;
    if (isHidden || !input.isTTY) output.write('\n');
    return this.#lines.shift();
  }

  /** Lets the process end. */
  close(): void {
    this.#interface?.close();
  }

  #open(): void {
    if (this.#interface !== undefined) return;
    const { input, output: shown, onInterrupt } = this.#streams;
    // A terminal's echo is written by the interface, to an output that keeps a hidden line to itself.
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isHidden) shown.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input, output, terminal: input.isTTY === true, historySize: 0 });
    const wake = () => this.#wake?.();
    lines.on('line', (line) => {
      this.#lines.push(line);
      wake();
    });
    lines.on('SIGINT', () => {
      onInterrupt();
      lines.close();
    });
    lines.on('close', () => {
      this.#hasEnded = true;
      wake();
    });
    this.#interface = lines;
  }
}
