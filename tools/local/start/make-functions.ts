/** Bundles the functions into the folder in the first argument. Runs at low priority, because the stack starts at the same time. */
import { setPriority } from 'node:os';
import { buildErrorLines } from '#infra/build/build-functions';
import { FunctionBundles } from '#local/start/function-bundles';

const [, , outDir] = process.argv;
if (outDir === undefined) throw new Error('The folder of the bundles is missing');
setPriority(10);
const startedMs = performance.now();
process.stderr.write('Bundling the functions …\n');
const bundles = await FunctionBundles.open(outDir);
try {
  const folders = await bundles.build();
  process.stderr.write(`Bundled ${folders.length} functions in ${Math.round(performance.now() - startedMs)} ms\n`);
} catch (error) {
  const lines = buildErrorLines(error) ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
await bundles.close();
