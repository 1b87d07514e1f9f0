import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

export interface PromptStreams {
  /** Standard input: a terminal, a pipe or a file. */
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Output for the questions and, on a terminal, for the typed text. */
  readonly output: NodeJS.WritableStream;
  /** Called for Ctrl-C. During a question, the prompt receives Ctrl-C instead of the process. */
  readonly onInterrupt: () => void;
}

/** Asks questions and reads one line of input per question. */
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

  /** Asks for a line, typed or piped. Returns `undefined` after the end of the input. `isHidden` hides the typed line. */
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

  /** Closes the input, so that the process can exit. */
  close(): void {
    this.#interface?.close();
  }

  #open(): void {
    if (this.#interface !== undefined) return;
    const { input, output: shown, onInterrupt } = this.#streams;
    // `createInterface` echoes typed text. This output drops the text of a hidden line.
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
