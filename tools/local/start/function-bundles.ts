import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { type BuildContext, context, type Metafile, type OutputFile, transform } from 'esbuild';
import { bundlerOptions, runtimeFiles } from '#infra/build/build-functions';
import { endpoints, workers } from '#shared/contract/endpoints';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/**
 * The functions bundled for this machine. What several of them use is one file that they share, which takes a second
 * where the bundles to deploy, each complete, take eight. The sources and the options are the same.
 */
export class FunctionBundles {
  /** Text of each file as bundled, by its path. */
  readonly #written = new Map<string, string>();

  private constructor(
    readonly functionsDir: string,
    private readonly bundler: BuildContext<{ write: false; metafile: true }>,
  ) {}

  /** A bundler that writes into a folder; it keeps parsed files until it is closed. */
  static async open(functionsDir: string): Promise<FunctionBundles> {
    const folders = [...endpoints, ...workers].map((row) => row.folder);
    const bundler = await context({
      ...bundlerOptions(folders, functionsDir),
      write: false,
      // Only this format can be split.
      format: 'esm',
      splitting: true,
      chunkNames: 'shared/[name]-[hash]',
      minifySyntax: true,
    });
    return new FunctionBundles(functionsDir, bundler);
  }

  /**
   * Bundles what has changed since the last call.
   * @returns the folders of the functions that are others than before; at first all of them
   * @throws esbuild's BuildFailure when the code does not bundle, BuildError when an asset is missing; nothing was written then
   */
  async build(): Promise<readonly string[]> {
    const isFirst = this.#written.size === 0;
    const [{ outputFiles, metafile }, runtime] = await Promise.all([
      this.bundler.rebuild(),
      isFirst ? runtimeFiles(this.functionsDir) : { files: [] },
    ]);
    const changed = outputFiles.filter(({ path, text }) => this.#written.get(path) !== text);
    const files: (readonly [path: string, contents: Uint8Array])[] = await Promise.all(
      changed.map((file) => toCommonJs(file, metafile)),
    );
    files.push(...runtime.files);
    // A function is loaded at its first call: the files that its entry requires must exist before the entry.
    await Promise.all(files.filter(([path]) => !isEntry(path)).map(write));
    await Promise.all(files.filter(([path]) => isEntry(path)).map(write));
    for (const { path, text } of changed) this.#written.set(path, text);
    // The names of shared files hold a hash of their content, and so the text of an entry changes with them.
    return changed.filter(({ path }) => isEntry(path)).map(({ path }) => dirname(path));
  }

  close(): Promise<void> {
    return this.bundler.dispose();
  }
}

const isEntry = (path: string) => basename(path) === 'index.js';

async function toCommonJs(
  { path, text }: OutputFile,
  metafile: Metafile,
): Promise<[path: string, contents: Uint8Array]> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
  });
  return [
    path,
    Buffer.from(isCommonJsPackage(path, metafile) ? `${code}module.exports = module.exports.default;\n` : code),
  ];
}

/** A CommonJS package that is imported dynamically is split off with all of its exports in the default one. */
function isCommonJsPackage(path: string, { inputs, outputs }: Metafile): boolean {
  const entry = outputs[relative(REPOSITORY, path)]?.entryPoint;
  return entry !== undefined && inputs[entry]?.format === 'cjs';
}

async function write([path, contents]: readonly [path: string, contents: Uint8Array]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
