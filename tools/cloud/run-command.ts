import { type Command, CommanderError } from 'commander';
import { terminal } from '#local/terminal';
import { errorSentence } from '#ops/errors';

/** Runs a command line. @returns the exit code: 0 success, 1 failure, 2 invalid arguments */
export async function runCommand(command: Command, run: () => Promise<boolean>): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  let isGood = false;
  try {
    await command
      .exitOverride()
      .showHelpAfterError()
      .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
      .action(async () => {
        isGood = await run();
      })
      .parseAsync();
    return isGood ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.error(`${errorSentence(error)}\n`);
    return 1;
  }
}
