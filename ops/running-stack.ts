import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isAlive } from '#local/processes/is-alive';
import { attempt, OperationFailed } from '#ops/errors';

const OWN_FOLDER = join(import.meta.dirname, '../.local');

/** What is optional is absent from the file of an older stack. */
const stackState = z.object({
  pid: z.number(),
  baseUrl: z.string(),
  dynamodbEndpoint: z.string(),
  tableName: z.string(),
  providerEventsSecrets: z.optional(z.record(z.string(), z.string())),
  sqsEndpoint: z.optional(z.string()),
  s3Endpoint: z.optional(z.string()),
  controlEndpoint: z.optional(z.string()),
  filesBucket: z.optional(z.string()),
  queues: z.optional(z.record(z.string(), z.string())),
  keyFile: z.optional(z.string()),
  functions: z.optional(
    z.record(z.string(), z.object({ folder: z.string(), environment: z.record(z.string(), z.string()) })),
  ),
});

export type RunningStackState = z.infer<typeof stackState>;

/**
 * Finds the local stack that runs on this machine by the state file it keeps.
 *
 * @param dataDir its DATA_DIR. @default the environment's DATA_DIR, then `.local` of this project
 * @throws OperationFailed when none runs
 */
export async function findRunningStack(dataDir?: string): Promise<RunningStackState> {
  const folders = dataDir === undefined ? [process.env.DATA_DIR?.trim() || [], OWN_FOLDER].flat() : [dataDir];
  const files = folders.map((folder) => resolve(folder, 'stack.json'));
  // A file that is absent, or left by something else, is no stack's.
  const read = (file: string) => attempt(() => stackState.parse(JSON.parse(readFileSync(file, 'utf8'))));
  const states = files.flatMap((file) => read(file) ?? []);
  // A killed stack leaves its file.
  for (const state of states) if (isAlive(state.pid) && (await answers(state.dynamodbEndpoint))) return state;
  const gone = states.map(({ pid }) => `the process of the last one (${pid}) is gone. Start it again`);
  const advice = `${gone[0] ?? 'start one'} with npm start`;
  throw new OperationFailed(`No local stack is running: ${advice} (looked for ${files.join(' and ')}).`);
}

/** A killed process stays on the list until its parent looks, and its number may belong to another one by now. */
async function answers(endpoint: string): Promise<boolean> {
  const { hostname: host, port } = new URL(endpoint);
  const probe = createConnection({ host, port: Number(port) });
  const isConnected = await once(probe, 'connect').then(Boolean, () => false);
  probe.destroy();
  return isConnected;
}
