import type { PageFiles } from './console/loopback.js';

/** Input and output of the command line. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress and problems. */
  error(text: string): void;
  /** One line that is typed or piped in; `undefined` when the input has ended. */
  ask(question: string, options?: { readonly isHidden?: boolean }): Promise<string | undefined>;
  /** Opens an address in the browser. @returns whether there is one to open it in */
  browse(url: string): Promise<boolean>;
  /** Reads the files of the console's page. @throws CommandFailed if the package has none */
  readPage(): Promise<PageFiles>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that the command was called in. */
  readonly workingFolder: string;
  /** Keeps profiles. */
  readonly settingsFolder: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
