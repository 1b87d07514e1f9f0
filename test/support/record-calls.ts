import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has every local stack of the run record what functions ask of the cloud, for the level `permissions`. A folder of
 * one's own, named by RECORD_CALLS, is kept.
 */
export default function recordCallsOfRun(): (() => void) | undefined {
  if (process.env.RECORD_CALLS !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-calls-'));
  process.env.RECORD_CALLS = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
