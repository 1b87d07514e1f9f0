import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Stores, for each stream mapping, the sequence number of the last processed record of each shard. */
export interface CheckpointStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, sequenceNumber: string): Promise<void>;
}

/**
 * Opens the checkpoint file in the data folder; without a data folder, checkpoints are only in memory. Each save replaces the
 * whole file, so a killed process leaves no incomplete file.
 */
export async function openCheckpoints(dataDir: string | undefined): Promise<CheckpointStore> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'checkpoints.json');
  const numbers = new Map<string, string>(file === undefined ? [] : await readNumbers(file));
  let writing: Promise<void> = Promise.resolve();

  async function write(path: string): Promise<void> {
    await writeFile(`${path}.draft`, JSON.stringify(Object.fromEntries(numbers)), { mode: 0o600 });
    await rename(`${path}.draft`, path);
  }

  return {
    async load(key) {
      return numbers.get(key);
    },
    async save(key, sequenceNumber) {
      numbers.set(key, sequenceNumber);
      if (file === undefined) return;
      // One write at a time, always with the newest sequence numbers. A failed write must not prevent later writes.
      const written = writing.then(() => write(file));
      writing = written.catch(() => {});
      await written;
    },
  };
}

async function readNumbers(file: string): Promise<readonly (readonly [string, string])[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text)));
}
