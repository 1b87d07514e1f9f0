import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { OperationFailed } from '#scripts/ops/faults';

const ROOT = resolve(import.meta.dirname, '../..');

const stackState = z.object({
  pid: z.number(),
  baseUrl: z.string(),
  dynamodbEndpoint: z.string(),
  tableName: z.string(),
  /** Absent in the file of an older stack. */
  providerEventsSecrets: z.optional(z.record(z.string(), z.string())),
  sqsEndpoint: z.optional(z.string()),
  s3Endpoint: z.optional(z.string()),
  filesBucket: z.optional(z.string()),
  queues: z.optional(z.record(z.string(), z.string())),
});

/** What a running local stack says of itself. */
export type RunningStackState = z.infer<typeof stackState>;

/**
 * Finds the local stack that runs on this machine by the state file it keeps.
 *
 * @param dataDir its DATA_DIR. @default the environment's DATA_DIR, then `.local` of this project
 * @throws OperationFailed when none runs
 */
export async function findRunningStack(dataDir?: string): Promise<RunningStackState> {
  const ownFolder = join(ROOT, '.local');
  const fromEnvironment = process.env.DATA_DIR?.trim() ? [process.env.DATA_DIR.trim()] : [];
  const folders = dataDir === undefined ? [...fromEnvironment, ownFolder] : [dataDir];
  const files = folders.map((folder) => resolve(folder, 'stack.json'));
  let gone: number | undefined;
  for (const file of files) {
    const state = readState(file);
    if (state === undefined) continue;
    if (isAlive(state.pid) && (await answers(state.dynamodbEndpoint))) return state;
    gone ??= state.pid;
  }
  const advice =
    gone === undefined
      ? 'start one with npm start'
      : `the process of the last one (${gone}) is gone. Start it again with npm start`;
  throw new OperationFailed(`No local stack is running: ${advice} (looked for ${files.join(' and ')}).`);
}

function readState(file: string): RunningStackState | undefined {
  try {
    return stackState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Absent, or left by something else: no stack to be found there.
    return undefined;
  }
}

/** A killed stack leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is there, but it is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A killed process stays on the list until its parent looks, and its number may be another one's by now. */
function answers(endpoint: string): Promise<boolean> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve) => {
    const probe = connect({ host: hostname, port: Number(port) });
    const tell = (there: boolean) => {
      probe.destroy();
      resolve(there);
    };
    probe.once('connect', () => tell(true)).once('error', () => tell(false));
  });
}
