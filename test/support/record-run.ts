import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the folder in which a run records the responses to tests, for the level `document`. A folder that RECORD_RESPONSES names is kept.
 * Whatever else a run makes in the temporary directory lies in one folder, which goes with it.
 */
export default function recordRun(): () => void {
  // Without a level, a file or a name of a test, every test runs.
  process.env.WHOLE_RUN = String(process.argv.slice(2).every((argument) => argument === 'run'));
  const runFolder = mkdtempSync(join(tmpdir(), 'partner-ramp-run-'));
  process.env.TMPDIR = runFolder;
  process.env.RECORD_RESPONSES ??= mkdtempSync(join(runFolder, 'responses-'));
  return () => rmSync(runFolder, { recursive: true, force: true });
}
