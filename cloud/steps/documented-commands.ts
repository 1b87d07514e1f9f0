import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Programs } from '#cloud/plan/programs';
import { check } from '#cloud/steps/checks';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** A command of the AWS command line, as a document shows it. */
export interface DocumentedCommand {
  /** On one line, without what stands around it. */
  readonly text: string;
  readonly document: string;
}

/** Form of a call of the AWS command line: a service, then an operation. */
const CALL = /\baws [a-z][a-z0-9-]+ [a-z][a-z0-9-]+/g;
/** Form of a call of the CDK: its name, then a command. */
const CDK_CALL = /\bnpx cdk [a-z]/g;

/** Every command of the AWS command line in the README and the documents. */
export function awsCommands(): DocumentedCommand[] {
  return documents().flatMap((document) =>
    commandsIn(readFileSync(join(REPOSITORY, document), 'utf8')).map((text) => ({ text, document })),
  );
}

/** Counts the calls of the AWS command line in the documents, wherever they stand in a sentence. */
export function countAwsCalls(): number {
  return countOf(CALL);
}

/** Every command of the CDK in the README and the documents, with its placeholders; one that stands twice comes twice. */
export function cdkCommands(): string[] {
  return documents().flatMap((document) =>
    codeLines(readFileSync(join(REPOSITORY, document), 'utf8'))
      .flatMap((line) => line.split('&&'))
      // Readers alone read what follows a `#`.
      .map((part) => part.replace(/\s#\s.*$/, '').trim())
      .filter((part) => part.startsWith('npx cdk ')),
  );
}

/** Counts the calls of the CDK in the documents, wherever they stand in a sentence. */
export function countCdkCalls(): number {
  return countOf(CDK_CALL);
}

function countOf(call: RegExp): number {
  return documents()
    .map((document) => readFileSync(join(REPOSITORY, document), 'utf8').match(call)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

function documents(): string[] {
  const docs = join(REPOSITORY, 'docs');
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.map((name) => relative(REPOSITORY, join(docs, name)))];
}

/** The calls of the AWS command line in a text. */
export function commandsIn(text: string): string[] {
  return codeLines(text).flatMap(callsIn);
}

/** The lines of a text's blocks of code, and its spans of code, which may be broken across lines. */
function codeLines(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```.*\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  const spans = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll(/\s+/g, ' '),
  );
  const lines = blocks.flatMap((block) => block.replaceAll(/\s*\\\n\s*/g, ' ').split('\n'));
  return [...lines, ...spans];
}

/** A line may assign what a call answers, or put it into the arguments of another. */
function callsIn(line: string): string[] {
  const [, inner] = /\$\((aws [^()]*)\)/.exec(line) ?? [];
  if (inner !== undefined) return [inner, ...callsIn(line.replace(`$(${inner})`, '$INNER'))];
  const start = line.trim().split(' && ');
  return start.filter((part) => part.startsWith('aws ')).map((part) => part.replace(/\s+#.*$/, ''));
}

/** Placeholders of values, each with a value of its form. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ENV: 'sandbox',
  NAME: 'name-of-one',
  ID: '01a204bc-d7d3-7078-aa5f-9fd12c7db358',
  USER: '01a204bc-d7d3-7078-aa5f-9fd12c7db358',
  N: '1',
  BUCKET: 'bucket-of-files',
  KEY: 'people/one/file',
  VERSION: 'version-of-one',
  POINT: '2026-11-21T10:00:00Z',
  ARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/name-of-one',
  TABLE: 'name-of-one',
  FIRST: 'us-east-1',
  SECOND: 'us-west-2',
  INNER: 'arn:aws:dynamodb:us-east-1:000000000000:table/name-of-one',
};

const names = Object.keys(PLACEHOLDERS).toSorted((one, other) => other.length - one.length);
const PLACEHOLDER = new RegExp(String.raw`\$(?:${names.join('|')})\b|(?<![\w-])(?:${names.join('|')})(?![\w=])`, 'g');

/** A command with its placeholders filled in. What it takes from the shell otherwise is left to the shell. */
export function filled(command: string): string {
  return command
    .replaceAll(PLACEHOLDER, (found) => PLACEHOLDERS[found.replace('$', '')] ?? found)
    .replace(/(?<=PartnerRamp-)ENV\b/, 'sandbox')
    .replaceAll('…', 'x');
}

/** End of the command line where nothing but credentials is missing: the call and its parameters are right by then. */
const ONLY_CREDENTIALS_MISSING = /Unable to locate credentials/;

/** End of a call that a sentence only names, without its arguments: it exists. */
const ONLY_ARGUMENTS_MISSING = /the following arguments are required/;

/** An option of line 2 of the command line alone, which line 1 does not need. */
const SECOND_LINE_ALONE = ' --cli-binary-format raw-in-base64-out';

/**
 * Runs every command of the AWS command line in the documents, with its placeholders filled in and without credentials:
 * service, operation, options and the form of each parameter are judged by AWS's own program.
 * @param aws the program
 */
export async function checkDocumentedCommands(programs: Programs, aws: string): Promise<string> {
  const commands = [...new Map(awsCommands().map((one) => [filled(one.text), one.document]))];
  check(commands.length > 0, 'no document shows a command of the AWS command line');
  for (const [command, document] of commands) {
    const { output } = await programs.run({
      name: `documented-${command.split(' ').slice(1, 3).join('-')}`,
      command: 'sh',
      args: ['-c', command.replace(SECOND_LINE_ALONE, '')],
      environment: {
        PATH: `${dirname(aws)}:${process.env.PATH}`,
        AWS_REGION: 'us-east-1',
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_EC2_METADATA_DISABLED: 'true',
      },
    });
    const last = output.trim().split('\n').at(-1);
    const isNamedAlone = command.split(' ').length === 3;
    check(
      ONLY_CREDENTIALS_MISSING.test(output) || (isNamedAlone && ONLY_ARGUMENTS_MISSING.test(output)),
      `${document} shows "${command}", which ends with: ${last}`,
    );
  }
  return `${commands.length} commands need nothing but credentials`;
}
