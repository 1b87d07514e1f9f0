import { dirname } from 'node:path';
import { awsCommands, filled } from '#cloud/plan/documented-commands';
import type { Programs } from '#cloud/plan/programs';
import { check } from '#cloud/steps/checks';

/** How the command line ends where nothing but credentials is missing: the call and its parameters are right by then. */
const ONLY_CREDENTIALS_MISSING = /Unable to locate credentials/;

/** How a call ends that a sentence only names, without its arguments: it exists. */
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
