import type { PartnerRamp } from '../client.js';
import type { Connection } from './account/connection.js';
import { UsageError } from './errors.js';
import type { Terminal } from './terminal.js';

/** Declaration of an option of a command. In `Command.options`, the property name is the name of the option. */
export interface OptionFacts {
  /** Name of the option's value in the help text. A flag has no value. */
  readonly value?: string;
  readonly about: string;
}

/** Arguments and options that the user typed after the name of a command. */
export interface Typed {
  /** Positional arguments. No required argument is missing. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A connection and its API client. */
export interface Session extends Connection {
  readonly ramp: PartnerRamp;
}

/** Functions and settings that a command can use. */
export interface Context {
  readonly terminal: Terminal;
  readonly profile: string | undefined;
  /** Finds the URL and the key of the API. @throws CommandFailed if no URL or key is found */
  connect(): Promise<Session>;
  /** Prints a result: one line of JSON with `--json`, otherwise text. */
  print(result: { readonly json: unknown; readonly text: string }): void;
}

export interface Command {
  readonly about: string;
  /** Positional arguments as the help text shows them: `ID` for a required argument, `[EVENT]` for an optional argument. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, OptionFacts>>;
  /** Closes its help. */
  readonly notes?: string;
  run(typed: Typed, context: Context): Promise<void>;
}

/** Returns the value of an option. @throws UsageError if the value is empty */
export function optionValue({ options }: Typed, name: string): string | undefined {
  const value = options[name];
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new UsageError(`--${name} is empty`);
  return value.trim();
}
