import type { PartnerRamp } from '../client.js';
import type { Connection } from './account/connection.js';
import { UsageError } from './errors.js';
import type { Terminal } from './terminal.js';

/** The declaration of an option; its key is its name. */
export interface OptionFacts {
  /** Name of its value in help; a flag has none. */
  readonly value?: string;
  readonly about: string;
}

/** Words and options typed after the name of a command. */
export interface Typed {
  /** All that the command needs, at least. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A connection and the client that uses it. */
export interface Session extends Connection {
  readonly ramp: PartnerRamp;
}

/** Tools of a command. */
export interface Context {
  readonly terminal: Terminal;
  /** The profile that was requested. */
  readonly profile: string | undefined;
  /** Finds the URL and the key of the API. @throws CommandFailed if nothing names them */
  connect(): Promise<Session>;
  /** Prints a result: a line of JSON where that is wanted, else the lines for people. */
  print(result: { readonly json: unknown; readonly text: string }): void;
}

export interface Command {
  readonly about: string;
  /** The words that it takes, as help shows them: `ID`, or `[EVENT]` for one that may be absent. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, OptionFacts>>;
  /** Closes its help. */
  readonly notes?: string;
  run(typed: Typed, context: Context): Promise<void>;
}

/** The value of an option. @throws UsageError for an empty one */
export function optionValue({ options }: Typed, name: string): string | undefined {
  const value = options[name];
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new UsageError(`--${name} is empty`);
  return value.trim();
}
