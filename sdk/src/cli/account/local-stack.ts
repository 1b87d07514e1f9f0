import { createHmac, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Terminal } from '../terminal.js';
import { isLocalOrigin } from './addresses.js';
import { ownFolder, readOwnFile } from './own-file.js';
import { isRecord } from './private-file.js';
import type { Profile } from './profiles.js';

/** Holds the key of the partner that a local stack has ready, beside its state file. */
const KEY_FILE = 'partner-key';

/** Keys of the sandbox, which a local stack makes. */
const SANDBOX_KEY = /^ramp_sbx_[0-9A-Za-z_]{1,100}$/;

const PROOF_TIMEOUT_MS = 2_000;

/** Facts of a local stack from its state file. */
interface StackState extends Profile {
  readonly controlEndpoint: string;
  readonly controlSecret: string;
}

/**
 * Finds the stack that `npm start` runs on this machine, with the key that it has ready: by the state file that it keeps in
 * `DATA_DIR`, or in `.local` of the folder of the call or of one above it. Anyone may have put a file there. So file and
 * folder have to belong to the caller and be closed to others, all addresses have to be on this machine, the key has to be
 * the sandbox key beside the file, and the stack has to prove that it wrote the file.
 */
export async function findLocalStack({
  environment,
  workingFolder,
}: Pick<Terminal, 'environment' | 'workingFolder'>): Promise<Profile | undefined> {
  const dataDir = environment.DATA_DIR?.trim();
  const folders = [dataDir ? [resolve(workingFolder, dataDir)] : [], foldersUpFrom(workingFolder)].flat();
  for (const folder of folders) {
    const state = readState(folder);
    // A killed stack leaves its file, and another program may have its port by now.
    if (state !== undefined && (await provesItself(state))) return { baseUrl: state.baseUrl, apiKey: state.apiKey };
  }
  return undefined;
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return [join(folder, '.local'), ...(above === folder ? [] : foldersUpFrom(above))];
}

/** Reads a state file that can be trusted; `undefined` where it is absent, or may be of someone else. */
function readState(path: string): StackState | undefined {
  const folder = ownFolder(path);
  if (folder === undefined) return undefined;
  const { baseUrl, controlEndpoint, controlSecret, keyFile } = parse(readOwnFile(folder, 'stack.json') ?? '');
  if (typeof controlSecret !== 'string' || !isLocalOrigin(baseUrl) || !isLocalOrigin(controlEndpoint)) return undefined;
  const apiKey = isKeyBeside(folder, keyFile) ? readOwnFile(folder, KEY_FILE)?.trim() : undefined;
  if (apiKey === undefined || !SANDBOX_KEY.test(apiKey)) return undefined;
  return { baseUrl, apiKey, controlEndpoint, controlSecret };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const state: unknown = JSON.parse(text);
    return isRecord(state) ? state : {};
  } catch {
    return {};
  }
}

function isKeyBeside(folder: string, keyFile: unknown): boolean {
  try {
    return typeof keyFile === 'string' && realpathSync(keyFile) === join(folder, KEY_FILE);
  } catch {
    return false;
  }
}

/** Has the stack answer a challenge by the secret of its state file. Neither that secret nor the key is sent. */
async function provesItself({ controlEndpoint, controlSecret }: StackState): Promise<boolean> {
  const challenge = randomUUID();
  try {
    const answer = await fetch(controlEndpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'LocalControl.ProveRunning' },
      body: JSON.stringify({ challenge }),
      redirect: 'error',
      signal: AbortSignal.timeout(PROOF_TIMEOUT_MS),
    });
    return parse(await answer.text()).proof === createHmac('sha256', controlSecret).update(challenge).digest('hex');
  } catch {
    return false;
  }
}
