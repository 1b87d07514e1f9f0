/**
 * `npm start`: runs the bundle that the last start left, which loads in less than half of the time, or the sources if one of them
 * has changed. A start from the sources leaves the bundle of the next one.
 */
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../..');
const folder = join(root, '.local/start');

/** Returns whether each source has the time of change that it had when the bundle was made. */
function isCurrent() {
  try {
    const made = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'));
    const isHere = made.node === process.version && made.root === root;
    return isHere && made.sources.every(([path, changedMs]) => statSync(join(root, path)).mtimeMs === changedMs);
  } catch {
    return false;
  }
}

if (isCurrent()) {
  await import(join(folder, 'start.mjs'));
} else {
  await import('tsx');
  await import('../start.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/local/start/make-start.ts'], {
    cwd: root,
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill());
}
