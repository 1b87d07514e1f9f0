/** `npm run demo`: the whole cross-ramp journey on the running local stack, told step by step. */
import { demoTarget, demoUsage, readDemoArguments } from '#scripts/demo/demo-options';
import { runDemo } from '#scripts/demo/run-demo';
import { sentenceOf, UsageFault } from '#scripts/ops/faults';

/** Sixty seconds; with the sandbox's own pace the journey takes about fifteen. */
const LIMIT_MS = 60_000;

async function main(): Promise<number> {
  try {
    const given = readDemoArguments(process.argv.slice(2), process.env);
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    if (given === undefined) {
      write(demoUsage);
      return 0;
    }
    await runDemo({ ...(await demoTarget(given, process.env)), limitMs: LIMIT_MS, write });
    return 0;
  } catch (error) {
    const usage = error instanceof UsageFault;
    process.stderr.write(usage ? `${error.message}.\n\n${demoUsage}\n` : `\n${sentenceOf(error)}\n`);
    return usage ? 2 : 1;
  }
}

process.exitCode = await main();
