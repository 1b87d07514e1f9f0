/** `npm run demo`: the cross-ramp journeys of a person and of a business on the running local stack, step by step. */

import { errorSentence, UsageError } from '#ops/errors';
import { demoTarget, demoUsage, readDemoArguments } from '#scripts/demo/demo-options';
import { runDemo } from '#scripts/demo/run-demo';
import { terminal } from '#scripts/terminal';
import { RampConnectionError } from '#sdk/errors';

/** Thirty seconds for each wait; with the sandbox's own pace the two journeys take about thirty. */
const LIMIT_MS = 30_000;

async function main(): Promise<number> {
  try {
    const given = readDemoArguments(process.argv.slice(2), process.env);
    const write = (line: string) => terminal.out(`${line}\n`);
    if (given === undefined) {
      write(demoUsage);
      return 0;
    }
    await runDemo({ ...(await demoTarget(given, process.env)), limitMs: LIMIT_MS, write });
    return 0;
  } catch (error) {
    const usage = error instanceof UsageError;
    terminal.error(usage ? `${error.message}.\n\n${demoUsage}\n` : `\n${sentenceOf(error)}\n`);
    return usage ? 2 : 1;
  }
}

/** One sentence about what ended the demo. */
function sentenceOf(error: unknown): string {
  return error instanceof RampConnectionError ? `${error.message}. Is it running?` : errorSentence(error);
}

process.exitCode = await main();
