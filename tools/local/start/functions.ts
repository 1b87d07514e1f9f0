import { existsSync, readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#local/processes/is-alive';
import type { RunningStack } from '#local/stack';
import type { FunctionBundles } from '#local/start/function-bundles';
import { makeOnce } from '#local/start/make-once';
import { BuildFailedError, type MakeOptions, runProgram, TSX } from '#local/start/make-program';
import { functionsKey, localTemplatesKey } from '#local/start/templates';

/** Functions of a run with `--watch`. */
export interface WatchedFunctions {
  /** Contains one folder per function. */
  readonly functionsDir: string;
  /** Bundles and reloads changed functions, from this call until the process ends. */
  readonly watch: (stack: RunningStack) => void;
}

/** Time to wait after a file event, in ms, because an editor can cause several events per saved file. */
const SETTLE_MS = 50;

/** Returns the folder of the bundles. First bundles the functions if a source has changed. @throws BuildFailedError */
export function builtFunctions(options: MakeOptions): Promise<string> {
  return makeOnce({
    home: join(options.root, '.local', 'functions'),
    key: () => functionsKey(options.root),
    make: (draft) => runProgram(options, [...TSX, 'tools/local/start/make-functions.ts', draft]),
  });
}

/**
 * Bundles the functions. The returned `watch` bundles them again after each change of a source.
 * @throws BuildFailedError if the first bundling fails
 */
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
        print(`${await explain(error)}The stack still runs the previous functions.\n`);
      }
      const current = localTemplatesKey(root);
      if (current !== templates) print('The templates have changed. Restart the stack to use them.\n');
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
 * Calls `changed` at each change in the folders and subfolders. Watches each folder separately: if an editor replaces a file,
 * Node's recursive watcher on Linux still watches the removed file. The returned function also watches new folders.
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
        // The watcher of a removed folder closes. Then the next `add` can watch a new folder with the same name.
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
  return more.length === 0 ? `Replaced ${first}` : `Replaced ${first} and ${more.length} more`;
}

/** Removes the bundles of runs that were killed. */
function removeAbandoned(home: string): void {
  for (const pid of existsSync(home) ? readdirSync(home) : [])
    if (!isAlive(Number(pid))) rmSync(join(home, pid), { recursive: true, force: true });
}

/** Runs the first build. On failure, prints the reasons. @throws BuildFailedError */
async function firstBuild(bundles: FunctionBundles, print: MakeOptions['print']): Promise<readonly string[]> {
  try {
    return await bundles.build();
  } catch (error) {
    print(await explain(error));
    throw new BuildFailedError('The functions could not be bundled.');
  }
}

/** Returns one line for each mistake in the sources, or the message of any other error. */
async function explain(error: unknown): Promise<string> {
  const { buildErrorLines } = await import('#infra/build/build-functions');
  const lines = buildErrorLines(error) ?? [error instanceof Error ? error.message : String(error)];
  return lines.map((line) => `${line}\n`).join('');
}
