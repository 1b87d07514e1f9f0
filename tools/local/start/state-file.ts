import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Facts by which other programs of this user find the running stack. */
export interface StackState {
  readonly pid: number;
  readonly baseUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly kmsEndpoint: string;
  readonly s3Endpoint: string;
  /** Address of the control, which proves that the stack runs. */
  readonly controlEndpoint: string;
  /** Responds to a challenge at the control: proof that the stack of this file runs. */
  readonly controlSecret: string;
  /** Bucket of people's files. */
  readonly filesBucket: string;
  readonly tableName: string;
  readonly queues: Readonly<Record<string, string>>;
  readonly stage: string;
  /** Secrets by the name of each provider, which signs its reports to `POST /provider-events` with its own. */
  readonly providerEventsSecrets: Readonly<Record<string, string>>;
  /** Null if the data is in memory. */
  readonly dataDir: string | null;
  /** Holds the ready partner's key: `partner-key` next to the state, so that the command line takes it. */
  readonly keyFile: string;
}

/**
 * Writes the state for its owner alone, whole: a reader sees the old state or the new one. Others lose the right to write to
 * its folder, where an umask gave it: the command line reads no state that others could have written.
 */
export function writeState(path: string, state: StackState): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const { mode, uid } = statSync(folder);
  if ((mode & 0o022) !== 0 && uid === process.getuid?.()) chmodSync(folder, mode & 0o7755);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Removes the state, unless another stack has written its own there since. */
export function removeState(path: string): void {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof state === 'object' && state !== null && 'pid' in state && state.pid === process.pid) rmSync(path);
  } catch {
    // Gone already, or not ours.
  }
}
