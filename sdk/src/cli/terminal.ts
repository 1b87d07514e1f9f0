import type { PageFiles } from './console/loopback.js';

/** Input and output of the command line. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress and problems. */
  error(text: string): void;
  /** Asks for one line, typed or piped. Returns `undefined` after the end of the input. */
  ask(question: string, options?: { readonly isHidden?: boolean }): Promise<string | undefined>;
  /** Opens a URL in the browser. @returns true if the command that opens the browser started */
  browse(url: string): Promise<boolean>;
  /** Reads the files of the console's page. @throws CommandFailed if the package contains no page */
  readPage(): Promise<PageFiles>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** Keeps profiles. */
  readonly settingsFolder: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
