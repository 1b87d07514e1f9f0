/** Help texts, made from the commands themselves. */
import type { Command, OptionSpec } from '#scripts/ops/command';

const CALL = 'npm run -s ops --';

/** Everything the tool can do. */
export function usageOfAll(commands: readonly Command[]): string {
  return [
    `Usage: ${CALL} <noun> <verb> [options]`,
    '',
    ...listed(commands),
    '',
    `${CALL} <noun> <verb> --help tells the options of one.`,
  ].join('\n');
}

/** What can be done with one noun. */
export function usageOfNoun(commands: readonly Command[]): string {
  const [first] = commands;
  return [`Usage: ${CALL} ${first?.noun} <verb> [options]`, '', ...listed(commands)].join('\n');
}

/** One verb with its options. */
export function usageOf(command: Command, everywhere: Readonly<Record<string, OptionSpec>>): string {
  const own = Object.entries(command.options);
  const call = own.map(([name, option]) => {
    const text = written(name, option);
    return option.required ? text : `[${text}]`;
  });
  return [
    `Usage: ${[CALL, command.noun, command.verb, ...call].join(' ')} [--env ENV] [--json]`,
    '',
    `${command.about}.`,
    '',
    ...rows(
      [...own, ...Object.entries(everywhere)].map(([name, option]) => [written(name, option), option.about]),
    ),
  ].join('\n');
}

function listed(commands: readonly Command[]): string[] {
  return rows(commands.map(({ noun, verb, about }) => [`${noun} ${verb}`, about]));
}

function written(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
