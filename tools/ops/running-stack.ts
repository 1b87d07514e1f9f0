import { once } from 'node:events';
import { createConnection } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isAlive } from '#local/processes/is-alive';
import { attempt, existing, OperationFailed } from '#ops/errors';
import { isLocalOrigin } from '#sdk/cli/account/addresses';
import { ownFolder, readOwnFile } from '#sdk/cli/account/own-file';

const OWN_FOLDER = join(import.meta.dirname, '../../.local');

/** Addresses must be on this machine. Exception: the database can have the address in the variable `DYNAMODB_ENDPOINT`. */
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
  /** Queue URLs by name. The tool does not check the addresses in these URLs, because requests go to `sqsEndpoint`. */
  queues: z.record(z.string(), z.string()),
});

type RunningStackState = z.infer<typeof stackState>;

/** Returns the folders that can contain a local stack's state and log, most likely first. */
export function stackFolders(dataDir?: string): string[] {
  return dataDir === undefined ? [process.env.DATA_DIR?.trim() || [], OWN_FOLDER].flat() : [dataDir];
}

/**
 * Finds the running local stack by its state file. Refuses a state file that other users can write, because they could enter a
 * wrong address.
 * @throws OperationFailed if no local stack runs
 */
export async function findRunningStack(dataDir?: string): Promise<RunningStackState> {
  const files = stackFolders(dataDir).map((folder) => resolve(folder, 'stack.json'));
  const read = (file: string) => attempt(() => stackState.parse(JSON.parse(readOwn(file))));
  const states = files.flatMap((file) => read(file) ?? []);
  // A killed stack does not delete its state file.
  for (const state of states) if (isAlive(state.pid) && (await responses(state.dynamodbEndpoint))) return state;
  const lastRun = states.map(({ pid }) => `the process of the last local stack (${pid}) has ended. Start it again`);
  const advice = `${lastRun[0] ?? 'start one'} with npm start`;
  throw new OperationFailed(`No local stack is running: ${advice} (looked for ${files.join(' and ')}).`);
}

/** @throws OperationFailed for a missing file, or a file that other users can write */
function readOwn(file: string): string {
  const folder = ownFolder(dirname(file));
  return existing(folder === undefined ? undefined : readOwnFile(folder, basename(file)), 'There is no such file.');
}

/** Checks the connection to the database. The process id proves nothing: a zombie process or a new process can have this id. */
async function responses(endpoint: string): Promise<boolean> {
  const { hostname: host, port } = new URL(endpoint);
  const probe = createConnection({ host, port: Number(port) });
  const isConnected = await once(probe, 'connect').then(Boolean, () => false);
  probe.destroy();
  return isConnected;
}
