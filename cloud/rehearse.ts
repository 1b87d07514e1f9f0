/** `npm run rehearse`: the rehearsal of a deployment in an account that may be thrown away, step by step, with a log. */

import { readRequest, USAGE } from '#cloud/plan/options';
import { emulatorCannot, plan } from '#cloud/plan/plan';
import { rehearse } from '#cloud/plan/rehearse';
import { errorSentence, UsageError } from '#ops/errors';

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const request = readRequest(process.argv.slice(2));
    if (request.kind === 'help') {
      write(USAGE);
      return 0;
    }
    if (request.kind === 'list') {
      // At once: a reader such as `head` may leave after the first lines.
      write(
        plan
          .map(
            ({ id, asks }) => `${id.padEnd(18)} ${asks}${emulatorCannot[id] === undefined ? '' : ' (in an account)'}`,
          )
          .join('\n'),
      );
      return 0;
    }
    const interrupted = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
    return (await rehearse(request, { write, signal: interrupted.signal })) ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}.\n\n${USAGE}\n` : `${errorSentence(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main();
