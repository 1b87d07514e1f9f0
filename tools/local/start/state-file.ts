import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Data with which other programs of the same operating system user find and call the running stack. */
export interface StackState {
  readonly pid: number;
  readonly baseUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly kmsEndpoint: string;
  readonly s3Endpoint: string;
  /** URL of the control service, which proves that the stack is running. */
  readonly controlEndpoint: string;
  /** HMAC key for challenges. A correct response proves that the control service belongs to this stack. */
  readonly controlSecret: string;
  readonly filesBucket: string;
  readonly tableName: string;
  readonly queues: Readonly<Record<string, string>>;
  readonly stage: string;
  /** Secrets by provider name. A provider signs its requests to `POST /provider-events` with its secret. */
  readonly providerEventsSecrets: Readonly<Record<string, string>>;
  /** `null` if the data is only in memory. */
  readonly dataDir: string | null;
  /** File with the API key of the local partner: `partner-key`, next to the state file. The command line reads this file. */
  readonly keyFile: string;
}

/**
 * Writes the state file, readable only by its owner. The write is atomic: a reader sees the old state or the new state. Removes
 * other users' write access to the folder, because the command line rejects a state file that others could change.
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

/** Removes the state file, unless another stack has overwritten it. */
export function removeState(path: string): void {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof state === 'object' && state !== null && 'pid' in state && state.pid === process.pid) rmSync(path);
  } catch {
    // The file is missing or unreadable, so nothing is removed.
  }
}
