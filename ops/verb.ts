/** The declaration of a verb: its options, its confirmation in production, and its work. */
import { connect, environments, type StageOutputs } from '#ops/connection';
import { existing, OperationFailed } from '#ops/errors';
import { operatorName } from '#ops/operator';
import {
  choice,
  flag,
  type Options,
  optional,
  readOptions,
  type Typed,
  text,
  type Values,
  withDefault,
} from '#ops/options';
import { findPartner, PLATFORM, recordAction } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/clock';
import type { StageName } from '#shared/values/stage-name';

/** The terminal that the tool reads from and writes to. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** One line that the operator types; `undefined` when no one is there to type. */
  ask(question: string): Promise<string | undefined>;
}

/** Options that every verb takes. */
export const commonOptions = {
  env: withDefault(optional('ENV', 'local, sandbox or production (default: local)', choice(environments)), 'local'),
  json: flag('Print one line of JSON'),
  dataDir: optional('PATH', 'DATA_DIR of the local stack to work on (default: the one that runs)', text),
  endpoint: optional('URL', "DynamoDB's address, instead of the one that is found", text),
  table: optional('NAME', 'The table, instead of the one that is found', text),
  yes: flag('Do not ask before what cannot be taken back in production'),
} satisfies Options;

/** The place and the operator of a run. */
export interface Context {
  readonly stage: StageName;
  readonly outputs: StageOutputs;
  /** Epoch ms. */
  readonly atMs: number;
  /** The name in the audit records; empty for a verb that leaves none. */
  readonly operator: string;
  /** Noun and verb, as the audit records name them. */
  readonly verb: string;
  /**
   * Leaves an audit record ahead of a change whose own write holds none, or of what a search shows. Nothing secret and
   * nothing of a person is in it.
   * @param partnerId whom it concerns. @default the platform
   */
  record(noted: Readonly<Record<string, unknown>>, partnerId?: string): Promise<void>;
  /** Takes a line on how far a long command is. */
  tell(line: string): void;
}

/** The output of a verb: a value for programs, and lines for people. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** One sentence on what is wrong with what was found: reported after it, exit code 1. */
  readonly failure?: string | undefined;
}

/** The word that has to be typed first in production. */
interface Confirmation {
  readonly word: string;
  readonly what: string;
  /** Ends the sentence "type … to …". */
  readonly act: string;
}

type Given<O extends Options> = Values<O> & Values<typeof commonOptions>;

interface Declaration<O extends Options> {
  readonly about: string;
  /** True where it changes anything, and so needs to know the operator. @default it only reads */
  readonly writes?: true;
  /** Decides if a verb that only reads leaves an audit record too. @default never */
  onRecord?(given: Given<O>): boolean;
  /** The case in which `confirm` asks, for help texts. @default always */
  readonly asksWhen?: string;
  readonly options: O;
  /** Checks values against one another, before anything is connected to. @throws UsageError */
  check?(given: Given<O>): unknown;
  confirm?(given: Given<O>): Promise<Confirmation> | false;
  run(given: Given<O>, context: Context): Promise<Output>;
}

export type Verb = ReturnType<typeof verb>;

export function verb<O extends Options>({ check, confirm, onRecord, run, ...declared }: Declaration<O>) {
  const options: Options = declared.options;
  return {
    ...declared,
    options,
    asks: confirm !== undefined,
    searches: onRecord !== undefined,
    /** @param name noun and verb */
    async perform(name: string, typed: Typed, terminal: Terminal): Promise<Omit<Output, 'json'>> {
      const given = readOptions({ ...declared.options, ...commonOptions }, typed);
      check?.(given);
      const connection = await connect(given);
      const isOnRecord = declared.writes === true || onRecord?.(given) === true;
      const operator = isOnRecord ? await operatorName(given.env) : '';
      const confirmation = given.env === 'production' && !given.yes && (await confirm?.(given));
      if (confirmation) await ask(confirmation, terminal);
      const stamp = { atMs: nowMs(), operator, verb: name };
      const record: Context['record'] = (noted, partnerId = PLATFORM) =>
        recordAction({ ...stamp, partnerId, details: noted });
      const tell = (line: string) => terminal.error(`${line}\n`);
      const { json, ...output } = await run(given, { ...connection, ...stamp, record, tell });
      return given.json ? { ...output, text: JSON.stringify(json) } : output;
    },
  };
}

/** @throws OperationFailed when something else is typed, or nothing */
async function ask({ word, what, act }: Confirmation, terminal: Terminal): Promise<void> {
  const typed = await terminal.ask(`Production: type ${what} (${word}) to ${act}: `);
  if (typed?.trim() === word) return;
  throw new OperationFailed(`Nothing was changed: ${what} was not typed (--yes goes without).`);
}

/** Asks for a word, where no single partner is concerned. */
export async function byWord(word: string, act: string): Promise<Confirmation> {
  return { word, what: 'the word', act };
}

/** Asks for the name of the partner that is concerned. */
export async function byPartner(partnerId: string, act: string): Promise<Confirmation> {
  const { name } = existing(await findPartner(partnerId), 'There is no such partner.');
  return { word: name, what: "the partner's name", act };
}
