import { once } from 'node:events';
import { createConnection } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isAlive } from '#local/processes/is-alive';
import { attempt, existing, OperationFailed } from '#ops/errors';
import { isLocalOrigin } from '#sdk/cli/account/addresses';
import { ownFolder, readOwnFile } from '#sdk/cli/account/own-file';

const OWN_FOLDER = join(import.meta.dirname, '../../.local');

/** Address on this machine. The database may also be where the operator's own environment says. */
const localAddress = z.string().check(z.refine(isLocalOrigin));
const databaseAddress = z
  .string()
  .check(z.refine((address) => isLocalOrigin(address) || address === process.env.DYNAMODB_ENDPOINT));

const stackState = z.object({
  pid: z.number(),
  baseUrl: localAddress,
  dynamodbEndpoint: databaseAddress,
  tableName: z.string(),
  providerEventsSecrets: z.record(z.string(), z.string()),
  sqsEndpoint: localAddress,
  s3Endpoint: localAddress,
  filesBucket: z.string(),
  /** Names by which the engine at `sqsEndpoint` knows them, no addresses. */
  queues: z.record(z.string(), z.string()),
});

type RunningStackState = z.infer<typeof stackState>;

/** Folders that a local stack may keep its state and log in, the likeliest first. */
export function stackFolders(dataDir?: string): string[] {
  return dataDir === undefined ? [process.env.DATA_DIR?.trim() || [], OWN_FOLDER].flat() : [dataDir];
}

/**
 * Finds the local stack that runs on this machine by the state file it keeps. A file that others can write to, or that names
 * an address elsewhere, is no stack's: the operator's reads and writes would go there.
 *
 * @param dataDir its DATA_DIR. @default the environment's DATA_DIR, then `.local` of this project
 * @throws OperationFailed when none runs
 */
export async function findRunningStack(dataDir?: string): Promise<RunningStackState> {
  const files = stackFolders(dataDir).map((folder) => resolve(folder, 'stack.json'));
  const read = (file: string) => attempt(() => stackState.parse(JSON.parse(readOwn(file))));
  const states = files.flatMap((file) => read(file) ?? []);
  // A killed stack leaves its file.
  for (const state of states) if (isAlive(state.pid) && (await responses(state.dynamodbEndpoint))) return state;
  const lastRun = states.map(({ pid }) => `the process of the last one (${pid}) is gone. Start it again`);
  const advice = `${lastRun[0] ?? 'start one'} with npm start`;
  throw new OperationFailed(`No local stack is running: ${advice} (looked for ${files.join(' and ')}).`);
}

/** @throws OperationFailed for a file that is absent, or that others can write to */
function readOwn(file: string): string {
  const folder = ownFolder(dirname(file));
  return existing(folder === undefined ? undefined : readOwnFile(folder, basename(file)), 'There is no such file.');
}

/** Connects to the database: a killed process stays on the list until its parent looks, and its number may be of another one. */
async function responses(endpoint: string): Promise<boolean> {
  const { hostname: host, port } = new URL(endpoint);
  const probe = createConnection({ host, port: Number(port) });
  const isConnected = await once(probe, 'connect').then(Boolean, () => false);
  probe.destroy();
  return isConnected;
}
