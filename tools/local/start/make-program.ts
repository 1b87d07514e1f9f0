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

/** A program failed; its output contains the reason. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
}

/** Options of Node for a program in TypeScript. */
export const TSX = ['--import', 'tsx'];

/**
 * Runs a program of Node in a process, which frees its memory when it ends. The process is killed with this one.
 * @param parameters the program and its parameters
 * @throws BuildFailedError if it ends with an error
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
      else reject(new BuildFailedError('The bundles and templates could not be made.'));
    });
  });
}

interface Program {
  readonly root: string;
  /** Path from the root. */
  readonly entry: string;
  readonly outfile: string;
  /** @default the project's modules alone */
  readonly withPackages?: true;
}

/**
 * Bundles a program into one file. The project's modules alone make a CommonJS file: the CDK loads in half of the time that it takes
 * through Node's loader of ES modules. With its packages it is an ES module.
 * @returns the project's modules in it, by their paths from the root
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

/** The place of a module, outside of texts. */
const PLACES = /(?<!['/])import\.meta\.(dirname|url)/g;

const WITH_PACKAGES: BuildOptions = {
  format: 'esm',
  // `npm run dev` alone loads these.
  external: ['esbuild', '#local/start/function-bundles', '#infra/build/build-functions'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(process.argv[1]);",
  },
};
