import { CommandFailed } from '../errors.js';
import type { Terminal } from '../terminal.js';
import { findLocalStack } from './local-stack.js';
import { DEFAULT_PROFILE, LOCAL_PROFILE, type Profile, readProfile } from './profiles.js';

/** Where the API is, as whom it is called, and what said so. */
export interface Connection extends Profile {
  /** Name of the profile. */
  readonly profile: string;
  /** Where the key comes from, for people. */
  readonly source: string;
}

/**
 * Finds a connection: the key of the environment, else the profile that was asked for, else the default profile, else
 * the stack that runs on this machine.
 * @throws CommandFailed when there is none
 */
export async function findConnection(asked: string | undefined, terminal: Terminal): Promise<Connection> {
  const { PARTNER_RAMP_API_KEY: apiKey, PARTNER_RAMP_BASE_URL: baseUrl } = terminal.environment;
  if (apiKey) {
    const address = baseUrl || (await findKept(asked, terminal))?.baseUrl;
    if (address === undefined)
      throw new CommandFailed('PARTNER_RAMP_API_KEY is set: set PARTNER_RAMP_BASE_URL as well');
    const profile = asked ?? DEFAULT_PROFILE;
    return { profile, source: 'PARTNER_RAMP_API_KEY', baseUrl: checkBaseUrl(address), apiKey };
  }
  // A kept key goes to the address that it was kept with, and to no other.
  if (baseUrl) throw new CommandFailed('PARTNER_RAMP_BASE_URL is set: set PARTNER_RAMP_API_KEY as well');
  const kept = await findKept(asked, terminal);
  if (kept !== undefined) return kept;
  if (asked === LOCAL_PROFILE) throw new CommandFailed('No local stack is running: start one with npm start');
  if (asked !== undefined)
    throw new CommandFailed(`There is no profile "${asked}": partner-ramp login --profile ${asked}`);
  throw new CommandFailed('Nothing says which API to call: log in with partner-ramp login, or start the local stack');
}

async function findKept(asked: string | undefined, terminal: Terminal): Promise<Connection | undefined> {
  const name = asked ?? DEFAULT_PROFILE;
  const kept = name === LOCAL_PROFILE ? undefined : readProfile(terminal.settingsFolder, name);
  if (kept !== undefined) return { ...kept, profile: name, source: `profile ${name}` };
  if (asked !== undefined && asked !== LOCAL_PROFILE) return undefined;
  const local = await findLocalStack(terminal);
  if (local === undefined) return undefined;
  return { baseUrl: local.baseUrl, apiKey: local.apiKey, profile: LOCAL_PROFILE, source: 'the local stack' };
}

/**
 * The base URL as the client wants it: without the path that all operations share.
 * @throws CommandFailed for an address that would carry the key in clear text
 */
export function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(text))))
    throw new CommandFailed(`The base URL is an https address, or http on this machine, not "${text}"`);
  if (url.username !== '' || url.password !== '') throw new CommandFailed('The base URL holds no user and no password');
  return `${url.origin}${url.pathname}`.replace(/(\/api\/partner\/v2)?\/*$/, '');
}

/** Whether a URL leads to this machine. */
export function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
