import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { NODE_24 } from '../peers-installation';

const VERSION = '4.0.2';

/** Outside the repository, and kept: the client refuses older Node versions, and takes a minute to build. */
const CACHE = join(tmpdir(), `partner-ramp-bench-ric-${VERSION}`);

/** What runs a handler: a program for Node that speaks to the Runtime API. */
export interface RuntimeClient {
  readonly node: string;
  readonly program: string;
  /** What it is, for the reader. */
  readonly name: string;
}

/** AWS's own client where it can be built, else a loop of our own that does the same three requests. */
export async function runtimeClient(
  folder: string,
  progress: (line: string) => void,
): Promise<RuntimeClient> {
  const program = join(CACHE, 'node_modules/aws-lambda-ric/index.mjs');
  if (existsSync(NODE_24) && ((await isBuilt()) || (await buildClient(progress))))
    return { node: NODE_24, program, name: `aws-lambda-ric ${VERSION} on Node 24` };
  const loop = join(folder, 'runtime-loop.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'runtime-loop.ts')],
    outfile: loop,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const node = existsSync(NODE_24) ? NODE_24 : process.execPath;
  return { node, program: loop, name: 'a loop in a fresh process: aws-lambda-ric could not be built here' };
}

async function isBuilt(): Promise<boolean> {
  return existsSync(join(CACHE, 'node_modules/aws-lambda-ric/rapid-client.node'));
}

/** @returns whether it can be used */
async function buildClient(progress: (line: string) => void): Promise<boolean> {
  progress(`building aws-lambda-ric ${VERSION} in ${CACHE}, about a minute`);
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'package.json'), '{ "private": true }\n');
  const npm = await npmProgram();
  if (npm === undefined) return false;
  // The headers of the binary that runs it, whatever npm is set to on this machine.
  const home = resolve(NODE_24, '../..');
  const installation = spawn(
    NODE_24,
    [npm, 'install', `aws-lambda-ric@${VERSION}`, '--no-fund', '--no-audit'],
    {
      cwd: CACHE,
      stdio: 'ignore',
      env: {
        ...process.env,
        PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
        npm_config_nodedir: home,
      },
    },
  );
  const [code] = await once(installation, 'exit');
  return code === 0 && (await isBuilt());
}

/** npm's own program, to run it by another Node than the one it came with. */
async function npmProgram(): Promise<string | undefined> {
  const { npm_execpath: running, PATH = '' } = process.env;
  const found = [running, ...PATH.split(delimiter).map((folder) => join(folder, 'npm'))].find(
    (path) => path !== undefined && existsSync(path),
  );
  return found === undefined ? undefined : realpath(found);
}
