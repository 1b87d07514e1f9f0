/** The declaration of a verb: its options, its confirmation in production, and its work. */

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
  /** One line that the operator types; `undefined` when no one is there to type. */
  ask(question: string): Promise<string | undefined>;
}

/** Options that every verb takes. */
export const commonOptions = {
  env: withDefault(
    optional('ENV', 'The stage: local, sandbox or production (default: local)', choice(environments)),
    'local',
  ),
  json: flag('Print the result as one line of JSON'),
  dataDir: optional('PATH', 'DATA_DIR of the local stack (default: that of the running stack)', text),
  endpoint: optional('URL', 'URL of a DynamoDB emulator on this machine', text),
  table: optional('NAME', 'Name of the table (default: the table of the stage)', text),
  yes: flag('Skip the confirmation in production'),
} satisfies Options;

/** Options that name the place of a run. */
const PLACE_OPTIONS: readonly string[] = ['env', 'dataDir', 'endpoint', 'table'];

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
  /** Version of the transaction on which an approved change was decided. */
  readonly atVersion?: number | undefined;
  /** Carries out an approved change. @throws OperationFailed if its subject has changed since the approval */
  carryOut(approval: Approval): Promise<Output>;
}

/** State on which a change is decided. */
export interface Seen {
  readonly partnerId: string;
  /** Differs if it has changed. */
  readonly state: string;
  /** Version of the transaction that is changed; the change is written at that version alone. */
  readonly version?: number | undefined;
}

/** The surroundings of a run: the terminal, and the other verbs. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** Finds a verb by noun and verb. */
  findVerb(name: string): Promise<Verb | undefined>;
  /** The approval of the run. @default none */
  readonly approved?: { readonly approval: Approval; readonly by: string } | undefined;
  /** Version of the transaction that the operator has seen: a change of any other is refused. @default any */
  readonly seenVersion?: number | undefined;
}

/** The output of a verb: a value for programs, and lines for people. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** One sentence on the problem of the result: reported after it, exit code 1. */
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
  /** True if it changes anything, and so needs to know the operator. @default it only reads */
  readonly writes?: true;
  /** True for work on the stack of the environment alone: it goes on without an audit record if the table is gone, or new. @default false */
  readonly tableMayBeGone?: true;
  /** Decides if a verb that only reads leaves an audit record too. @default never */
  onRecord?(given: Given<O>): boolean;
  /** The case in which `confirm` asks, for help texts. @default always */
  readonly asksWhen?: string;
  readonly options: O;
  /** Checks values against one another, before anything is connected to. @throws UsageError */
  check?(given: Given<O>): unknown;
  confirm?(given: Given<O>): Promise<Confirmation> | false;
  /** Reads the state on which a change is decided. With it, a second person has to approve it in production. */
  see?(given: Given<O>): Promise<Seen>;
  run(given: Given<O>, context: Context): Promise<Output>;
}

/** A verb, with any options. */
export interface Verb {
  readonly about: string;
  readonly writes?: true;
  readonly asksWhen?: string;
  readonly options: Options;
  readonly asks: boolean;
  readonly searches: boolean;
  /** True if a second person has to approve it in production. */
  readonly needsApproval: boolean;
  /** True if the noun alone means it. */
  readonly isDefault?: true;
  /**
   * @param name noun and verb
   * @throws UsageError, OperationFailed, and SeenOtherwise for a stale version
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
      // From here on the environment names the stage of the table.
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
          // The account's own trail has the calls.
          if (declared.tableMayBeGone !== true) throw error;
          tell(`No audit record could be left in the table: ${errorSentence(error)}`);
        }
      };
      const seen = isProduction || seenVersion !== undefined ? await see?.(given) : undefined;
      if (seenVersion !== undefined && seen?.version !== seenVersion)
        throw new SeenOtherwise('Nothing was changed: the transaction is not as it was shown. Look at it again.');
      if (isProduction && seen !== undefined) {
        if (approved === undefined) return shown(given, await propose(typed, seen, stamp));
        if (seen.state !== approved.approval.seen)
          throw new OperationFailed('What it was decided on has changed: propose the change again.');
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

/** Stores a change for a second person to approve. */
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
  const text = `Nothing was changed yet: a second person has to run "approval approve --id ${approval.id}" within a day.`;
  return { json: { approvalId: approval.id, status: approval.status }, text };
}

/** @throws OperationFailed when something else is typed, or nothing */
async function ask({ word, what, act }: Confirmation, terminal: Terminal): Promise<void> {
  const typed = await terminal.ask(`Production: type ${what} (${word}) to ${act}: `);
  if (typed?.trim() === word) return;
  throw new OperationFailed(`Nothing was changed: ${what} was not typed (--yes goes without).`);
}

/** Asks for a word, if no single partner is concerned. */
export async function byWord(word: string, act: string): Promise<Confirmation> {
  return { word, what: 'the word', act };
}

/** Asks for the name of the partner that is concerned. */
export async function byPartner(partnerId: string, act: string): Promise<Confirmation> {
  const { name } = existing(await findPartner(partnerId), 'There is no such partner.');
  return { word: name, what: "the partner's name", act };
}
