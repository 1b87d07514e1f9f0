import { auditCommands } from '#scripts/ops/audit-commands';
import { booksCommands } from '#scripts/ops/books-commands';
import {
  type Command,
  type Confirmation,
  type Given,
  type OptionSpec,
  type Output,
  type Prepared,
  readOptions,
} from '#scripts/ops/command';
import { connect, environmentOf } from '#scripts/ops/connection';
import { dlqCommands } from '#scripts/ops/dlq-commands';
import { OperationFailed, sentenceOf, UsageFault } from '#scripts/ops/faults';
import { feedCommands } from '#scripts/ops/feed-commands';
import { keyCommands } from '#scripts/ops/key-commands';
import { limitsCommands } from '#scripts/ops/limits-commands';
import { notificationCommands } from '#scripts/ops/notification-commands';
import { operatorOf } from '#scripts/ops/operator';
import { partnerCommands } from '#scripts/ops/partner-commands';
import { providerEventCommands } from '#scripts/ops/provider-event-commands';
import { streamCommands } from '#scripts/ops/stream-commands';
import { transactionCommands } from '#scripts/ops/transaction-commands';
import { usageOf, usageOfAll, usageOfNoun } from '#scripts/ops/usage';
import { userCommands } from '#scripts/ops/user-commands';
import { findPartner } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/clock';

/** What the tool reads from and writes to. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** One line that the operator types; `undefined` when there is nobody to type. */
  ask(question: string): Promise<string | undefined>;
}

/** Everything the tool can do. */
export const commands: readonly Command[] = [
  ...partnerCommands,
  ...keyCommands,
  ...limitsCommands,
  ...transactionCommands,
  ...userCommands,
  ...notificationCommands,
  ...dlqCommands,
  ...streamCommands,
  ...feedCommands,
  ...providerEventCommands,
  ...booksCommands,
  ...auditCommands,
];

/** Options that every verb takes. */
export const everywhere: Readonly<Record<string, OptionSpec>> = {
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
    const { json, text, failure } = await obey(command, given, terminal);
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

async function obey(command: Command, given: Given, terminal: Terminal): Promise<Output> {
  const prepared = command.prepare(given);
  const environment = environmentOf(given.text('env'));
  const { stage, outputs } = await connect({
    environment,
    dataDir: given.text('data-dir'),
    endpoint: given.text('endpoint'),
    table: given.text('table'),
  });
  const operator = command.writes === undefined ? '' : await operatorOf(environment);
  if (environment === 'production' && !given.on('yes')) await confirm(prepared, terminal);
  return prepared.run({ stage, outputs, atMs: nowMs(), operator });
}

/** Has the operator type what stands for the act. @throws OperationFailed when something else comes, or nothing */
async function confirm({ confirm: wanted }: Prepared, terminal: Terminal): Promise<void> {
  if (wanted === undefined) return;
  const { word, what } = await wordOf(wanted);
  const typed = await terminal.ask(`Production: type ${what} (${word}) to ${wanted.act}: `);
  if (typed?.trim() === word) return;
  throw new OperationFailed(`Nothing was changed: ${what} was not typed (--yes goes without).`);
}

async function wordOf(wanted: Confirmation): Promise<{ readonly word: string; readonly what: string }> {
  if ('word' in wanted) return { word: wanted.word, what: 'the word' };
  const partner = await findPartner(await partnerIdOf(wanted));
  if (partner === undefined) throw new OperationFailed('There is no such partner.');
  return { word: partner.name, what: "the partner's name" };
}

async function partnerIdOf(wanted: Exclude<Confirmation, { readonly word: string }>): Promise<string> {
  if ('partnerId' in wanted) return wanted.partnerId;
  if ('userId' in wanted) {
    const { findPartnerIdByUser } = await import('#shared/users/erasure/repository');
    const partnerId = await findPartnerIdByUser(wanted.userId);
    if (partnerId === undefined) throw new OperationFailed(`There is no user ${wanted.userId}.`);
    return partnerId;
  }
  // Loaded here: the other verbs need nothing of it.
  const { findTransaction } = await import('#shared/transactions/repository');
  const transaction = await findTransaction(wanted.transactionId);
  if (transaction === undefined)
    throw new OperationFailed(`There is no transaction ${wanted.transactionId}.`);
  return transaction.partnerId;
}
