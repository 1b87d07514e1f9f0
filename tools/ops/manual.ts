/** The operator tool's manual, made from its verbs. */
import { flag, type Options, optionTerm } from '#ops/options';
import { loadNouns } from '#ops/program';
import { commonOptions, type Verb } from '#ops/verb';

const PREFACE = `# Operator tool

\`npm run -s ops -- <noun> <verb> [options]\`. \`npm run docs\` writes this page from the commands; \`--help\` after a noun or a verb prints the same texts.

- **Stage.** \`--env local\` (the default) finds the running local stack. \`--env sandbox\` and \`--env production\` use the credentials and the Region of the shell. The table contains its stage (written within a minute after the first deployment); the tool refuses the table of another stage. For a deployed stage it uses only AWS's addresses; \`--endpoint\` names an emulator on this machine.
- **Permissions.** \`npx tsx tools/ops/policies/operator-policy.ts --env ENV --account ID --region REGION\` prints the policy of an operator's role (tools/ops/policies/operator-access.ts). With \`--proposes-alone\` the role approves nothing. No role updates or deletes audit records or entries of the books, or writes their copies.
- **Confirmation.** In production, a verb marked *requests confirmation* asks you to type the partner's name or a word before it runs. \`--yes\` skips this, for scripts.
- **Two people.** In production, a verb marked *needs a second person* creates a proposal for one day. Another person runs \`approval approve\`, which applies it once if nothing has changed since. A person is the session or user name of an ARN, without case and mail domain (\`olga\` and \`olga@example.com\` are the same). The account's root and generated session names are not persons.
- **Audit.** Every write leaves an audit record with operator, time, verb and target (\`audit list\`); without an operator, nothing is written. The operator is the ARN that STS returns, or the system's user for a local stack. Records contain no secret and no personal data. A search marked *On record* stores what kind of search it was and whom it found, but not the search text. \`audit verify\` compares the records with copies that operators cannot write.
- **Console.** \`console\` serves searches, queues and the most frequent actions on a page of this machine, with the same identity and verbs. Each action shows its command line (docs/adr/025).
- **Short form.** You can omit the option name of \`--id\`, or of the only required identifier: \`transaction show ID\`.
- **Scripts.** \`--json\` prints one line of JSON to standard output. Error messages go to standard error.
- **Exit codes.** 0: done. 1: refused, or a check failed (for example, the books do not balance). 2: not understood; prints the usage.
`;

const nouns = await loadNouns();

/** The manual as Markdown. */
export function manual(): string {
  const sections = Object.entries(nouns).flatMap(([noun, verbs]) => [
    `\n## ${noun}`,
    ...Object.entries(verbs).map(([name, verb]) => section(`${noun} ${name}`, verb)),
  ]);
  const common = list({ ...commonOptions, help: flag('Show this') });
  return [PREFACE, '## Options of every verb\n', common, ...sections, ''].join('\n');
}

function section(name: string, verb: Verb): string {
  const { about, options, writes, asks, asksWhen, searches, needsApproval } = verb;
  const inProduction = [
    ...(asks ? [`requests confirmation${asksWhen === undefined ? '' : ` if ${asksWhen}`}`] : []),
    ...(needsApproval ? ['needs a second person'] : []),
  ].join(' and ');
  const marks = writes
    ? ` *Writes${inProduction === '' ? '' : `; in production it ${inProduction}`}.*`
    : searches
      ? ' *On record.*'
      : '';
  return [`\n**${name}**: ${about}.${marks}`, list(options)].filter((part) => part !== '').join('\n');
}

/** Lists options, one a line. */
function list(options: Options): string {
  const lines = Object.entries(options).map(([key, option]) => {
    const { about, required, repeated } = option;
    return `- \`${optionTerm(key, option)}\`: ${about}${required ? ' (required)' : ''}${repeated ? ' (may be repeated)' : ''}`;
  });
  return lines.join('\n');
}
