/** Command line of the operator tool. Commander parses the arguments and prints the help of the verbs. */
import { Command, CommanderError, Option as CommandOption } from 'commander';
import { errorSentence, OperationFailed, UsageError } from '#ops/errors';
import { type Options, optionName, optionTerm, type Typed } from '#ops/options';
import { commonOptions, type Terminal, type Verb } from '#ops/verb';
import { escaping } from '#sdk/cli/escape';
import { aligned, suggestion } from '#sdk/cli/text';

type Verbs = Readonly<Record<string, Verb>>;
type Nouns = Readonly<Record<string, Verbs>>;

/** The verbs of each noun. A command loads only those of its noun, because loading SDK clients takes most of the start time. */
const loaders: Readonly<Record<string, () => Promise<Verbs>>> = {
  partner: async () => (await import('./commands/partner')).partner,
  key: async () => (await import('./commands/key')).key,
  limits: async () => (await import('./commands/limits')).limits,
  branding: async () => (await import('./commands/branding')).branding,
  transaction: async () => (await import('./commands/transaction')).transaction,
  rail: async () => (await import('./commands/rail')).rail,
  approval: async () => (await import('./commands/approval')).approval,
  order: async () => (await import('./commands/order')).order,
  hold: async () => (await import('./commands/hold')).hold,
  user: async () => (await import('./commands/user')).user,
  notification: async () => (await import('./commands/notification')).notification,
  'webhook-endpoint': async () => (await import('./commands/webhook-endpoint')).webhookEndpoint,
  dlq: async () => (await import('./commands/dlq')).dlq,
  stream: async () => (await import('./commands/stream')).stream,
  feed: async () => (await import('./commands/feed')).feed,
  'provider-event': async () => (await import('./commands/provider-event')).providerEvent,
  metrics: async () => (await import('./commands/metrics')).metrics,
  egress: async () => (await import('./commands/egress')).egress,
  stage: async () => (await import('./commands/stage')).stage,
  restore: async () => (await import('./commands/restore')).restore,
  books: async () => (await import('./commands/books')).books,
  statement: async () => (await import('./commands/statement')).statement,
  exception: async () => (await import('./commands/exception')).exception,
  release: async () => (await import('./commands/release')).release,
  files: async () => (await import('./commands/files')).files,
  audit: async () => (await import('./commands/audit')).audit,
  console: async () => (await import('./commands/console')).operatorConsole,
};

/** Returns the verbs of one noun, or of all nouns if the noun does not exist. */
export async function loadNouns(only = ''): Promise<Nouns> {
  const isNoun = Object.hasOwn(loaders, only);
  const selected = Object.entries(loaders).filter(([noun]) => !isNoun || noun === only);
  return Object.fromEntries(await Promise.all(selected.map(async ([noun, load]) => [noun, await load()] as const)));
}

const CALL = 'npm run -s ops --';

/** Runs one command line of the operator tool. @returns the exit code: 0 success, 1 failure, 2 invalid command line */
export async function runOps(args: readonly string[], plain: Terminal): Promise<number> {
  const terminal = escaping(plain);
  const nouns = await loadNouns(args[0]);
  const root = new Command()
    .exitOverride()
    .helpOption('-h, --help')
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.error(text),
      outputError: (text, write) => write(`${sentence(text)}\n`),
    });
  refuseWords(root, 'Specify a command', 'is an unknown command');
  const advice = `${CALL} <noun> <verb> --help prints the options of a command.`;
  setHelp(root, '<noun> <verb> [options]', [aboutVerbs(nouns), advice]);
  for (const [noun, verbs] of Object.entries(nouns)) {
    const group = root.command(noun);
    refuseWords(group, `Specify a command of "${noun}"`, `is an unknown command of "${noun}"`);
    setHelp(group, `${noun} <verb> [options]`, [aboutVerbs({ [noun]: verbs })]);
    for (const [name, verb] of Object.entries(verbs))
      addVerb(group.command(name, { isDefault: verb.isDefault === true }), verb, {
        name: `${noun} ${name}`,
        args,
        terminal,
      });
  }
  try {
    await root.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.error(`${errorSentence(error)}\n`);
    return 1;
  }
}

/** Makes a command refuse unknown subcommands. */
function refuseWords(command: Command, missing: string, unknown: string): void {
  command.helpCommand(false).allowUnknownOption().allowExcessArguments();
  command.action(() => {
    const [word = '-'] = command.args;
    const known = command.commands.map((one) => one.name());
    command.error(word.startsWith('-') ? missing : `"${word}" ${unknown}.${suggestion(word, known)}`);
  });
}

interface Line {
  /** Noun and verb. */
  readonly name: string;
  readonly args: readonly string[];
  readonly terminal: Terminal;
}

function addVerb(command: Command, verb: Verb, { name, args, terminal }: Line): void {
  const own = Object.entries(verb.options);
  const options = [...own, ...Object.entries(commonOptions)];
  const usage = own.map(([key, option]) =>
    option.required ? optionTerm(key, option) : `[${optionTerm(key, option)}]`,
  );
  const rows = options.map(([key, option]) => [optionTerm(key, option), option.about] as const);
  const help = aligned([...rows, ['--help', 'Print the help of the command']]);
  setHelp(command, [name, ...usage, '[--env ENV] [--json]'].join(' '), [`${verb.about}.`, help]);
  for (const [key, option] of options) {
    const declared = new CommandOption(optionTerm(key, option).replace(/ (.*)/, ' <$1>'));
    if (option.value !== undefined)
      declared.argParser((text, earlier: readonly string[] = []) => {
        // A value with a leading hyphen must be joined to its option, as in `--name=-x`.
        if (/^-./.test(text) && args.includes(text))
          command.error(`Option '--${optionName(key)}' argument is ambiguous`);
        return [...earlier, text];
      });
    command.addOption(declared);
  }
  const positional = positionalOf(verb.options);
  command.allowExcessArguments().action(async (options: Typed) => {
    const [first, ...others] = command.args;
    const extra = positional === undefined ? first : others[0];
    if (extra !== undefined)
      command.error(
        positional === undefined
          ? `Unexpected argument '${extra}'. This command accepts no positional arguments`
          : `Unexpected argument '${extra}'. This command accepts only one, for --${optionName(positional)}`,
      );
    const typed =
      positional === undefined || first === undefined ? options : withPositional(options, positional, first);
    try {
      const { text, failure } = await verb.perform(name, typed, { terminal, findVerb });
      terminal.out(`${text}\n`);
      if (failure !== undefined) throw new OperationFailed(failure);
    } catch (error) {
      if (error instanceof UsageError) command.error(error.message);
      throw error;
    }
  });
}

/** Returns the option whose value can be typed without its name: `--id`, or the only required id of a verb. */
export function positionalOf(options: Options): string | undefined {
  if (options.id?.value !== undefined) return 'id';
  const ids = Object.entries(options).filter(([, { value, required }]) => value === 'ID' && required);
  return ids.length === 1 ? ids[0]?.[0] : undefined;
}

function withPositional(options: Typed, key: string, text: string): Typed {
  const given = options[key];
  return { ...options, [key]: [...(given === undefined || given === true ? [] : given), text] };
}

/** Finds a verb by its full name (noun and verb). */
export async function findVerb(name: string): Promise<Verb | undefined> {
  const [noun = '', own = ''] = name.split(' ');
  return (await loadNouns(noun))[noun]?.[own];
}

function setHelp(command: Command, usage: string, parts: readonly string[]): void {
  command.helpInformation = () => `${[`Usage: ${CALL} ${usage}`, ...parts].join('\n\n')}\n`;
}

function aboutVerbs(shown: Nouns): string {
  const rows = Object.entries(shown).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([name, { about }]) => [`${noun} ${name}`, about] as const),
  );
  return aligned(rows);
}

/** Formats a Commander error as one line: removes the prefix "error:", and joins the suggestion in the second line. */
function sentence(text: string): string {
  const whole = text
    .trimEnd()
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
    .replace(/\n\((.*)\)$/s, '. $1');
  return /[.?]$/.test(whole) ? whole : `${whole}.`;
}
