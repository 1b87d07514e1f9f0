import { webcrypto } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PartnerRamp } from '../client.js';
import { VERSION } from '../transport.js';
import { findConnection } from './account/connection.js';
import { checkProfileName } from './account/profiles.js';
import type { Command, Context, OptionFacts, Typed } from './command.js';
import { login, logout, whoami } from './commands/account.js';
import { setAddresses, showAddresses } from './commands/addresses.js';
import { showConsole } from './commands/console.js';
import { rotateKey, showKey } from './commands/key.js';
import { listen } from './commands/listen.js';
import { mcp } from './commands/mcp.js';
import { open } from './commands/open.js';
import { resend } from './commands/resend.js';
import { trigger } from './commands/trigger.js';
import { find, show, simulate } from './commands/tx.js';
import { errorSentence, UsageError } from './errors.js';
import { escaping } from './escape.js';
import type { Terminal } from './terminal.js';
import { aligned, suggestion } from './text.js';

/** All commands, by the words that the user types. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  listen,
  trigger,
  'tx show': show,
  'tx find': find,
  'tx simulate': simulate,
  resend,
  'key show': showKey,
  'key rotate': rotateKey,
  'addresses show': showAddresses,
  'addresses set': setAddresses,
  console: showConsole,
  mcp,
  open,
};

const CALL = 'partner-ramp';

const commonOptions: Readonly<Record<string, OptionFacts>> = {
  profile: { value: 'NAME', about: 'The login to use. "local" is the stack on this machine (default: default)' },
  json: { about: 'Prints JSON, one line per result' },
  help: { about: 'Shows this help' },
};

/** Exit code after Ctrl-C, by the convention of shells. */
const INTERRUPTED = 130;

/** Parses and runs one command line. @returns the exit code: 0 success, 1 failure, 2 incorrect command line, 130 interrupted */
export async function runProgram(args: readonly string[], plain: Terminal): Promise<number> {
  const terminal = escaping(plain);
  const name = nameOf(args);
  const command = name === undefined ? undefined : commands[name];
  try {
    if (name === undefined || command === undefined) return explain(args, terminal);
    const typed = parse(args.slice(name.split(' ').length), command);
    if (typed.options.help) {
      terminal.out(`${helpOf(name, command)}\n`);
      return 0;
    }
    await command.run(typed, contextOf(typed, terminal));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message.replace(/([^.?!])$/, '$1.')}\n\n${usageOf(name, command)}\n`);
      return 2;
    }
    if (terminal.signal.aborted) return INTERRUPTED;
    terminal.error(`${errorSentence(error)}\n`);
    return 1;
  }
}

/** Returns the name of the typed command. A two-word name takes precedence over a one-word name. */
function nameOf([first = '', second = '']: readonly string[]): string | undefined {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name));
}

/** Prints help or the version. @throws UsageError for an unknown command */
function explain(args: readonly string[], terminal: Terminal): number {
  const [first = '', ...rest] = args;
  if (isHelp(first)) terminal.out(`${helpFor(rest)}\n`);
  else if (first === '--version') terminal.out(`${VERSION}\n`);
  else if (verbsOf(first).length > 0 && rest.some(isHelp)) terminal.out(`${helpFor([first])}\n`);
  else throw new UsageError(unknownCommand(args));
  return 0;
}

function isHelp(word: string): boolean {
  return ['--help', '-h', 'help'].includes(word);
}

/** Returns the help text for all commands, a group of commands or one command. @throws UsageError for unknown words */
function helpFor(words: readonly string[]): string {
  const [first = ''] = words;
  const name = nameOf(words);
  const command = name === undefined ? undefined : commands[name];
  if (name !== undefined && command !== undefined) return helpOf(name, command);
  if (first === '' || isHelp(first)) return overview();
  if (verbsOf(first).length > 0 && words.length === 1) return overview(first);
  throw new UsageError(unknownCommand(words));
}

/** Returns the second words of the commands that start with `first`. */
function verbsOf(first: string): string[] {
  return Object.keys(commands).flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
}

/** Words that users type instead of our command names. They are too different for a spelling suggestion. */
const meant: Readonly<Record<string, string>> = {
  transaction: 'tx',
  transactions: 'tx',
  events: 'listen',
  replay: 'resend',
};

function unknownCommand([first = '', second = '']: readonly string[]): string {
  if (first === '') return 'The command is missing';
  const verbs = verbsOf(first);
  if (verbs.length > 0 && second === '') return `"${first}" requires a second word: ${verbs.join(' or ')}`;
  if (verbs.length > 0)
    return `"${first} ${second}" is not a command.${suggestion(second, verbs) || ` Use ${first} ${verbs.join(` or ${first} `)}`}`;
  if (first.startsWith('-')) return `"${first}" is an option: write options after the command`;
  const known = [...new Set(Object.keys(commands).flatMap((name) => [name, name.split(' ')[0] ?? name]))];
  const other = Object.hasOwn(meant, first) ? meant[first] : undefined;
  return `"${first}" is not a command.${other === undefined ? suggestion(first, known) : ` Did you mean "${other}"?`}`;
}

function parse(args: readonly string[], { options, words }: Command): Typed {
  const known = { ...options, ...commonOptions };
  const declared = Object.entries(known).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { values, positionals } = readArguments(args, Object.fromEntries(declared));
  if (values.help) return { words: positionals, options: values };
  const extra = positionals[words.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is an unexpected argument`);
  const missing = words.find((word, index) => !word.startsWith('[') && !positionals[index]);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  return { words: positionals, options: values };
}

type Declared = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

/** @throws UsageError for unknown options, or options without their required value */
function readArguments(args: readonly string[], options: Declared) {
  try {
    const given = args.map((arg) => (arg === '-h' ? '--help' : arg));
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, unknown] = /^Unknown option '--?([\w-]+)/.exec(error.message) ?? [];
    if (unknown === undefined) throw new UsageError(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`--${unknown} is not an option of this command.${suggestion(`--${unknown}`, known)}`);
  }
}

function contextOf(typed: Typed, terminal: Terminal): Context {
  const { profile: named, json } = typed.options;
  const profile = typeof named === 'string' ? checkProfileName(named) : undefined;
  return {
    terminal,
    profile,
    async connect() {
      const connection = await findConnection(profile, terminal);
      // Node.js 18 has no global Web Crypto.
      const { apiKey, baseUrl } = connection;
      const ramp = new PartnerRamp({ apiKey, baseUrl, crypto: webcrypto });
      return { ...connection, ramp };
    },
    print: ({ json: result, text }) => terminal.out(`${json === true ? JSON.stringify(result) : text}\n`),
  };
}

/**
 * Lists the commands.
 * @param group first word of the listed commands @default all commands
 */
function overview(group?: string): string {
  const listed = Object.entries(commands).filter(([name]) => group === undefined || name.startsWith(`${group} `));
  const rows = listed.map(([name, { words, about }]) => [[name, ...words].join(' '), about] as const);
  return [
    `Usage: ${[CALL, group ?? [], '<command> [options]'].flat().join(' ')}`,
    aligned(rows),
    `${CALL} <command> --help shows the options of a command. PARTNER_RAMP_API_KEY and PARTNER_RAMP_BASE_URL have priority over a login.`,
  ].join('\n\n');
}

/** Returns the usage of a command in one line, and the help option in a second line. */
function usageOf(name: string | undefined, command: Command | undefined): string {
  const called = name === undefined || command === undefined ? '<command>' : [name, ...command.words].join(' ');
  return `Usage: ${CALL} ${called} [options]\n${CALL} ${name === undefined ? '' : `${name} `}--help shows more.`;
}

function helpOf(name: string, { about, words, options, notes }: Command): string {
  const rows = Object.entries({ ...options, ...commonOptions }).map(
    ([option, facts]) => [[`--${option}`, facts.value ?? []].flat().join(' '), facts.about] as const,
  );
  return [
    `Usage: ${[CALL, name, ...words, '[options]'].join(' ')}`,
    `${about}.`,
    aligned(rows),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n\n');
}
