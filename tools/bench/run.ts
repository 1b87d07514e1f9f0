/**
 * `npm run bench` runs all parts of the benchmarks, `npm run bench -- init cost` only the parts `init` and `cost`. Prints tables
 * and writes docs/benchmarks.md. `--page` writes the page from stored results without measuring. `RunOptions` describes `--quick`
 * and `init cpu --against <folder or git ref>`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ensurePeers, NODE_24 } from './installation';
import { cost } from './parts/cost';
import { cpu } from './parts/cpu';
import { delivery } from './parts/delivery';
import { growth } from './parts/growth';
import { init } from './parts/init';
import { peers } from './parts/peers';
import { throughput } from './parts/throughput';
import { storeResult, toText, writePage } from './report/page';
import type { Part } from './report/part';

/** Parts in the order of their execution, which is also the order of their chapters on the page. */
const published: readonly Part[] = [init, throughput, delivery, cost, growth, peers];
/** Parts that can compare the handlers with another checkout's handlers. */
const comparable: readonly Part[] = [init, cpu];

const options = {
  quick: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  against: { type: 'string' },
} as const;
const { values, positionals } = readArguments();
const { quick, against } = values;
const parts = against === undefined ? published : comparable;
const names = parts.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${names.join(', ')}.`);
  process.exit(1);
}
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
// Exit normally after Ctrl-C: only a normal exit removes the temporary folders.
process.once('SIGINT', () => process.exit(130));
const chosen = parts.filter(({ name }) => (positionals.length === 0 ? names : positionals).includes(name));
const isPublished = !quick && against === undefined;
if (values.page) {
  await writePage();
  process.exit();
}
const [only, ...others] = chosen;
if (only !== undefined && others.length === 0 && process.version.startsWith('v24.')) await measure(only);
else for (const { name } of chosen) await measureApart(name);
if (isPublished) await writePage();
process.exit();

/** Parses the arguments. Exits with a one-line message if an option is unknown. */
function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}. The options are --quick, --page and --against.`);
    return process.exit(1);
  }
}

/**
 * Runs a part in its own process, with the deployed Node version. In a shared process, it would use the previous part's warm
 * clients and bundles.
 */
async function measureApart(name: string): Promise<void> {
  ensurePeers();
  const given = process.argv.slice(2).filter((one) => !names.includes(one));
  const args = ['--import', 'tsx', import.meta.filename, ...given, name];
  const [code] = await once(spawn(NODE_24, args, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${name} exited with code ${code}`);
}

async function measure(part: Part): Promise<void> {
  const startedMs = performance.now();
  const progress = (line: string) => process.stderr.write(`${part.name}: ${line}\n`);
  const result = await part.run({ quick, against, progress });
  if (isPublished) await storeResult(part.name, result);
  console.log(toText(part, result));
  progress(`${Math.round((performance.now() - startedMs) / 1000)} s`);
}
