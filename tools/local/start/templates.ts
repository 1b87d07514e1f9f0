import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { generatedPaths } from '#infra/build/generated';
import { makeOnce } from '#local/start/make-once';
import { bundleProgram, type MakeOptions, runProgram, TSX } from '#local/start/make-program';
import { sourcePaths } from '#site/sources';

/** Sources of the bundles next to the templates, as the bundler tells them. */
export const METAFILE = 'bundles.metafile.json';

/** Bundles the functions and synthesizes the templates. */
const MAKE_TEMPLATES = 'tools/local/start/make-templates.ts';

const FUNCTION_INPUTS = [
  'functions',
  'shared',
  'infra/build',
  'tools/site',
  // Sources of the developer pages.
  ...sourcePaths,
  // Sources of the generated files, which are not inputs: the build makes them.
  'tools/docs',
  'sdk',
  'package-lock.json',
];
const TEMPLATE_INPUTS = ['infra', 'cdk.json', 'package.json', 'package-lock.json'];

/**
 * The templates of the sandbox stage with the bundles that are deployed, made again only when an input has changed.
 * Tests run on them. Several runs may ask at once; one makes them and the others wait.
 * @param crashPoints whether the bundles pass crash points, for stacks that are crashed on purpose
 * @returns the folder of the cloud assembly
 * @throws BuildFailedError when the bundling or the synthesis fails
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
 * The templates of the sandbox stage without code, for a run on `FunctionBundles`. They are made again only when a
 * file has changed that they were made from: most changes of a function leave them as they are.
 * @returns the folder of the cloud assembly
 * @throws BuildFailedError when the synthesis fails
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

/** Returns the hash of the sources of a local run's templates; undefined if they were never made. */
export function localTemplatesKey(root: string): string | undefined {
  const list = inputList(join(root, '.local', 'local-templates'));
  if (!existsSync(list)) return undefined;
  const modules = z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')));
  return hashInputs(root, [...TEMPLATE_INPUTS, ...modules]);
}

/** Holds the modules that the last synthesis ran. A module that is added is imported by one of these. */
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
