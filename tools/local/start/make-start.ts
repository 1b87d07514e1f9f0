/** Bundles the program of `npm start` with its npm packages for the next start. First waits until all functions are bundled. */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { builtFunctions } from '#local/start/functions';
import { bundleProgram } from '#local/start/make-program';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, '.local/start');
const draft = join(folder, `draft-${process.pid}.mjs`);
setPriority(10);
await builtFunctions({ root, print: () => {} });
const startedMs = Date.now();
const modules = await bundleProgram({ root, entry: 'tools/local/start.ts', outfile: draft, withPackages: true });
const sources = [...modules, 'package-lock.json', 'node_modules/.package-lock.json']
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, changedMs: statSync(join(root, path)).mtimeMs }));
rmSync(join(folder, 'sources.json'), { force: true });
renameSync(draft, join(folder, 'start.mjs'));
// If a source was saved during bundling, the bundle may be outdated. In this case, do not write `sources.json`. The next start
// uses the bundle only if `sources.json` exists.
if (sources.every(({ changedMs }) => changedMs < startedMs)) {
  const list = sources.map(({ path, changedMs }) => [path, changedMs]);
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ node: process.version, root, sources: list }));
}
