import { createHmac, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readBaseUrl } from '../../base-url.js';
import type { PartnerRamp } from '../../client.js';
import type { Environment } from '../../options.js';
import { CommandFailed, ifInScope } from '../errors.js';
import type { Terminal } from '../terminal.js';
import { isLocalOrigin, isOnThisMachine } from './addresses.js';
import { ownFolder, readOwnFile } from './own-file.js';
import { isRecord } from './private-file.js';
import { DEFAULT_PROFILE, LOCAL_PROFILE, type Profile, readProfile } from './profiles.js';

/** Holds the key of the partner that a local stack has ready, next to its state file. */
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
 * the sandbox key next to the file, and the stack has to prove that it wrote the file.
 */
async function findLocalStack({
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

/** Reads a state file that can be trusted; `undefined` if it is absent, or may be of someone else. */
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

/** Has the stack respond to a challenge by the secret of its state file. Neither that secret nor the key is sent. */
async function provesItself({ controlEndpoint, controlSecret }: StackState): Promise<boolean> {
  const challenge = randomUUID();
  try {
    const response = await fetch(controlEndpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'LocalControl.ProveRunning' },
      body: JSON.stringify({ challenge }),
      redirect: 'error',
      signal: AbortSignal.timeout(PROOF_TIMEOUT_MS),
    });
    return parse(await response.text()).proof === createHmac('sha256', controlSecret).update(challenge).digest('hex');
  } catch {
    return false;
  }
}

/** Address of the API, the partner that calls it, and the source of both. */
export interface Connection extends Profile {
  /** Name of the profile. */
  readonly profile: string;
  /** Origin of the key, for people. */
  readonly source: string;
}

/**
 * Finds a connection: the key of the environment, else the profile that was requested, else the default profile, else
 * the stack that runs on this machine. A key of the environment goes to the address of the environment or of a profile: to
 * a stack that was found goes the key of that stack alone.
 * @throws CommandFailed when there is none
 */
export async function findConnection(requested: string | undefined, terminal: Terminal): Promise<Connection> {
  const { PARTNER_RAMP_API_KEY: apiKey, PARTNER_RAMP_BASE_URL: baseUrl } = terminal.environment;
  if (apiKey) {
    const address = baseUrl || findStored(requested, terminal)?.baseUrl;
    if (address === undefined)
      throw new CommandFailed(
        'PARTNER_RAMP_API_KEY is set: set PARTNER_RAMP_BASE_URL as well, or neither for the stack on this machine',
      );
    const profile = requested ?? DEFAULT_PROFILE;
    return { profile, source: 'PARTNER_RAMP_API_KEY', baseUrl: checkBaseUrl(address), apiKey };
  }
  // A stored key goes to the address that it was stored with, and to no other.
  if (baseUrl) throw new CommandFailed('PARTNER_RAMP_BASE_URL is set: set PARTNER_RAMP_API_KEY as well');
  const connection = findStored(requested, terminal) ?? (await findLocal(requested, terminal));
  if (connection !== undefined) return connection;
  if (requested === LOCAL_PROFILE) throw new CommandFailed('No local stack is running: start one with npm start');
  if (requested !== undefined)
    throw new CommandFailed(`There is no profile "${requested}": partner-ramp login --profile ${requested}`);
  throw new CommandFailed('Nothing says which API to call: log in with partner-ramp login, or start the local stack');
}

function findStored(requested: string | undefined, { settingsFolder }: Terminal): Connection | undefined {
  const name = requested ?? DEFAULT_PROFILE;
  const stored = name === LOCAL_PROFILE ? undefined : readProfile(settingsFolder, name);
  return stored && { ...stored, profile: name, source: `profile ${name}` };
}

async function findLocal(requested: string | undefined, terminal: Terminal): Promise<Connection | undefined> {
  if (requested !== undefined && requested !== LOCAL_PROFILE) return undefined;
  const local = await findLocalStack(terminal);
  return local && { ...local, profile: LOCAL_PROFILE, source: 'the local stack' };
}

/**
 * Brings a base URL into the form of the client: without the path that all operations share.
 * @throws CommandFailed for an address that would carry the key in clear text
 */
export function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(text))))
    throw new CommandFailed(`The base URL is an https address, or http on this machine, not "${text}"`);
  if (url.username !== '' || url.password !== '') throw new CommandFailed('The base URL holds no user and no password');
  return readBaseUrl(`${url.origin}${url.pathname}`);
}

/** The partner and the environment of a connection. The partner is `null` if the key does not have the scope to read it. */
export async function identify(
  { ramp, apiKey }: { readonly ramp: PartnerRamp; readonly apiKey: string },
  signal: AbortSignal,
): Promise<{ readonly partnerId: string | null; readonly environment: Environment }> {
  const [capabilities, settings] = await Promise.all([
    ifInScope(ramp.capabilities.get({}, { signal })),
    ifInScope(ramp.webhookSettings.get({ signal })),
  ]);
  // Keys name their environment.
  const environment = capabilities?.environment ?? (apiKey.startsWith('ramp_live_') ? 'production' : 'sandbox');
  return { partnerId: settings?.partnerId ?? null, environment };
}
