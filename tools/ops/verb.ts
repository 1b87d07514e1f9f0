/** Declaration of a verb (a command of the operator tool): options, confirmation in production, and work. */

import { findPartner, PLATFORM, recordAction } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/environment';
import { newId } from '#shared/values/ids';
import type { StageName } from '#shared/values/stage-name';
import { type Approval, requirePerson } from './approvals/approval';
import { insertApproval } from './approvals/repository';
import { connect, environments, type StageOutputs } from './connection';
import { errorSentence, existing, OperationFailed, SeenOtherwise } from './errors';
import { operatorName } from './operator';
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
} from './options';

/** The terminal that the tool reads from and writes to. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Returns one line that the operator types; `undefined` if no operator can type. */
  ask(question: string): Promise<string | undefined>;
}

/** Options of every verb. */
export const commonOptions = {
  env: withDefault(
    optional('ENV', 'The stage: local, sandbox or production (default: local)', choice(environments)),
    'local',
  ),
  json: flag('Print the result as one line of JSON'),
  dataDir: optional(
    'PATH',
    'Data folder (DATA_DIR) of a local stack (default: the folder of the running local stack)',
    text,
  ),
  endpoint: optional('URL', 'URL of a DynamoDB emulator on this machine', text),
  table: optional('NAME', 'Name of the table (default: the table of the stage)', text),
  yes: flag('Skip the confirmation in production'),
} satisfies Options;

/** Options that select the stage and its table. */
const PLACE_OPTIONS: readonly string[] = ['env', 'dataDir', 'endpoint', 'table'];

/** Data and functions that a verb can use: the stage, the operator and the audit record. */
export interface Context {
  readonly stage: StageName;
  readonly outputs: StageOutputs;
  /** Epoch ms. */
  readonly atMs: number;
  /** Operator name for audit records; empty if the verb writes no audit record. */
  readonly operator: string;
  /** Noun and verb, as in the audit records. */
  readonly verb: string;
  /**
   * Writes an audit record without secrets and personal data. A verb calls this for a search result, and before a change that
   * writes no audit record itself.
   * @param partnerId default: the platform
   */
  record(noted: Readonly<Record<string, unknown>>, partnerId?: string): Promise<void>;
  /** Prints a progress line of a long command. */
  tell(line: string): void;
  /** Version of the transaction that the verb's `see` has read. `applyEvent` changes only this version. @default any */
  readonly atVersion?: number | undefined;
  /** Runs an approved change. @throws OperationFailed if the subject of the change has changed since the proposal */
  carryOut(approval: Approval): Promise<Output>;
}

/** State on which the decision about a change is based. */
export interface Seen {
  readonly partnerId: string;
  /** Text that represents the state. Every change of the state changes this text. */
  readonly state: string;
  /** Version of the transaction, to compare with `seenVersion`. The verb receives it as `atVersion`. */
  readonly version?: number | undefined;
}

/** Input of a verb in addition to its options: the terminal, the other verbs, and the approval. */
export interface Surroundings {
  readonly terminal: Terminal;
  findVerb(name: string): Promise<Verb | undefined>;
  /** The approval of the change that the verb makes. @default none */
  readonly approved?: { readonly approval: Approval; readonly by: string } | undefined;
  /** Transaction version that the operator saw. The verb changes nothing if the transaction has another version. @default any */
  readonly seenVersion?: number | undefined;
}

/** Output of a verb: a value for programs (`json`) and text for people. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** One sentence about a problem in the result. The tool prints the sentence after the result and exits with code 1. */
  readonly failure?: string | undefined;
}

/** The word that the operator must type in production before the verb runs. */
interface Confirmation {
  readonly word: string;
  readonly what: string;
  /** Last part of the sentence "type … to …". */
  readonly act: string;
}

type Given<O extends Options> = Values<O> & Values<typeof commonOptions>;

interface Declaration<O extends Options> {
  readonly about: string;
  /** True if the verb changes anything. The tool then requires the operator's name. @default the verb only reads */
  readonly writes?: true;
  /** True if the verb also runs without the table or its stage record, and if the tool cannot write the audit record. */
  readonly tableMayBeGone?: true;
  /** Returns true if a verb that only reads must also write an audit record. @default never */
  onRecord?(given: Given<O>): boolean;
  /** Condition on which the verb requests confirmation. The manual prints this text after the word "if". @default always */
  readonly asksWhen?: string;
  readonly options: O;
  /** Checks the combination of option values, before any connection. @throws UsageError */
  check?(given: Given<O>): unknown;
  confirm?(given: Given<O>): Promise<Confirmation> | false;
  /** Reads the state on which a change is decided. In production, a verb with `see` requires the approval of a second person. */
  see?(given: Given<O>): Promise<Seen>;
  run(given: Given<O>, context: Context): Promise<Output>;
}

/** A verb of any option type. */
export interface Verb {
  readonly about: string;
  readonly writes?: true;
  readonly asksWhen?: string;
  readonly options: Options;
  readonly asks: boolean;
  readonly searches: boolean;
  /** True if the verb requires the approval of a second person in production. */
  readonly needsApproval: boolean;
  /** True if a command line with only the noun runs this verb. */
  readonly isDefault?: true;
  /**
   * @param name noun and verb
   * @throws SeenOtherwise if the transaction no longer has the version `seenVersion`; also UsageError and OperationFailed
   */
  perform(name: string, typed: Typed, surroundings: Surroundings): Promise<Output>;
}

export function verb<O extends Options>({ check, confirm, onRecord, see, run, ...declared }: Declaration<O>): Verb {
  const options: Options = declared.options;
  return {
    ...declared,
    options,
    asks: confirm !== undefined,
    searches: onRecord !== undefined,
    needsApproval: see !== undefined,
    async perform(name, typed, { terminal, findVerb, approved, seenVersion }) {
      const given = readOptions({ ...declared.options, ...commonOptions }, typed);
      check?.(given);
      // After this call, the environment variables contain the stage and its table.
      const connection = await connect(given, declared);
      const isOnRecord = declared.writes === true || onRecord?.(given) === true;
      const operator = approved?.by ?? (isOnRecord ? await operatorName(given.env, given.endpoint !== undefined) : '');
      const isProduction = given.env === 'production';
      const confirmation = isProduction && !given.yes && approved === undefined && (await confirm?.(given));
      if (confirmation) await ask(confirmation, terminal);
      const stamp = { atMs: nowMs(), operator, verb: name };
      const tell = (line: string) => terminal.error(`${line}\n`);
      const record: Context['record'] = async (noted, partnerId = PLATFORM) => {
        try {
          await recordAction({ ...stamp, partnerId, details: noted });
        } catch (error) {
          // Verbs with `tableMayBeGone` also run without an audit record, because CloudTrail records their calls.
          if (declared.tableMayBeGone !== true) throw error;
          tell(`The audit record could not be written: ${errorSentence(error)}`);
        }
      };
      const seen = isProduction || seenVersion !== undefined ? await see?.(given) : undefined;
      if (seenVersion !== undefined && seen?.version !== seenVersion)
        throw new SeenOtherwise('Nothing was changed, because the transaction has changed. Check it again.');
      if (isProduction && seen !== undefined) {
        if (approved === undefined) return shown(given, await propose(typed, seen, stamp));
        if (seen.state !== approved.approval.seen)
          throw new OperationFailed('The data has changed since the proposal: propose the change again.');
      }
      const context = { ...connection, ...stamp, record, tell, atVersion: seen?.version };
      const carryOut = async (approval: Approval): Promise<Output> => {
        const proposed = existing(await findVerb(approval.verb), `There is no verb ${approval.verb}.`);
        const here = Object.entries(typed).filter(([option]) => PLACE_OPTIONS.includes(option));
        const own = { ...approval.options, ...Object.fromEntries(here) };
        const by = `${operator}, proposed by ${approval.proposedBy}`;
        return proposed.perform(approval.verb, own, { terminal, findVerb, approved: { approval, by } });
      };
      return shown(given, await run(given, { ...context, carryOut }));
    },
  };
}

function shown({ json: isJson }: { readonly json: boolean }, output: Output): Output {
  return isJson ? { ...output, text: JSON.stringify(output.json) } : output;
}

/** Stores a change that a second person must approve. */
async function propose(
  typed: Typed,
  { partnerId, state: seen }: Seen,
  stamp: { readonly atMs: number; readonly operator: string; readonly verb: string },
): Promise<Output> {
  const own = Object.entries(typed).filter(([option, value]) => !(option in commonOptions) && value !== undefined);
  const { atMs: proposedAtMs, operator: proposedBy, verb } = stamp;
  requirePerson(proposedBy);
  const approval: Approval = {
    ...{ id: newId(proposedAtMs), verb, options: Object.fromEntries(own), partnerId, seen },
    ...{ proposedBy, proposedAtMs, status: 'PENDING', decidedBy: undefined },
  };
  await insertApproval(approval, stamp);
  const text = `Nothing was changed yet: a second person must run "approval approve --id ${approval.id}" within a day.`;
  return { json: { approvalId: approval.id, status: approval.status }, text };
}

/** @throws OperationFailed if the operator types nothing or a different text */
async function ask({ word, what, act }: Confirmation, terminal: Terminal): Promise<void> {
  const typed = await terminal.ask(`Production: type ${what} (${word}) to ${act}: `);
  if (typed?.trim() === word) return;
  throw new OperationFailed(`Nothing was changed: you did not type ${what}. --yes skips this question.`);
}

/** Requests a word as confirmation, for changes that do not concern a single partner. */
export async function byWord(word: string, act: string): Promise<Confirmation> {
  return { word, what: 'the word', act };
}

/** Requests the name of the affected partner as confirmation. */
export async function byPartner(partnerId: string, act: string): Promise<Confirmation> {
  const { name } = existing(await findPartner(partnerId), 'There is no such partner.');
  return { word: name, what: "the partner's name", act };
}
