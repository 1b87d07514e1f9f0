import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions } from 'esbuild';

export interface MakeOptions {
  /** The repository. */
  readonly root: string;
  /** Receives the output of the program. */
  readonly print: (text: string) => void;
}

/** Error for a program that failed. The program's output contains the reason. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
}

/** Node options to run a TypeScript program. */
export const TSX = ['--import', 'tsx'];

/**
 * Runs a Node program in a separate process, which frees its memory at exit. The program is killed when this process exits.
 * @throws BuildFailedError if the program exits with an error
 */
export function runProgram({ root, print }: MakeOptions, parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => child.kill();
    process.once('exit', end);
    child.stdout.setEncoding('utf8').on('data', print);
    child.stderr.setEncoding('utf8').on('data', print);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else reject(new BuildFailedError('The bundles and templates could not be built.'));
    });
  });
}

interface Program {
  readonly root: string;
  /** Path relative to `root`. */
  readonly entry: string;
  readonly outfile: string;
  /** Also bundles npm packages. @default only the project's modules are bundled */
  readonly withPackages?: true;
}

/**
 * Bundles a program into one file. The default is CommonJS, which loads the CDK in half the time of Node's ES module loader.
 * @returns the paths of the project's modules in the bundle, relative to `root`
 */
export async function bundleProgram({ root, entry, outfile, withPackages }: Program): Promise<readonly string[]> {
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    ...(withPackages === undefined ? { packages: 'external', format: 'cjs' } : WITH_PACKAGES),
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'places of modules',
        setup: (setup) =>
          setup.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(PLACES, (_, place: string) =>
              JSON.stringify(place === 'url' ? pathToFileURL(path).href : dirname(path)),
            ),
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          })),
      },
    ],
  });
  await stop();
  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
}

/** Matches `import.meta.dirname` and `import.meta.url` in code, but not in strings. */
const PLACES = /(?<!['/])import\.meta\.(dirname|url)/g;

const WITH_PACKAGES: BuildOptions = {
  format: 'esm',
  // The bundled `npm start` omits these modules. Only `npm run dev` loads them.
  external: ['esbuild', '#local/start/function-bundles', '#infra/build/build-functions'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(process.argv[1]);",
  },
};
