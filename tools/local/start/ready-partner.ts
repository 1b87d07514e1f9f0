import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { useLocalTable } from '#local/start/local-table';
import { findCaller } from '#shared/partners/api-keys/repository';
import { createPartner } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/environment';

export interface ReadyPartnerOptions {
  /** Address of the local database. */
  readonly endpoint: string;
  readonly tableName: string;
  /** Keeps the key for its owner alone. */
  readonly keyFile: string;
  /** Name of the partner, if it has to be created. @default 'Local partner' */
  readonly name?: string;
}

/**
 * The partner that a local run has ready: the one whose key the file holds, if that key still works on the
 * table, else a new one. Once per process: the table's client keeps the first address it was given.
 */
export async function ensureReadyPartner({
  endpoint,
  tableName,
  keyFile,
  name = 'Local partner',
}: ReadyPartnerOptions): Promise<{ apiKey: string; partnerId: string }> {
  useLocalTable(endpoint, tableName);
  const atMs = nowMs();
  const storedKey = readKey(keyFile);
  const caller = storedKey === undefined ? undefined : await findCaller(storedKey, atMs);
  if (storedKey !== undefined && caller !== undefined) return { apiKey: storedKey, partnerId: caller.partnerId };
  const created = await createPartner({
    name,
    stage: 'sandbox',
    atMs,
    operator: 'npm start',
  });
  writeKey(keyFile, created.apiKey);
  return { apiKey: created.apiKey, partnerId: created.partnerId };
}

/** Reads a key that was written before; `undefined` if there is none. */
export function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a key under another name first, so that its file never stands half-written or open to others. */
export function writeKey(file: string, apiKey: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${apiKey}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
