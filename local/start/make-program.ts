import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface MakeOptions {
  /** The repository. */
  readonly root: string;
  /** Takes what the program prints. */
  readonly print: (text: string) => void;
}

/** A program that failed; what it printed says why. */
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

/**
 * Bundles a program with the project's modules into one CommonJS file. The CDK then loads in half of the time that it takes
 * through Node's loader of ES modules.
 * @param entry path from the root
 * @returns the project's modules in it, by their paths from the root
 */
export async function bundleProgram(root: string, entry: string, outfile: string): Promise<readonly string[]> {
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'folders of modules',
        setup: (setup) =>
          setup.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
            loader: 'ts',
          })),
      },
    ],
  });
  await stop();
  return Object.keys(metafile.inputs);
}
