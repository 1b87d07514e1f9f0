/**
 * Offers the exports of a program to the process that started this one, until that one hangs up or dies; then the
 * program's `cleanUp` runs, and this ends.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBirpc } from 'birpc';

const program = import(pathToFileURL(join(import.meta.dirname, process.argv[2] ?? '')).href);
// An interrupt from the keyboard reaches both processes: the parent decides.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => void program.then(({ cleanUp }) => cleanUp?.()).finally(() => process.exit()));

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const post = (message: object) => process.connected && process.send?.(message);
const on = (listen: (message: unknown) => void) => process.on('message', listen);
createBirpc({ ...(await program), cpuMs }, { post, on, timeout: -1 });
