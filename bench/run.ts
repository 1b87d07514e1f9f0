/**
 * The benchmarks: `npm run bench` runs every part, `npm run bench -- init cost` some. Prints each part's tables and
 * writes docs/benchmarks.md. `--quick` runs a few rounds to see that all of it still works, and writes nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { cost } from './parts/cost';
import { cpu } from './parts/cpu';
import { delivery } from './parts/delivery';
import { growth } from './parts/growth';
import { init } from './parts/init';
import { peers } from './parts/peers';
import { rate } from './parts/rate';
import { throughput } from './parts/throughput';
import { storeResult, toText, writePage } from './report/page';
import type { Part } from './report/part';

/** In the order in which they run and are shown. */
const parts: readonly Part[] = [init, cpu, throughput, rate, delivery, cost, growth, peers];

const options = { quick: { type: 'boolean', default: false } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  const known = parts.map(({ name }) => name).join(', ');
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${known}.`);
  process.exit(1);
}
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
// Temporary folders are removed on exit.
process.once('SIGINT', () => process.exit(130));
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const [only, ...others] = chosen;
if (only !== undefined && others.length === 0) await measure(only);
else for (const { name } of chosen) await measureApart(name);
if (!values.quick) await writePage(parts);
process.exit();

/** In a process of its own: clients and bundles that one part has used must not be warm for the next. */
async function measureApart(name: string): Promise<void> {
  const args = ['--import', 'tsx', import.meta.filename, name, ...(values.quick ? ['--quick'] : [])];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

async function measure(part: Part): Promise<void> {
  const startedMs = performance.now();
  const progress = (line: string) => process.stderr.write(`${part.name}: ${line}\n`);
  const result = await part.run({ quick: values.quick, progress });
  if (!values.quick) await storeResult(part.name, result);
  console.log(toText(part, result));
  progress(`${Math.round((performance.now() - startedMs) / 1000)} s`);
}
