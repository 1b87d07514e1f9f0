import { userInfo } from 'node:os';
import { booksCommands } from '#scripts/ops/books-commands';
import {
  type Command,
  type Given,
  type OptionSpec,
  type Output,
  type Prepared,
  readOptions,
} from '#scripts/ops/command';
import { connect, environmentOf } from '#scripts/ops/connection';
import { OperationFailed, sentenceOf, UsageFault } from '#scripts/ops/faults';
import { keyCommands } from '#scripts/ops/key-commands';
import { limitsCommands } from '#scripts/ops/limits-commands';
import { partnerCommands } from '#scripts/ops/partner-commands';
import { transactionCommands } from '#scripts/ops/transaction-commands';
import { usageOf, usageOfAll, usageOfNoun } from '#scripts/ops/usage';
import { nowMs } from '#shared/config/clock';
import { findPartner } from '#shared/data/partners';

/** What the tool reads from and writes to. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** One line that the operator types; `undefined` when there is nobody to type. */
  ask(question: string): Promise<string | undefined>;
}

const commands: readonly Command[] = [
  ...partnerCommands,
  ...keyCommands,
  ...limitsCommands,
  ...transactionCommands,
  ...booksCommands,
];

/** Options that every verb takes. */
const everywhere: Readonly<Record<string, OptionSpec>> = {
  env: { value: 'ENV', about: 'local, sandbox or production (default: local)' },
  json: { about: 'Print one line of JSON' },
  'data-dir': { value: 'PATH', about: 'DATA_DIR of the local stack to work on (default: the one that runs)' },
  endpoint: { value: 'URL', about: "DynamoDB's address, instead of the one that is found" },
  table: { value: 'NAME', about: 'The table, instead of the one that is found' },
  yes: { about: 'Do not ask before what cannot be taken back in production' },
  help: { about: 'Show this' },
};

/**
 * Runs one command line of the operator tool.
 * @returns the exit code: 0 done, 1 not done, 2 not understood
 */
export async function runOps(args: readonly string[], terminal: Terminal): Promise<number> {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const [noun = '', verb = ''] = args.slice(0, firstOption < 0 ? 2 : Math.min(2, firstOption));
  const ofNoun = commands.filter((command) => command.noun === noun);
  const command = ofNoun.find((candidate) => candidate.verb === verb);
  const usage = command
    ? usageOf(command, everywhere)
    : ofNoun.length > 0
      ? usageOfNoun(ofNoun)
      : usageOfAll(commands);
  if (args.some((arg) => arg === '--help' || arg === '-h') && (command || verb === '')) {
    terminal.out(usage);
    return 0;
  }
  try {
    if (command === undefined) throw new UsageFault(unknown(noun, verb, ofNoun.length > 0));
    const given = readOptions(args.slice(2), { ...command.options, ...everywhere });
    const { json, text, failure } = await obey(given, command.prepare(given), terminal);
    terminal.out(given.on('json') ? JSON.stringify(json) : text);
    if (failure === undefined) return 0;
    terminal.error(failure);
    return 1;
  } catch (error) {
    if (error instanceof UsageFault) {
      terminal.error(`${error.message}.\n\n${usage}`);
      return 2;
    }
    terminal.error(sentenceOf(error));
    return 1;
  }
}

function unknown(noun: string, verb: string, nounIsKnown: boolean): string {
  if (noun === '') return 'Say what to do';
  if (!nounIsKnown) return `"${noun}" is nothing that this tool knows`;
  return verb === ''
    ? `Say what to do with "${noun}"`
    : `"${verb}" is nothing that can be done with "${noun}"`;
}

async function obey(given: Given, prepared: Prepared, terminal: Terminal): Promise<Output> {
  const environment = environmentOf(given.text('env'));
  const stage = await connect({
    environment,
    dataDir: given.text('data-dir'),
    endpoint: given.text('endpoint'),
    table: given.text('table'),
  });
  if (environment === 'production' && !given.on('yes')) await confirm(prepared, terminal);
  return prepared.run({ stage, atMs: nowMs(), operator: operatorName() });
}

/** Has the operator type the partner's name. @throws OperationFailed when something else comes, or nothing */
async function confirm({ confirm: wanted }: Prepared, terminal: Terminal): Promise<void> {
  if (wanted === undefined) return;
  const partner = await findPartner(wanted.partnerId);
  if (partner === undefined) throw new OperationFailed(`There is no partner ${wanted.partnerId}.`);
  const typed = await terminal.ask(
    `Production: type the partner's name (${partner.name}) to ${wanted.act}: `,
  );
  if (typed?.trim() === partner.name) return;
  throw new OperationFailed("Nothing was changed: the partner's name was not typed (--yes goes without).");
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry among the system's users.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
