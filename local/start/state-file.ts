import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface FunctionState {
  readonly name: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** How other programs of this machine find the running stack. */
export interface StackState {
  readonly pid: number;
  readonly baseUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly kmsEndpoint: string;
  readonly s3Endpoint?: string | undefined;
  /** Where it is frozen and thawed. */
  readonly controlEndpoint?: string | undefined;
  /** Bucket of people's files. */
  readonly filesBucket?: string | undefined;
  readonly tableName: string;
  readonly queues: Readonly<Record<string, string>>;
  readonly stage: string;
  /** What each provider signs its reports to `POST /provider-events` with, by its name. */
  readonly providerEventsSecrets?: Readonly<Record<string, string>> | undefined;
  /** Environment and bundle folder of each function, by its id in the endpoint and worker tables. */
  readonly functions?: Readonly<Record<string, FunctionState>> | undefined;
  /** Null where the data is in memory. */
  readonly dataDir: string | null;
  /** Holds the ready partner's key. */
  readonly keyFile: string;
}

/** Writes the state for its owner alone, whole: a reader sees the old state or the new one. */
export function writeState(path: string, state: StackState): void {
  mkdirSync(dirname(path), { recursive: true });
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
