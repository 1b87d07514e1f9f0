import { readBaseUrl } from '../../base-url.js';
import { CommandFailed } from '../errors.js';
import type { Terminal } from '../terminal.js';
import { isOnThisMachine } from './addresses.js';
import { findLocalStack } from './local-stack.js';
import { DEFAULT_PROFILE, LOCAL_PROFILE, type Profile, readProfile } from './profiles.js';

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
