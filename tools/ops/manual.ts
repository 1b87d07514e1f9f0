/** The operator tool's manual, made from its verbs. */
import { flag, type Options, optionTerm } from '#ops/options';
import { loadNouns } from '#ops/program';
import { commonOptions, type Verb } from '#ops/verb';

const PREFACE = `# Operator tool

\`npm run -s ops -- <noun> <verb> [options]\`. Written by \`npm run docs\` from the commands themselves; the same texts come
with \`--help\` after a noun or a verb.

- **Where.** \`--env local\` (default) finds the running local stack by itself; \`--env sandbox\` and \`--env production\` work with
  the credentials and the region of the shell, on the table and the queues of that stage. The table itself says of which stage
  it is (a deployed stage writes that within a minute after its first deployment); the tool refuses a table of another stage,
  and one that says nothing. Of a deployed stage it calls AWS's own addresses alone; \`--endpoint\` names an emulator on this machine.
  The operator's role needs what the
  verbs do, the use of the table's key included: \`npx tsx tools/ops/policies/operator-policy.ts --env ENV --account ID --region REGION\` prints
  its policy (tools/ops/policies/operator-access.ts).
- **Production asks.** A verb that is marked *asks* wants a name typed first: that of the partner, or a word. Silence is no. \`--yes\`
  goes without, for scripts.
- **Two people.** In production a verb that is marked *needs a second person* changes nothing: it leaves a proposal for a day, and
  \`approval approve\` of another person carries it out, once, if what it was decided on has not changed. A person is the session or user
  name of an ARN, in any case, with or without a mail host (\`olga\` and \`olga@example.com\` are one); the root of an account and generated
  names of sessions are nobody. \`operator-policy.ts --proposes-alone\` prints the policy of a role that approves nothing. No role updates or deletes
  audit records or entries of the books, or writes their copies.
- **On record.** Every write leaves an audit record with the operator, the time, the verb and what it was done to:
  \`audit list\`. The operator is the ARN that STS reports for the credentials in use; on a laptop the
  system's user. Without one nothing is written. No secret and nothing of partners' users is in it. The records of partners and keys are part
  of the write itself. A search for persons or through all partners is marked *On record*: its record says by what was searched and whom
  it found, not for what. \`audit verify\` compares the records with copies that the stream brings to where operators cannot write.
- **On a page.** \`console\` serves searches, to-do lists and the most frequent actions on a page of this machine, by the same identity and
  the same verbs; each action shows its command line (docs/adr/025).
- **Short.** The value of \`--id\`, or of the only identifier that a verb requires, may stand without its option: \`transaction show ID\`.
- **For programs.** \`--json\` prints one line of JSON on standard output; sentences about what went wrong go to standard
  error.
- **Exit codes.** 0 done; 1 refused, or found to be wrong (such as books that do not balance); 2 not understood, with the usage.
`;

const nouns = await loadNouns();

/** The manual as Markdown. */
export function manual(): string {
  const sections = Object.entries(nouns).flatMap(([noun, verbs]) => [
    `\n## ${noun}`,
    ...Object.entries(verbs).map(([name, verb]) => section(`${noun} ${name}`, verb)),
  ]);
  const common = table({ ...commonOptions, help: flag('Show this') });
  return [PREFACE, '## Options of every verb\n', common, ...sections, ''].join('\n');
}

function section(name: string, verb: Verb): string {
  const { about, options, writes, asks, asksWhen, searches, needsApproval } = verb;
  const asking = asks ? `; asks in production${asksWhen === undefined ? '' : ` when ${asksWhen}`}` : '';
  const approval = needsApproval ? '; needs a second person there' : '';
  const marks = writes ? ` *Writes${asking}${approval}.*` : searches ? ' *On record.*' : '';
  const own = Object.keys(options).length === 0 ? '' : `\n\n${table(options)}`;
  return `\n### ${name}\n\n${about}.${marks}${own}`;
}

function table(options: Options): string {
  const rows = Object.entries(options).map(([key, option]) => {
    const { about, required, repeated } = option;
    const meaning = `${about}${required ? ' (required)' : ''}${repeated ? ' (may be repeated)' : ''}`;
    return `| \`${optionTerm(key, option)}\` | ${meaning.replaceAll('|', '\\|')} |`;
  });
  return ['| Option | Meaning |', '|---|---|', ...rows].join('\n');
}
