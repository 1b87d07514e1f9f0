import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildFailure, type BuildOptions, build, type Metafile } from 'esbuild';
import { endpoints, workers } from '#shared/contract/endpoints';
import { DOCUMENT_LAYER, documentFiles } from '#shared/documents/files';
import { buildSite } from '#site/build-site';
import { buildKey, isCurrent, writeStamp } from './build-stamp';
import makeGenerated from './generated';
import { unusedShims, withShims } from './shims';

const REPOSITORY = resolve(import.meta.dirname, '../..');

export interface FunctionBuildOptions {
  /** Output folder. @default `dist` in the repository */
  readonly outDir?: string;
  /** Keeps the crash points, for tests that crash a deployed stack on purpose. @default false */
  readonly crashPoints?: boolean;
}

export interface BuildResult {
  /** Contains one complete folder per function, and the folder of the layer, ready for upload. */
  readonly functionsDir: string;
  /** Folders of the functions, as in the endpoint and worker tables. */
  readonly folders: readonly string[];
  /** Bytes of each function's bundle, by folder. */
  readonly bytes: ReadonlyMap<string, number>;
  readonly metafile: Metafile;
  readonly runtime: RuntimeFiles;
  readonly durationMs: number;
}

/** An error that a repeated build cannot fix. Its message contains the required action. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

interface Asset {
  /** Source path, relative to the repository's root. */
  readonly source: string;
  /** File name in the folder of the bundle. */
  readonly target: string;
  /** Command that creates the source file; the error message for a missing file contains it. */
  readonly madeBy: string;
}

const programOf = (name: string) => ({
  source: `node_modules/@cwasm/${name}/${name}.wasm`,
  target: `${name}.wasm`,
  madeBy: 'npm ci',
});

/** Files that a function reads at run time from the folder of its bundle, and the files of the layer. */
export const ASSETS: Readonly<Record<string, readonly Asset[]>> = {
  'docs/openapi': [{ source: 'docs/openapi.json', target: 'openapi.json', madeBy: 'npm run docs' }],
  // Packages that load their WebAssembly file from the folder of the bundle.
  'branding/update': [programOf('lodepng'), programOf('webp')],
  ...Object.fromEntries(
    endpoints
      .filter(({ settings }) => settings.includes('DOCUMENT_FILES'))
      .map(({ folder }) => [folder, [programOf('lodepng')]]),
  ),
  [DOCUMENT_LAYER]: Object.entries(documentFiles).map(([target, source]) => ({ source, target, madeBy: 'npm ci' })),
};

/** A function's `package.json`, so that Node reads the bundle as CommonJS. This repository's `package.json` says ESM. */
const COMMONJS = Buffer.from('{"type":"commonjs"}\n');

/** File name of a bundle in the folder of its function. */
export const BUNDLE = 'main.js';

/**
 * File that the Lambda runtime loads with `import`. For an imported CommonJS module, Node searches the text for the names of its
 * exports, which takes 3 ms for a bundle. `require` avoids this search.
 */
const ENTRY = Buffer.from(`exports.handler = require('./${BUNDLE}').handler;\n`);

/**
 * Bundles all functions and replaces each changed file as a whole, so a running local stack never reads an incomplete bundle.
 * @throws BuildError if an asset is missing or a shim is not used; esbuild's BuildFailure if the code cannot be bundled
 */
export async function buildFunctions({
  outDir = join(REPOSITORY, 'dist'),
  crashPoints = false,
}: FunctionBuildOptions = {}): Promise<BuildResult> {
  const startedAt = performance.now();
  const functionsDir = resolve(outDir, 'functions');
  const folders = [...endpoints, ...workers].map((row) => row.folder);
  const { metafile, outputFiles } = await bundle({ folders, functionsDir, crashPoints });
  for (const { packageName, imported, path } of unusedShims(metafile))
    throw new BuildError(`${packageName} no longer imports ${imported}: remove the unused shim ${path}`);

  const files = new Map<string, Uint8Array>(
    outputFiles.map(({ path, contents }) => [withMapsApart(path, functionsDir), contents]),
  );
  const runtime = await runtimeFiles(functionsDir);
  for (const [path, contents] of runtime.files) files.set(path, contents);
  for (const folder of folders) {
    files.set(join(functionsDir, folder, 'package.json'), COMMONJS);
    files.set(join(functionsDir, folder, 'index.js'), ENTRY);
  }
  files.set(join(outDir, 'metafile.json'), Buffer.from(JSON.stringify(metafile)));
  await writeChanged(files, outDir);
  await removeStale(functionsDir, files);

  const bytes = new Map(folders.map((folder) => [folder, files.get(join(functionsDir, folder, BUNDLE))?.length ?? 0]));
  return { functionsDir, folders, bytes, metafile, runtime, durationMs: Math.round(performance.now() - startedAt) };
}

/** Replaces crash points by empty functions. The bundler removes these functions and their calls. */
const noCrashPoints = {
  '#shared/platform/observability/crash-point': '#shared/platform/observability/crash-point-absent',
};

/** Moves source maps to a separate folder that is not uploaded: they would double the size of a release. */
function withMapsApart(path: string, functionsDir: string): string {
  return path.endsWith('.map') ? join(functionsDir, '../maps', relative(functionsDir, path)) : path;
}

function bundle({
  folders,
  functionsDir,
  crashPoints,
}: {
  readonly folders: readonly string[];
  readonly functionsDir: string;
  readonly crashPoints: boolean;
}) {
  const shared = bundlerOptions(folders, functionsDir, crashPoints);
  return build({
    ...shared,
    entryPoints: [
      ...shared.entryPoints.map((entry) => ({ ...entry, out: join(dirname(entry.out), basename(BUNDLE, '.js')) })),
    ],
    // On Node 24, ESM's `import 'node:http'` loads all of undici; `require` does not. The AWS SDK imports `node:http`
    // dynamically, so dynamic imports also become `require`. The time to the first response is then a fifth shorter.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    minify: true,
    // Source maps, to read stack traces offline. Functions do not load the maps, because loading takes a third of the start time.
    sourcemap: 'external',
    sourcesContent: false,
  });
}

/** Returns the bundler options of all output formats: entry points, preferred builds of packages, module replacements. */
export function bundlerOptions(folders: readonly string[], functionsDir: string, crashPoints = false) {
  return {
    absWorkingDir: REPOSITORY,
    entryPoints: folders.map((folder) => ({ in: `functions/${folder}/handler.ts`, out: `${folder}/index` })),
    outdir: functionsDir,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    // The code runs on Node 24 in AWS and on Node 20 on laptops.
    target: 'node20',
    // Prefer the ESM builds of the AWS SDK: its CommonJS builds make a bundle 1.6 times as large.
    mainFields: ['module', 'main'],
    plugins: [withShims(crashPoints ? {} : noCrashPoints)],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  } satisfies BuildOptions;
}

/** The function that serves the developer pages. */
const SITE_FOLDER = 'docs/page';

/** Files that functions read at run time. */
export interface RuntimeFiles {
  readonly files: readonly (readonly [path: string, contents: Uint8Array])[];
  /** Absolute paths of the source files. */
  readonly inputs: readonly string[];
}

/** Returns the files that functions read at run time. @throws BuildError if a file is missing; Error if a page is invalid */
export async function runtimeFiles(functionsDir: string): Promise<RuntimeFiles> {
  await makeGenerated();
  const [assets, site] = await Promise.all([assetFiles(functionsDir), buildSite()]);
  const pages = [...site.files].map(([path, text]): [string, Uint8Array] => [
    join(functionsDir, SITE_FOLDER, path),
    Buffer.from(text),
  ]);
  const sources = Object.values(ASSETS).flatMap((list) => list.map(({ source }) => join(REPOSITORY, source)));
  return { files: [...assets, ...pages], inputs: [...sources, ...site.inputs] };
}

async function assetFiles(functionsDir: string): Promise<[path: string, contents: Uint8Array][]> {
  const copies = Object.entries(ASSETS).flatMap(([folder, assets]) => assets.map((asset) => ({ folder, asset })));
  return Promise.all(
    copies.map(async ({ folder, asset }): Promise<[string, Uint8Array]> => {
      const contents = await readIfThere(join(REPOSITORY, asset.source));
      if (contents === undefined) throw new BuildError(`${asset.source} is missing: run "${asset.madeBy}"`);
      return [join(functionsDir, folder, asset.target), contents];
    }),
  );
}

/**
 * Writes each changed file as a draft and then renames the draft. Drafts are outside the functions' folders: a draft that a
 * killed build leaves in such a folder would be deployed.
 */
async function writeChanged(files: ReadonlyMap<string, Uint8Array>, draftsDir: string): Promise<void> {
  await mkdir(draftsDir, { recursive: true });
  const write = async ([path, contents]: [string, Uint8Array], position: number): Promise<void> => {
    if ((await readIfThere(path))?.equals(contents) === true) return;
    const draft = join(draftsDir, `.draft-${process.pid}-${position}`);
    await writeFile(draft, contents);
    await mkdir(dirname(path), { recursive: true });
    await rename(draft, path);
  };
  await Promise.all([...files].map(write));
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes files that are not part of this build. They would cause a deployment of unchanged functions. */
async function removeStale(root: string, kept: ReadonlyMap<string, unknown>): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const stale = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !kept.has(path));
  await Promise.all(stale.map((path) => rm(path, { force: true })));
}

/** Returns all inputs of a build, including the build program itself, and all output files. */
function listBuildFiles({ metafile, runtime, functionsDir }: BuildResult): string[] {
  return [
    ...Object.keys(metafile.inputs).map((input) => resolve(REPOSITORY, input)),
    ...Object.keys(metafile.outputs).map((output) => withMapsApart(resolve(REPOSITORY, output), functionsDir)),
    ...runtime.files.map(([path]) => path),
    ...runtime.inputs,
    ...programFiles(),
    join(REPOSITORY, 'package-lock.json'),
  ];
}

function programFiles(): string[] {
  return ['infra/build', 'tools/site'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(REPOSITORY, folder, name)),
  );
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && 'warnings' in error;
}

/**
 * Returns the errors that made a build fail: one line per source error with file and line number, or the message of a
 * `BuildError`. Returns `undefined` for any other error.
 */
export function buildErrorLines(error: unknown): string[] | undefined {
  if (isBuildFailure(error)) return error.errors.map(errorLine);
  return error instanceof BuildError ? [error.message] : undefined;
}

/** Builds the functions into `dist` if a source has changed, and prints the result or the errors. @returns false on errors */
export async function buildIfChanged(): Promise<boolean> {
  await makeGenerated();
  const outDir = join(REPOSITORY, 'dist');
  const key = buildKey([...endpoints, ...workers].map((row) => row.folder));
  if (isCurrent(outDir, key)) {
    console.log('The functions are built already');
    return true;
  }
  try {
    const result = await buildFunctions({ outDir });
    writeStamp(outDir, key, listBuildFiles(result));
    const { folders, functionsDir, durationMs } = result;
    console.log(`Built ${folders.length} functions into ${relative(REPOSITORY, functionsDir)} in ${durationMs} ms`);
    return true;
  } catch (error) {
    const lines = buildErrorLines(error);
    if (lines === undefined) throw error;
    for (const line of lines) console.error(line);
    return false;
  }
}

function errorLine({ text, location }: BuildFailure['errors'][number]): string {
  return `${location === null ? '' : `${location.file}:${location.line}: `}${text}`;
}

const program = process.argv[1];
if (program !== undefined && import.meta.url === pathToFileURL(program).href && !(await buildIfChanged()))
  process.exitCode = 1;
