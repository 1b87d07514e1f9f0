import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { type BuildContext, context, type Metafile, type OutputFile, transform } from 'esbuild';
import { bundlerOptions, runtimeFiles } from '#infra/build/build-functions';
import { endpoints, workers } from '#shared/contract/endpoints';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/**
 * Bundles the functions for this machine in one second, because common code is bundled once into shared files. For a deployment,
 * bundling takes eight seconds, because each bundle contains its own copy of the common code.
 */
export class FunctionBundles {
  /** Text of each bundled file, by path. */
  readonly #written = new Map<string, string>();

  private constructor(
    readonly functionsDir: string,
    private readonly bundler: BuildContext<{ write: false; metafile: true }>,
  ) {}

  /** Creates a bundler that writes into a folder. The bundler keeps parsed files in memory until `close`. */
  static async open(functionsDir: string): Promise<FunctionBundles> {
    const folders = [...endpoints, ...workers].map((row) => row.folder);
    const bundler = await context({
      ...bundlerOptions(folders, functionsDir),
      write: false,
      // esbuild can split only ES modules into shared files.
      format: 'esm',
      splitting: true,
      chunkNames: 'shared/[name]-[hash]',
      minifySyntax: true,
    });
    return new FunctionBundles(functionsDir, bundler);
  }

  /**
   * Bundles the sources that changed since the last call (at first, all). Returns the folders of the changed functions.
   * @throws esbuild's BuildFailure if bundling fails, BuildError if an asset is missing; no file is written then
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
    // A function can be loaded at any moment. Write the shared files first: an entry file requires them.
    await Promise.all(files.filter(([path]) => !isEntry(path)).map(write));
    await Promise.all(files.filter(([path]) => isEntry(path)).map(write));
    for (const { path, text } of changed) this.#written.set(path, text);
    // The name of a shared file contains a hash of its content, so an entry changes whenever one of its shared files changes.
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

/**
 * Returns true if the file is a dynamically imported CommonJS package. esbuild puts all exports of such a package into the
 * default export, which `toCommonJs` unwraps.
 */
function isCommonJsPackage(path: string, { inputs, outputs }: Metafile): boolean {
  const entry = outputs[relative(REPOSITORY, path)]?.entryPoint;
  return entry !== undefined && inputs[entry]?.format === 'cjs';
}

async function write([path, contents]: readonly [path: string, contents: Uint8Array]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
