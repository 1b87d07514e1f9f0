import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonObject } from '#local/template/json';

/** Content and metadata of an object, without the key. */
export interface StoredObject {
  readonly content: Buffer;
  readonly contentType: string;
  /** Epoch ms. */
  readonly storedAtMs: number;
}

/** Storage for the objects of one bucket. */
export interface BucketObjects {
  put(key: string, object: StoredObject): Promise<void>;
  get(key: string): Promise<StoredObject | undefined>;
  /** Has no effect if the key does not exist. */
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Stores objects in memory until the process ends. */
export function objectsInMemory(): BucketObjects {
  const objects = new Map<string, StoredObject>();
  return {
    async put(key, object) {
      objects.set(key, object);
    },
    async get(key) {
      return objects.get(key);
    },
    async delete(key) {
      objects.delete(key);
    },
    async keys() {
      return [...objects.keys()];
    },
  };
}

/**
 * Stores each object in one file: a line of JSON, then the content. Files are replaced as a whole, so a killed process leaves no
 * incomplete object. File names are hashes, because keys can be too long and file systems can ignore case.
 */
export async function objectsInFolder(folder: string): Promise<BucketObjects> {
  // The folder contains people's documents, so only its owner has access.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (name.endsWith(UNFINISHED)) await rm(join(folder, name));
  const filePath = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));

  return {
    async put(key, { content, contentType, storedAtMs }) {
      const file = filePath(key);
      const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
      try {
        const handle = await open(unfinished, 'wx', 0o600);
        try {
          const head = Buffer.from(`${JSON.stringify({ key, contentType, storedAtMs })}\n`);
          await handle.writeFile(Buffer.concat([head, content]));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      const bytes = await readFile(filePath(key)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      return bytes === undefined ? undefined : parseFile(bytes, filePath(key));
    },
    async delete(key) {
      await rm(filePath(key), { force: true });
    },
    async keys() {
      const names = (await readdir(folder)).filter((name) => !name.endsWith(UNFINISHED));
      return Promise.all(names.map(async (name) => keyIn(await readFile(join(folder, name)))));
    },
  };
}

const UNFINISHED = '.part';

function keyIn(bytes: Buffer): string {
  const head = bytes.toString('utf8', 0, Math.max(0, bytes.indexOf('\n')));
  return String(parseJsonObject(head)?.key);
}

function parseFile(bytes: Buffer, file: string): StoredObject {
  const headEnd = bytes.indexOf('\n');
  const { contentType, storedAtMs } = parseJsonObject(bytes.toString('utf8', 0, Math.max(0, headEnd))) ?? {};
  if (typeof contentType !== 'string' || typeof storedAtMs !== 'number')
    throw new Error(`${file} is damaged: its first line contains no metadata.`);
  return { content: bytes.subarray(headEnd + 1), contentType, storedAtMs };
}
