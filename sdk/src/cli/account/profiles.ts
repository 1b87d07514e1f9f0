import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, UsageError } from '../errors.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';

/** Base URL and key of the API. */
export interface Profile {
  /** Origin, followed by any path that precedes `/api/partner/v2`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export const DEFAULT_PROFILE = 'default';

/** Name of the profile for the stack on this computer. The command line finds this stack without a login. */
export const LOCAL_PROFILE = 'local';

/** @throws UsageError for a name that is not a valid file name on all platforms */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(name)) return name;
  throw new UsageError(`--profile must have 1 to 32 letters, digits, - and _, not "${name}"`);
}

export function profilePath(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}

/** Returns the path of the file in which the command `listen` stores its data for a profile. */
export function listenerPath(folder: string, name: string): string {
  return join(folder, `${name}.listener.json`);
}

/** @throws CommandFailed if the file does not have the format that the command `login` writes */
export function readProfile(folder: string, name: string): Profile | undefined {
  const path = profilePath(folder, name);
  const content = readPrivateFile(path);
  if (content === undefined) return undefined;
  const { baseUrl, apiKey } = content;
  if (typeof baseUrl !== 'string' || typeof apiKey !== 'string')
    throw new CommandFailed(`${path} is damaged. Delete it and log in again`);
  return { baseUrl, apiKey };
}

/** Stores a profile in a file that only the owner can read. @returns the path of the file */
export function writeProfile(folder: string, name: string, profile: Profile): string {
  const path = profilePath(folder, name);
  writePrivateFile(path, profile);
  return path;
}

/** Deletes a profile and the data of its listener. @returns true if the profile existed */
export function removeProfile(folder: string, name: string): boolean {
  const existed = readPrivateFile(profilePath(folder, name)) !== undefined;
  for (const path of [profilePath(folder, name), listenerPath(folder, name)]) rmSync(path, { force: true });
  return existed;
}
