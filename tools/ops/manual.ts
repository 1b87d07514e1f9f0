/** Builds the manual of the operator tool from its verbs. */
import { flag, type Options, optionTerm } from '#ops/options';
import { loadNouns } from '#ops/program';
import { commonOptions, type Verb } from '#ops/verb';

const PREFACE = `# Operator tool

The operator tool is a command line for the people who operate a deployed stage or the local stack. Run it with \`npm run -s ops -- <noun> <verb> [options]\`, for example \`npm run -s ops -- partner list\`. To print the help of a command, add \`--help\` after the noun or the verb. \`npm run docs\` generates this page from the same help texts.

- **Stage.** \`--env local\` (the default) uses the running local stack. \`--env sandbox\` and \`--env production\` use a deployed stage with the AWS credentials and the Region of your shell. The table contains a record with the name of its stage, written within a minute after the first deployment. The tool stops if this name is not the stage of \`--env\`. For a deployed stage, the tool ignores endpoint URLs that environment variables or AWS profiles contain. \`--endpoint\` accepts only the URL of an emulator on this machine.
- **Permissions.** \`npx tsx tools/ops/policies/operator-policy.ts --env ENV --account ID --region REGION\` prints the IAM policy for an operator's role (source: tools/ops/policies/operator-access.ts). With \`--proposes-alone\`, the policy lets the role propose changes, but not approve or reject them. No operator's role can update or delete audit records and ledger entries. No operator's role can write the copies that the service makes of audit records.
- **Confirmation.** For a command marked *requests confirmation*, the tool asks you in production to type the partner's name or a word before the command runs. Scripts can skip the question with \`--yes\`.
- **Two people.** In production, a command marked *needs a second person* changes nothing yet. It creates a proposal that expires after a day. Another person runs \`approval approve\`, and the tool then makes the change, once, if the data to change is still the same as at the proposal. The tool identifies a person by the session name or user name in the person's AWS ARN. It ignores case and mail domain: \`olga\` and \`olga@example.com\` are the same person. The root user of the account and sessions with a generated name can neither propose nor approve.
- **Audit.** Every command that writes also writes an audit record with operator, time, command and the changed object (\`audit list\`). If the tool cannot identify the operator, it writes nothing. The operator is the ARN that AWS STS returns; for a local stack it is the user of the operating system. Audit records contain no secret and no personal data. A command marked *Reads, with an audit record* changes nothing else. Some of these commands write the audit record only if you search through all partners or read statement entries. The record of a search contains the kind of search and what it found, but not the search text. \`audit verify\` compares the records with copies that operators cannot write.
- **Console.** \`npm run -s ops -- console\` serves a web page on your machine with searches, lists of waiting work and the most frequent actions. The page uses your identity and runs the commands of this manual. Each action shows its command line (docs/adr/025).
- **Short form.** If a command has the option \`--id\`, or requires exactly one identifier, you can omit the option's name: \`transaction show ID\` means \`transaction show --id ID\`.
- **Scripts.** \`--json\` prints one line of JSON to standard output. Error messages go to standard error.
- **Exit codes.** 0: the command succeeded. 1: the command was refused, failed, or found a problem (for example, the books do not balance). 2: the command line is not valid; the tool prints the usage.
`;

const nouns = await loadNouns();

/** Returns the manual as Markdown. */
export function manual(): string {
  const sections = Object.entries(nouns).flatMap(([noun, verbs]) => [
    `\n## ${noun}`,
    ...Object.entries(verbs).map(([name, verb]) => section(`${noun} ${name}`, verb)),
  ]);
  const common = list({ ...commonOptions, help: flag('Print the help of the command') });
  return [PREFACE, '## Options of every verb\n', common, ...sections, ''].join('\n');
}

function section(name: string, verb: Verb): string {
  const { about, options, writes, asks, asksWhen, searches, needsApproval } = verb;
  const inProduction = [
    ...(needsApproval ? ['needs a second person'] : []),
    ...(asks ? [`requests confirmation${asksWhen === undefined ? '' : ` if ${asksWhen}`}`] : []),
  ].join(' and ');
  const marks = writes
    ? ` *Writes${inProduction === '' ? '' : `; in production it ${inProduction}`}.*`
    : searches
      ? ' *Reads, with an audit record.*'
      : '';
  return [`\n**${name}**: ${about}.${marks}`, list(options)].filter((part) => part !== '').join('\n');
}

function list(options: Options): string {
  const lines = Object.entries(options).map(([key, option]) => {
    const { about, required, repeated } = option;
    return `- \`${optionTerm(key, option)}\`: ${about}${required ? ' (required)' : ''}${repeated ? ' (may be repeated)' : ''}`;
  });
  return lines.join('\n');
}
