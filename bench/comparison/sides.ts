import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { buildFunctions, noCrashPoints } from '#infra/build/build-functions';
import { withShims } from '#infra/build/shims';
import { PEERS } from '../peers-installation';

const REPOSITORY = resolve(import.meta.dirname, '../..');
/** Ignored by git, and written anew by each run. */
export const OUT = join(PEERS, 'dist');

export type SideName = 'service' | 'powertools' | 'express';

/** One way to serve the creation of a cross-ramp, bundled. */
export interface Side {
  readonly name: SideName;
  readonly title: string;
  /** How it was bundled, where there are two ways. */
  readonly build: 'own' | 'service';
  /** The folder that would be uploaded; it holds the bundle. */
  readonly folder: string;
  readonly bundle: string;
  readonly bytes: number;
}

export interface Built {
  readonly sides: readonly Side[];
  /** The process that holds a function. */
  readonly host: string;
}

const titles: Record<SideName, string> = {
  service: 'the service',
  powertools: 'Powertools idempotency',
  express: 'Express monolith',
};

/** The same for all: the service's SDK in one copy, and without the points at which tests crash it. */
const common = {
  absWorkingDir: REPOSITORY,
  bundle: true,
  platform: 'node',
  minify: true,
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions;

const sdk = Object.fromEntries(
  ['client-dynamodb', 'lib-dynamodb', 'util-dynamodb'].map((name) => [
    `@aws-sdk/${name}`,
    join(REPOSITORY, 'node_modules/@aws-sdk', name),
  ]),
);
const alias = {
  ...sdk,
  '#shared/platform/observability/crash-point': join(
    REPOSITORY,
    'shared/platform/observability/crash-point-absent.ts',
  ),
};

/** As infra/build/build-functions.ts does, to tell what the build gives from what the shape gives. */
const asTheService = {
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
  alias: sdk,
  plugins: [withShims(noCrashPoints)],
} satisfies BuildOptions;

/** Lets what is CommonJS inside a module ask for built-in modules; Powertools documents this line. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** As each one's documentation bundles it: Powertools as a module, Express as what it is written in, CommonJS. */
const asDocumented = {
  powertools: { format: 'esm', target: 'node24', banner: { js: REQUIRE }, alias },
  express: { format: 'cjs', target: 'node24', alias },
} satisfies Record<string, BuildOptions>;

/** Bundles the service and its peers. */
export async function buildSides(): Promise<Built> {
  const { functionsDir } = await buildFunctions();
  const service = await placeOf('service', 'index.js');
  await copyFile(join(functionsDir, 'cross-ramp/create/index.js'), service);
  const sides = [await sideOf('service', 'service', service)];
  for (const name of ['powertools', 'express'] as const) {
    const documented = asDocumented[name];
    const own = await placeOf(name, documented.format === 'esm' ? 'index.mjs' : 'index.js');
    const ours = await placeOf(`${name}-built-as-the-service`, 'index.js');
    const entryPoints = [join(PEERS, name, 'handler.ts')];
    await build({ ...common, ...documented, entryPoints, outfile: own });
    await build({ ...common, ...asTheService, entryPoints, outfile: ours });
    sides.push(await sideOf(name, 'own', own), await sideOf(name, 'service', ours));
  }
  const host = join(OUT, 'function-host.mjs');
  const entryPoints = [join(import.meta.dirname, 'function-host.ts')];
  await build({ ...common, format: 'esm', target: 'node24', entryPoints, outfile: host });
  return { sides, host };
}

/** A folder of its own, which says that what is not named otherwise is CommonJS. */
async function placeOf(name: string, file: string): Promise<string> {
  const folder = join(OUT, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  return join(folder, file);
}

async function sideOf(name: SideName, builtAs: Side['build'], bundle: string): Promise<Side> {
  const title =
    name !== 'service' && builtAs === 'service' ? `${titles[name]}, built as the service` : titles[name];
  return { name, title, build: builtAs, folder: dirname(bundle), bundle, bytes: (await stat(bundle)).size };
}
