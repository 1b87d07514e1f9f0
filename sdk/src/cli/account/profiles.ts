import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, UsageError } from '../errors.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';

/** Address of the API and its key. */
export interface Profile {
  /** Origin, and the path in front of `/api/partner/v2` if there is one. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export const DEFAULT_PROFILE = 'default';

/** The stack that runs on this machine: found, never logged in to. */
export const LOCAL_PROFILE = 'local';

/** @throws UsageError for a name that is no name of a file everywhere */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(name)) return name;
  throw new UsageError(`--profile has up to 32 letters, digits, - and _, not "${name}"`);
}

export function profilePath(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}

/** Returns the path of the file that a profile's listener keeps. */
export function listenerPath(folder: string, name: string): string {
  return join(folder, `${name}.listener.json`);
}

/** @throws CommandFailed when the file is not one that `login` wrote */
export function readProfile(folder: string, name: string): Profile | undefined {
  const path = profilePath(folder, name);
  const content = readPrivateFile(path);
  if (content === undefined) return undefined;
  const { baseUrl, apiKey } = content;
  if (typeof baseUrl !== 'string' || typeof apiKey !== 'string')
    throw new CommandFailed(`${path} is damaged: delete it and log in again`);
  return { baseUrl, apiKey };
}

/** Keeps a profile for its owner alone. @returns the file */
export function writeProfile(folder: string, name: string, profile: Profile): string {
  const path = profilePath(folder, name);
  writePrivateFile(path, profile);
  return path;
}

/** Forgets a profile and its listener. @returns whether there was one */
export function removeProfile(folder: string, name: string): boolean {
  const existed = readPrivateFile(profilePath(folder, name)) !== undefined;
  for (const path of [profilePath(folder, name), listenerPath(folder, name)]) rmSync(path, { force: true });
  return existed;
}
