import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { useLocalTable } from '#local/start/local-table';
import { findCaller } from '#shared/partners/api-keys/repository';
import { createPartner } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/environment';

export interface ReadyPartnerOptions {
  /** URL of the local database engine. */
  readonly endpoint: string;
  readonly tableName: string;
  /** File with the partner's API key, readable only by its owner. */
  readonly keyFile: string;
  /** Name for a new partner, if one must be created. @default 'Local partner' */
  readonly name?: string;
}

/**
 * Returns the partner of the key in `keyFile`. Creates a partner if the key is missing or no longer valid. Call only once per
 * process: the table's client keeps the first endpoint.
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

/** Returns the key in the file; `undefined` if the file does not exist or is empty. */
export function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a temporary file and renames it. The key file is therefore always complete and readable only by its owner. */
export function writeKey(file: string, apiKey: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${apiKey}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
