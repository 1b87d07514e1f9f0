/**
 * The benchmarks: `npm run bench` runs every part, `npm run bench -- init cost` some. Prints each part's tables and
 * writes docs/benchmarks.md. `--quick` runs a few rounds to see that all of it still works, and writes nothing.
 */
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
for (const part of parts) {
  if (positionals.length === 0 || positionals.includes(part.name)) await measure(part);
}
if (!values.quick) await writePage(parts);

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
