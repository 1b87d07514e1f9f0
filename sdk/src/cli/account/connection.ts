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

/** File name of the partner key of a local stack. The file is in the same folder as the stack's state file, `stack.json`. */
const KEY_FILE = 'partner-key';

/** Format of sandbox keys. A local stack creates only such keys. */
const SANDBOX_KEY = /^ramp_sbx_[0-9A-Za-z_]{1,100}$/;

const PROOF_TIMEOUT_MS = 2_000;

/** Data of a local stack from its state file. */
interface StackState extends Profile {
  readonly controlEndpoint: string;
  readonly controlSecret: string;
}

/**
 * Finds the stack that `npm start` runs on this computer, and its key. Searches for the state file in `DATA_DIR`, and in `.local`
 * of the working folder and its parents.
 */
async function findLocalStack({
  environment,
  workingFolder,
}: Pick<Terminal, 'environment' | 'workingFolder'>): Promise<Profile | undefined> {
  const dataDir = environment.DATA_DIR?.trim();
  const folders = [dataDir ? [resolve(workingFolder, dataDir)] : [], foldersUpFrom(workingFolder)].flat();
  for (const folder of folders) {
    const state = readState(folder);
    // The state file of a killed stack remains, and another program may use the port of the killed stack now.
    if (state !== undefined && (await provesItself(state))) return { baseUrl: state.baseUrl, apiKey: state.apiKey };
  }
  return undefined;
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return [join(folder, '.local'), ...(above === folder ? [] : foldersUpFrom(above))];
}

/** Reads the state file in a folder. Returns `undefined` if the file is absent or another user could have written it. */
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

/** Sends a challenge to the stack and checks the response with the state file's secret. Sends no secret and no API key. */
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

/** URL and key of the API, with the name of the profile and the source of the key. */
export interface Connection extends Profile {
  readonly profile: string;
  /** Text that shows where the key comes from, for users of the command line. */
  readonly source: string;
}

/**
 * Finds the connection for a command, in this order: the key in the environment, the requested or default profile, the stack on
 * this computer. The key in the environment is sent only to the URL in the environment or in a profile. A local stack receives
 * only the key from its own folder.
 * @throws CommandFailed if no connection is found
 */
export async function findConnection(requested: string | undefined, terminal: Terminal): Promise<Connection> {
  const { PARTNER_RAMP_API_KEY: apiKey, PARTNER_RAMP_BASE_URL: baseUrl } = terminal.environment;
  if (apiKey) {
    const address = baseUrl || findStored(requested, terminal)?.baseUrl;
    if (address === undefined)
      throw new CommandFailed(
        'PARTNER_RAMP_API_KEY requires PARTNER_RAMP_BASE_URL. Set both, or neither for the stack on this machine',
      );
    const profile = requested ?? DEFAULT_PROFILE;
    return { profile, source: 'PARTNER_RAMP_API_KEY', baseUrl: checkBaseUrl(address), apiKey };
  }
  // A stored key is sent only to the URL that is stored with it.
  if (baseUrl) throw new CommandFailed('PARTNER_RAMP_BASE_URL requires PARTNER_RAMP_API_KEY. Set both');
  const connection = findStored(requested, terminal) ?? (await findLocal(requested, terminal));
  if (connection !== undefined) return connection;
  if (requested === LOCAL_PROFILE) throw new CommandFailed('No local stack is running: start one with npm start');
  if (requested !== undefined)
    throw new CommandFailed(`There is no profile "${requested}". Run partner-ramp login --profile ${requested}`);
  throw new CommandFailed('There is no login. Log in with partner-ramp login, or start the local stack');
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
 * Checks a base URL and removes the path `/api/partner/v2`.
 * @throws CommandFailed for an invalid URL, or for a URL that would send the key without encryption
 */
export function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(text))))
    throw new CommandFailed(`The base URL must be an https URL, or an http URL on this machine, not "${text}"`);
  if (url.username !== '' || url.password !== '') throw new CommandFailed('The base URL must have no user or password');
  return readBaseUrl(`${url.origin}${url.pathname}`);
}

/** Reads the partner and the environment of a connection. `partnerId` is `null` if the key may not read the settings. */
export async function identify(
  { ramp, apiKey }: { readonly ramp: PartnerRamp; readonly apiKey: string },
  signal: AbortSignal,
): Promise<{ readonly partnerId: string | null; readonly environment: Environment }> {
  const [capabilities, settings] = await Promise.all([
    ifInScope(ramp.capabilities.get({}, { signal })),
    ifInScope(ramp.webhookSettings.get({ signal })),
  ]);
  // The prefix of a key shows its environment.
  const environment = capabilities?.environment ?? (apiKey.startsWith('ramp_live_') ? 'production' : 'sandbox');
  return { partnerId: settings?.partnerId ?? null, environment };
}
