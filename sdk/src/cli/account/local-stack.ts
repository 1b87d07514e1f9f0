import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../errors.js';
import type { Terminal } from '../terminal.js';
import { isRecord } from './private-file.js';
import type { Profile } from './profiles.js';

/**
 * The stack that `npm start` runs on this machine, with the key that it has ready: by the state file that it keeps in
 * `DATA_DIR`, or in `.local` of the folder of the call or of one above it.
 */
export async function findLocalStack({
  environment,
  workingFolder,
}: Pick<Terminal, 'environment' | 'workingFolder'>): Promise<Profile | undefined> {
  const dataDir = environment.DATA_DIR?.trim();
  const folders = [dataDir ? [resolve(workingFolder, dataDir)] : [], foldersUpFrom(workingFolder)].flat();
  for (const folder of folders) {
    const found = readState(join(folder, 'stack.json'));
    // A killed stack leaves its file.
    if (found !== undefined && isAlive(found.pid) && (await answers(found.baseUrl))) return found;
  }
  return undefined;
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return [join(folder, '.local'), ...(above === folder ? [] : foldersUpFrom(above))];
}

/** A file that is absent, or left by something else, is no stack's. */
function readState(path: string): (Profile & { readonly pid: number }) | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(state)) return undefined;
    const { pid, baseUrl, keyFile } = state;
    if (typeof pid !== 'number' || typeof baseUrl !== 'string' || typeof keyFile !== 'string') return undefined;
    return { pid, baseUrl, apiKey: readFileSync(keyFile, 'utf8').trim() };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, and belongs to another user.
    return systemCode(error) === 'EPERM';
  }
}

/** The number of a process that has ended may belong to another one by now. */
function answers(baseUrl: string): Promise<boolean> {
  const { hostname: host, port } = new URL(baseUrl);
  return new Promise((done) => {
    const probe = connect({ host, port: Number(port) });
    const end = (isConnected: boolean) => {
      probe.destroy();
      done(isConnected);
    };
    probe.once('connect', () => end(true)).once('error', () => end(false));
  });
}
