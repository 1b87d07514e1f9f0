/** `npm run preflight`: what a deployment of a stage needs, asked before anything is made. */
import { errorSentence, UsageError } from '#ops/errors';
import { terminal } from '#scripts/terminal';
import { readRequest, USAGE } from './options';
import { conclusion, preflight, toLines } from './preflight';

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const write = (text: string) => terminal.out(`${text}\n`);
  try {
    const request = readRequest(process.argv.slice(2));
    if (request.kind === 'help') {
      write(USAGE);
      return 0;
    }
    const { env, settingsFile: configPath } = request;
    const results = await preflight({ env, configPath }, process.env);
    write(results.map(toLines).join('\n'));
    write(`\n${conclusion(results)}`);
    return results.every(({ todo }) => todo === undefined) ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.error(isUsage ? `${error.message}.\n\n${USAGE}\n` : `${errorSentence(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main();
