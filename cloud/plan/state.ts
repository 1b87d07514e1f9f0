import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { OperationFailed } from '#ops/errors';

const REPOSITORY = resolve(import.meta.dirname, '../..');

const outcome = z.strictObject({
  /** `cut`: the rehearsal was ended during the step, which is done again. */
  outcome: z.enum(['passed', 'FAILED', 'skipped', 'cut']),
  /** The answer, or why there is none. Without secrets. */
  answer: z.string(),
  startedAt: z.iso.datetime(),
  seconds: z.number(),
});
export type Outcome = z.infer<typeof outcome>;

const state = z.strictObject({
  /** Names the folder of the rehearsal. */
  id: z.string(),
  /** True on the emulator, which forgets everything when it ends. */
  isDry: z.boolean(),
  account: z.string(),
  region: z.string(),
  /** Commit that is checked out, and a note where files differ from it. */
  commit: z.string(),
  startedAt: z.iso.datetime(),
  /** By the id of the step; a step that is not here has not begun. */
  steps: z.record(z.string(), outcome),
});
export type State = z.infer<typeof state>;

const FILE = 'state.json';

/** Replaces the file of the state atomically. */
export function saveState(folder: string, content: State): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${FILE}.part`);
  writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, join(folder, FILE));
}

/** @throws OperationFailed where there is none, or it is not one of this version */
export function loadState(folder: string): State {
  const file = join(folder, FILE);
  if (!existsSync(file)) throw new OperationFailed(`There is no rehearsal in ${folder}.`);
  const found = state.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (found.success) return found.data;
  throw new OperationFailed(`${file} is not the state of a rehearsal of this version.`);
}

/** The newest rehearsal in an account that was left before its end. @throws OperationFailed where there is none */
export function latestState(root: string): State {
  const ids = existsSync(root) ? readdirSync(root).toSorted() : [];
  const found = ids
    .filter((id) => existsSync(join(root, id, FILE)))
    .map((id) => loadState(join(root, id)))
    .findLast(({ isDry }) => !isDry);
  if (found === undefined) throw new OperationFailed(`No rehearsal in an account was begun here (looked in ${root}).`);
  return found;
}

/** Returns a state in which nothing is done yet. */
export function newState(start: Pick<State, 'id' | 'isDry' | 'account' | 'region'>): State {
  return { ...start, commit: commit(), startedAt: new Date().toISOString(), steps: {} };
}

/** The commit that is checked out, with a note where files differ from it; unknown in a copy without a history. */
export function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ', with changes'}`;
  } catch {
    return 'unknown';
  }
}
