/** `npm run chaos`: kills the local stack again and again under traffic, and proves that nothing was lost. */
import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';
import { whole } from '#ops/options';
import { formatFigures, publish } from './figures';
import { runChaos } from './run-chaos';

const usage = `Usage: npm run chaos -- [options]

  --kills N    How often the stack is killed (default: 20)
  --seed N     Chooses moments, amounts and failures (default: a new one; it is printed)
  --failing N  Percent of posts that the endpoint refuses (default: 60)
  --publish    Write the figures into docs/reliability.md
  --help       Show this`;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const options = { kills: text, seed: text, failing: text, publish: flag, help: flag };
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<number> {
  // The SDK warns at each start that its support of Node.js 20 ends.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const given = readArguments(process.argv.slice(2));
  if (given.help === true) {
    print(usage);
    return 0;
  }
  const seed = whole(0, 999_999_999)(given.seed ?? String(Date.now() % 1_000_000), 'seed');
  const kills = whole(1, 1000)(given.kills ?? '20', 'kills');
  const failing = whole(0, 95)(given.failing ?? '60', 'failing') / 100;
  print(`seed ${seed}`);
  const figures = await runChaos({ seed, kills, failing, print });
  print(formatFigures(figures));
  for (const breach of figures.breaches) print(`BREACH ${breach}`);
  if (figures.breaches.length > 0) {
    print(`Something broke; run it again with --seed ${seed} --kills ${kills}.`);
    return 1;
  }
  if (given.publish === true) publish(figures, new Date().toISOString().slice(0, 10));
  print('Nothing was lost.');
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const usageWanted = error instanceof UsageError;
  process.stderr.write(
    `${usageWanted ? `${error.message}.\n\n${usage}` : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = usageWanted ? 2 : 1;
}
