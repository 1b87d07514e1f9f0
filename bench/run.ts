/**
 * The benchmarks: `npm run bench` runs every part, `npm run bench -- init cost` some. Prints each part's tables and
 * writes docs/benchmarks.md. `--quick` runs a few rounds to see that all of it still works, and writes nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { parts } from './parts';
import { asText, writePage } from './report/page';
import type { Part } from './report/part';
import { keepResult } from './report/results';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown part: ${unknown.join(', ')}. The parts are ${parts.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const [only, ...others] = chosen;
if (only !== undefined && others.length === 0) await measure(only);
else for (const { name } of chosen) await measureApart(name);
if (!values.quick) await writePage(parts);

/** In a process of its own: clients and bundles that one part has used must not be warm for the next. */
async function measureApart(name: string): Promise<void> {
  const quick = values.quick ? ['--quick'] : [];
  const child = spawn(process.execPath, ['--import', 'tsx', import.meta.filename, name, ...quick], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

async function measure(part: Part): Promise<void> {
  const startedMs = performance.now();
  const result = await part.run({
    quick: values.quick,
    progress: (line) => process.stderr.write(`${part.name}: ${line}\n`),
  });
  if (!values.quick) await keepResult(part.name, result);
  console.log(asText(part, result));
  process.stderr.write(`${part.name}: ${Math.round((performance.now() - startedMs) / 1000)} s\n`);
}
