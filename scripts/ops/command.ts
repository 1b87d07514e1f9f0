import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageFault } from '#scripts/ops/faults';
import type { StageOutputs } from '#scripts/ops/stage-outputs';
import type { StageName } from '#shared/values/stage-name';

/** One option of a verb. */
export interface OptionSpec {
  /** What stands for the value in help texts; an option without one is a switch. */
  readonly value?: string;
  readonly required?: boolean;
  /** May be given more than once. */
  readonly repeated?: boolean;
  readonly about: string;
}

/** What a verb tells the operator: a value for programs, and lines for people. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** One sentence on what is wrong with what was found: told after it, exit code 1. */
  readonly failure?: string | undefined;
}

/** Where and as whom a verb runs. */
export interface Scene {
  readonly stage: StageName;
  /** Where the parts of the stage are, as its outputs name them. */
  readonly outputs: StageOutputs;
  /** Epoch ms. */
  readonly atMs: number;
  /** Whom records name (scripts/ops/operator.ts); empty for a verb that only reads. */
  readonly operator: string;
}

/** One verb of one noun. */
export interface Command {
  readonly noun: string;
  readonly verb: string;
  readonly about: string;
  /** Whether it changes anything, and whether production asks first, or only when. @default it only reads */
  readonly writes?: 'asked' | 'unasked' | { readonly askedWhen: string };
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Checks values before anything is connected to, and makes the run. @throws UsageFault */
  prepare(given: Given): Prepared;
}

/** What must be typed first in production: the name of a partner, or of a transaction's or a user's partner, or a word. */
export type Confirmation = { readonly act: string } & (
  | { readonly partnerId: string }
  | { readonly transactionId: string }
  | { readonly userId: string }
  | { readonly word: string }
);

export interface Prepared {
  readonly confirm?: Confirmation;
  run(scene: Scene): Promise<Output>;
}

/** The values of a command line. */
export class Given {
  constructor(private readonly values: Readonly<Record<string, readonly string[] | boolean | undefined>>) {}

  /** The last value of an option. */
  text(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  /** The value of an option that its command requires. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === '') throw new UsageFault(`--${name} is missing`);
    return value.trim();
  }

  all(name: string): readonly string[] {
    const value = this.values[name];
    return typeof value === 'object' ? value : [];
  }

  on(name: string): boolean {
    return this.values[name] === true;
  }
}

/**
 * Reads options from a command line.
 * @throws UsageFault for an unknown option, a missing value, one too many, or a required one that is absent
 */
export function readOptions(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): Given {
  const given = new Given(parsed(args, options));
  for (const [name, option] of Object.entries(options)) {
    if (option.required) given.required(name);
    if (!option.repeated && given.all(name).length > 1)
      throw new UsageFault(`--${name} is given more than once`);
  }
  return given;
}

function parsed(args: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
  const known: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { value }] of Object.entries(options))
    known[name] = value === undefined ? { type: 'boolean' } : { type: 'string', multiple: true };
  try {
    const { values } = parseArgs({ args: [...args], options: known, strict: true });
    const read: Record<string, readonly string[] | boolean | undefined> = {};
    for (const [name, value] of Object.entries(values)) read[name] = listed(value);
    return read;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's advice on positional arguments follows its first sentence.
    throw new UsageFault(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
  }
}

function listed(
  value: string | boolean | (string | boolean)[] | undefined,
): readonly string[] | boolean | undefined {
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string');
  return typeof value === 'string' ? [value] : value;
}
