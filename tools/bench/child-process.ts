/** Exposes a program's exports to the parent process. When the parent disconnects or ends, runs `cleanUp` and exits. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBirpc } from 'birpc';

const program = import(pathToFileURL(join(import.meta.dirname, process.argv[2] ?? '')).href);
// Ctrl-C reaches the parent and this process. Ignore the signal here: this process ends when the parent disconnects.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => void program.then(({ cleanUp }) => cleanUp?.()).finally(() => process.exit()));

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const post = (message: object) => process.connected && process.send?.(message);
const on = (listen: (message: unknown) => void) => process.on('message', listen);
createBirpc({ ...(await program), cpuMs }, { post, on, timeout: -1 });
