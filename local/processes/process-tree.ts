import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 10;

/** A process and everything it has started, as far as the system tells (Linux); alone elsewhere. */
export function processTree(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const pid of listPids()) {
    const parent = readParentPid(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readParentPid(pid: number): number | undefined {
  try {
    // The name, in parentheses, may itself hold parentheses and blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Kills processes without a word, and waits until they are gone. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  while (pids.some((pid) => signal(pid, 0) && !isZombie(pid))) await sleep(POLL_MS);
}

function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, what);
    return true;
  } catch {
    return false;
  }
}

/** Dead, and not yet reaped by its parent. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}
