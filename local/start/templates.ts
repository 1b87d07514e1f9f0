import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Templates {
  /** Folder of the synthesized templates and the bundles. */
  readonly cdkOut: string;
  /** Whether they had to be made. */
  readonly built: boolean;
}

export interface TemplatesOptions {
  /** The repository. */
  readonly root: string;
  /** Takes what the build prints. */
  readonly print: (text: string) => void;
  /** Bundles that pass crash points, for stacks that are crashed on purpose. @default false */
  readonly crashPoints?: boolean;
}

/** A build that failed; what it printed says why. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
}

/** Everything that bundles and templates are made from. */
const INPUTS = [
  'local/start/make-templates.ts',
  'functions',
  'shared',
  'infra',
  'docs/openapi.json',
  'cdk.json',
  'package.json',
  'package-lock.json',
];

/** A build takes seconds; one that holds the lock longer than this has died with its machine. */
const LOCK_LIMIT_MS = 120_000;

/** Earlier builds that stay, for stacks that still run on them. */
const KEPT_BUILDS = 3;

/**
 * The bundles and templates of the sandbox stage, made again only when an input has changed: nothing of the
 * bundler or the CDK is loaded otherwise. Several runs may ask at once; one builds and the others wait.
 * @throws BuildFailedError when the bundling or the synthesis fails
 */
export async function currentTemplates(options: TemplatesOptions): Promise<Templates> {
  const { root, crashPoints = false } = options;
  const home = join(root, '.local', crashPoints ? 'crash-templates' : 'templates');
  const cdkOut = join(home, inputHash(root));
  if (existsSync(cdkOut)) return { cdkOut, built: false };
  mkdirSync(home, { recursive: true });
  const unlock = await lock(join(home, 'lock'));
  const draft = `${cdkOut}.draft`;
  try {
    if (existsSync(cdkOut)) return { cdkOut, built: false };
    rmSync(draft, { recursive: true, force: true });
    await makeTemplates(options, draft);
    renameSync(draft, cdkOut);
    removeOld(home, cdkOut);
    return { cdkOut, built: true };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}

function inputHash(root: string): string {
  const hash = createHash('sha256');
  const addFile = (path: string) => {
    hash.update(`${relative(root, path)}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  };
  for (const input of INPUTS) {
    const path = join(root, input);
    const entries = existsSync(path) ? listFiles(path) : [];
    for (const file of entries) addFile(file);
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

async function lock(file: string): Promise<() => void> {
  const until = Date.now() + LOCK_LIMIT_MS;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (!holderLives(file) || Date.now() > until) rmSync(file, { force: true });
      else await sleep(100);
    }
  }
}

function holderLives(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

function makeTemplates({ root, print, crashPoints }: TemplatesOptions, outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'local', 'start', 'make-templates.ts');
    const bundles = crashPoints === true ? [`${outDir}-bundles`] : [];
    const child = spawn(process.execPath, ['--import', 'tsx', program, outDir, ...bundles], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A start that is given up removes its build.
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

function removeOld(home: string, current: string): void {
  const old = readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(home, entry.name))
    .filter((path) => path !== current)
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const path of old.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true });
}
