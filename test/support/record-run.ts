import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates the folder of all temporary files, and deletes it after the test run. Tests record responses for the test level
 * `document` in this folder. If RECORD_RESPONSES contains a path, the responses are stored at this path and kept.
 */
export default function recordRun(): () => void {
  // All tests run if the command line selects no level, file or test name.
  process.env.WHOLE_RUN = String(process.argv.slice(2).every((argument) => argument === 'run'));
  const runFolder = mkdtempSync(join(tmpdir(), 'partner-ramp-run-'));
  process.env.TMPDIR = runFolder;
  process.env.RECORD_RESPONSES ??= mkdtempSync(join(runFolder, 'responses-'));
  return () => rmSync(runFolder, { recursive: true, force: true });
}
