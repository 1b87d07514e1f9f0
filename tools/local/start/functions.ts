import { existsSync, readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#local/processes/is-alive';
import type { RunningStack } from '#local/stack';
import type { FunctionBundles } from '#local/start/function-bundles';
import { makeOnce } from '#local/start/make-once';
import { BuildFailedError, type MakeOptions, runProgram, TSX } from '#local/start/make-program';
import { functionsKey, localTemplatesKey } from '#local/start/templates';

/** The functions of a run that follows the sources. */
export interface WatchedFunctions {
  /** Holds a folder per function. */
  readonly functionsDir: string;
  /** Bundles and swaps changes from now on, until the process ends. */
  readonly watch: (stack: RunningStack) => void;
}

/** Saving a file makes several events, and saving all files many. */
const SETTLE_MS = 50;

/** The bundles of the sources, kept until a source changes. @throws BuildFailedError */
export function builtFunctions(options: MakeOptions): Promise<string> {
  return makeOnce({
    home: join(options.root, '.local', 'functions'),
    key: () => functionsKey(options.root),
    make: (draft) => runProgram(options, [...TSX, 'tools/local/start/make-functions.ts', draft]),
  });
}

/** Bundles that follow the sources. @throws BuildFailedError when the sources do not bundle at the start */
export async function watchedFunctions({ root, print }: MakeOptions): Promise<WatchedFunctions> {
  const home = join(root, '.local', 'dev-functions');
  removeAbandoned(home);
  const functionsDir = join(home, String(process.pid));
  process.once('exit', () => rmSync(functionsDir, { recursive: true, force: true }));
  print('Bundling the functions …\n');
  const bundles = await openBundles(functionsDir);
  await firstBuild(bundles, print);
  const follow = (stack: RunningStack): void => {
    let templates = localTemplatesKey(root);
    let running = Promise.resolve();
    const update = async (): Promise<void> => {
      const startedAt = performance.now();
      try {
        addFolders();
        const changed = await bundles.build();
        stack.reload(changed);
        if (changed.length > 0) print(`${changedText(changed, functionsDir)} in ${since(startedAt)} ms\n`);
      } catch (error) {
        print(`${await explain(error)}The functions run on as they were.\n`);
      }
      const current = localTemplatesKey(root);
      if (current !== templates) print('The templates have changed: restart to run on them.\n');
      templates = current;
    };
    let timer: NodeJS.Timeout | undefined;
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(update);
      }, SETTLE_MS);
    };
    const roots = ['functions', 'shared', 'infra'].map((folder) => join(root, folder));
    const addFolders = watchFolders(roots, schedule);
    print('Watching functions, shared and infra.\n');
  };
  return { functionsDir, watch: follow };
}

/**
 * Calls back at each change in folders and all below them. Every folder has its own watcher: editors save a file by
 * putting another one in its place, after which Node's recursive watcher of Linux follows the file that is gone.
 * @returns what adds the folders that are new since
 */
function watchFolders(roots: readonly string[], changed: () => void): () => void {
  const watched = new Set<string>();
  const add = (): void => {
    for (const root of roots) {
      const below = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
      for (const folder of [root, ...below.map((entry) => join(entry.parentPath, entry.name))]) {
        if (watched.has(folder)) continue;
        watched.add(folder);
        const watcher = watch(folder, () => {
          if (!existsSync(folder)) watcher.close();
          changed();
        });
        watcher.on('error', () => watcher.close());
        // A new folder of the same name is watched again.
        watcher.on('close', () => watched.delete(folder));
      }
    }
  };
  add();
  return add;
}

async function openBundles(folder: string) {
  const { FunctionBundles } = await import('#local/start/function-bundles');
  return FunctionBundles.open(folder);
}

const since = (startedAt: number) => Math.round(performance.now() - startedAt);

function changedText(changed: readonly string[], functionsDir: string): string {
  const [first = '', ...more] = changed.map((folder) => folder.slice(functionsDir.length + 1));
  return more.length === 0 ? `Swapped ${first}` : `Swapped ${first} and ${more.length} more`;
}

/** Removes the bundles of runs that were killed. */
function removeAbandoned(home: string): void {
  for (const pid of existsSync(home) ? readdirSync(home) : [])
    if (!isAlive(Number(pid))) rmSync(join(home, pid), { recursive: true, force: true });
}

/** @throws BuildFailedError once the reasons are printed */
async function firstBuild(bundles: FunctionBundles, print: MakeOptions['print']): Promise<readonly string[]> {
  try {
    return await bundles.build();
  } catch (error) {
    print(await explain(error));
    throw new BuildFailedError('The functions could not be bundled.');
  }
}

/** The mistakes in the sources, a line each; of any other error its message. */
async function explain(error: unknown): Promise<string> {
  const { buildErrorLines } = await import('#infra/build/build-functions');
  const lines = buildErrorLines(error) ?? [error instanceof Error ? error.message : String(error)];
  return lines.map((line) => `${line}\n`).join('');
}
