/** Plays the plan of steps on emulators (`npm run verify:cloud`), or in an account that may be thrown away (`npm run rehearse`). */
import { type Place, readPlace, readRequest, USAGE } from '#cloud/plan/options';
import { emulatorCannot, plan } from '#cloud/plan/plan';
import { rehearse } from '#cloud/plan/rehearse';
import { verifyCloud } from '#cloud/plan/verify-cloud';
import { errorSentence, UsageError } from '#ops/errors';
import { terminal } from '#scripts/terminal';

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const write = (line: string) => terminal.out(`${line}\n`);
  let known: Place = 'emulator';
  try {
    const { place, rest } = readPlace(process.argv.slice(2));
    known = place;
    const request = readRequest(rest, place);
    if (request.kind === 'help') {
      write(USAGE[place]);
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
    const watch = { write, signal: interrupted.signal };
    const isGood = await (request.kind === 'verify' ? verifyCloud(request, watch) : rehearse(request, watch));
    return isGood ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.error(isUsage ? `${error.message}.\n\n${USAGE[known]}\n` : `${errorSentence(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main();
