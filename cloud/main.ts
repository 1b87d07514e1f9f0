/** `npm run verify:cloud`: tries a deployment out, on an emulator of AWS or in an account. */
import { readRequest, USAGE } from '#cloud/plan/options';
import { plan } from '#cloud/plan/plan';
import { verify } from '#cloud/plan/verify';
import { errorSentence, UsageError } from '#ops/errors';
import { terminal } from '#scripts/terminal';

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  try {
    const request = readRequest(process.argv.slice(2));
    if (request.kind === 'help') {
      terminal.out(`${USAGE}\n`);
      return 0;
    }
    if (request.kind === 'list') {
      const lines = plan.map(
        ({ id, proves, onEmulator }) => `${id.padEnd(23)} ${proves}${onEmulator ? ' (emulator)' : ''}`,
      );
      terminal.out(`${lines.join('\n')}\n`);
      return 0;
    }
    const interrupted = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
    return (await verify(request, interrupted.signal)) ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.error(isUsage ? `${error.message}.\n\n${USAGE}\n` : `${errorSentence(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main();
