import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { generatedPaths } from '#infra/build/generated';
import { makeOnce } from '#local/start/make-once';
import { bundleProgram, type MakeOptions, runProgram, TSX } from '#local/start/make-program';
import { sourcePaths } from '#site/sources';

/** Name of the bundler's metafile (next to the templates), which lists the sources of the bundles. */
export const METAFILE = 'bundles.metafile.json';

/** Program that bundles the functions and synthesizes the templates. */
const MAKE_TEMPLATES = 'tools/local/start/make-templates.ts';

const FUNCTION_INPUTS = [
  'functions',
  'shared',
  'infra/build',
  'tools/site',
  // Source files of the developer pages.
  ...sourcePaths,
  // Sources of the generated OpenAPI document and SDK. The generated files are not inputs, because the build creates them.
  'tools/docs',
  'sdk',
  'package-lock.json',
];
const TEMPLATE_INPUTS = ['infra', 'cdk.json', 'package.json', 'package-lock.json'];

/**
 * Builds the sandbox templates with deployable bundles, for tests, if an input has changed.
 * @returns the folder of the cloud assembly
 * @throws BuildFailedError if bundling or synthesis fails
 */
export async function deployableTemplates(options: MakeOptions, crashPoints = false): Promise<string> {
  const home = join(options.root, '.local', crashPoints ? 'crash-templates' : 'templates');
  const key = () => hashInputs(options.root, [...FUNCTION_INPUTS, ...TEMPLATE_INPUTS, MAKE_TEMPLATES]);
  return makeOnce({
    home,
    key,
    make: (draft) => runProgram(options, [...TSX, MAKE_TEMPLATES, draft, ...(crashPoints ? ['--crash-points'] : [])]),
  });
}

/**
 * Builds the sandbox templates without function code (see `FunctionBundles`), if a source of the templates has changed.
 * @returns the folder of the cloud assembly
 * @throws BuildFailedError if the synthesis fails
 */
export async function localTemplates(options: MakeOptions): Promise<string> {
  const home = join(options.root, '.local', 'local-templates');
  const key = () => localTemplatesKey(options.root);
  const make = async (draft: string): Promise<void> => {
    const folder = `${draft}-program`;
    const program = join(folder, 'make.cjs');
    const entry = 'tools/local/start/make-local-templates.ts';
    const modules = await bundleProgram({ root: options.root, entry, outfile: program });
    try {
      await runProgram(options, [program, draft]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    writeFileSync(inputList(home), JSON.stringify(modules));
  };
  return makeOnce({ home, key, make });
}

/** Returns the hash of the sources of the local templates; `undefined` before the first build. */
export function localTemplatesKey(root: string): string | undefined {
  const list = inputList(join(root, '.local', 'local-templates'));
  if (!existsSync(list)) return undefined;
  const modules = z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')));
  return hashInputs(root, [...TEMPLATE_INPUTS, ...modules]);
}

/**
 * Path of the list of modules in the last synthesis. `localTemplatesKey` hashes these modules. A new module also changes the
 * hash, because a module in the list must change to import the new module.
 */
const inputList = (home: string) => join(home, 'modules.json');

/** Returns the hash of the sources of a local run's functions. */
export function functionsKey(root: string): string {
  return hashInputs(root, [...FUNCTION_INPUTS, 'tools/local/start/function-bundles.ts']);
}

function hashInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of new Set(inputs.flatMap((input) => listFiles(join(root, input))))) {
    const path = relative(root, file);
    if (generatedPaths.some((generated) => path.startsWith(generated))) continue;
    hash.update(`${path}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex').slice(0, 32);
}

function listFiles(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
