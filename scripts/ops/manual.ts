/** The operator tool's manual, made from its commands. */
import type { Command, OptionSpec } from '#scripts/ops/command';
import { commands, everywhere } from '#scripts/ops/run';

const PREFACE = `# Operator tool

\`npm run -s ops -- <noun> <verb> [options]\`. Written by \`npm run docs\` from the commands themselves; the same texts come
with \`--help\` behind a noun or a verb.

- **Where.** \`--env local\` (default) finds the running local stack by itself; \`--env sandbox\` and \`--env production\` work with
  the credentials and the region of the shell, on the table and the queues of that stage. The operator's role needs what the
  verbs do: reading and writing items of the table; for \`dlq\` and \`stream\` also listing, receiving, sending and
  deleting messages, and reading the table's stream; for \`user erase\` listing and deleting objects of the bucket.
- **Production asks.** A verb that is marked *asks* wants a name typed first: that of the partner, or a word. Silence is no. \`--yes\`
  goes without, for scripts.
- **On record.** Every write leaves an audit record with the operator, the time, the verb and what it was done to:
  \`audit list\`. The operator is the ARN that STS tells of the credentials in use, on a laptop the system's user; while STS
  tells nothing, nothing is written. No secret and nothing of partners' users is in it. The records of partners and keys are part
  of the write itself.
- **For programs.** \`--json\` prints one line of JSON on standard output; sentences about what went wrong go to standard
  error.
- **Exit codes.** 0 done; 1 refused, or found to be wrong (such as books that do not balance); 2 not understood, with the usage.
`;

/** The manual as Markdown. */
export function manual(): string {
  const nouns = [...new Set(commands.map(({ noun }) => noun))];
  return [
    PREFACE,
    '## Options of every verb\n',
    table(everywhere),
    ...nouns.flatMap((noun) => [
      `\n## ${noun}`,
      ...commands.filter((command) => command.noun === noun).map(section),
    ]),
    '',
  ].join('\n');
}

function section({ noun, verb, about, options, writes }: Command): string {
  const marks = writes === undefined ? '' : ` *${marksOf(writes)}*`;
  const own = Object.keys(options).length === 0 ? '' : `\n\n${table(options)}`;
  return `\n### ${noun} ${verb}\n\n${about}.${marks}${own}`;
}

function marksOf(writes: NonNullable<Command['writes']>): string {
  if (typeof writes === 'object') return `Writes; asks in production when ${writes.askedWhen}.`;
  return writes === 'asked' ? 'Writes; asks in production.' : 'Writes.';
}

function table(options: Readonly<Record<string, OptionSpec>>): string {
  const rows = Object.entries(options).map(([name, { value, required, repeated, about }]) => {
    const marks = [...(required ? ['required'] : []), ...(repeated ? ['may be repeated'] : [])];
    const told = marks.length === 0 ? about : `${about} (${marks.join(', ')})`;
    return `| \`--${name}${value === undefined ? '' : ` ${value}`}\` | ${told.replaceAll('|', '\\|')} |`;
  });
  return ['| Option | Meaning |', '|---|---|', ...rows].join('\n');
}
